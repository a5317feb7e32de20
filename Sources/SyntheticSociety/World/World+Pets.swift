internal import SocialFeed

extension World {
  /// Gives members their pets, and pets their guardians.
  mutating func bringPets() {
    for index in 0..<initialMembers {
      let owner = MemberID(index)
      let choice = traits.pet(of: people[index].key)
      guard choice.isThere else { continue }
      do {
        let pet = try community.addPet(owner: owner, name: "Minka", type: "cat")
        guard choice.hasGuardian, community.friendCount(of: owner) > 0 else { continue }
        let guardian = community.friend(of: owner, at: 0)
        try community.inviteGuardian(guardian, of: pet, by: owner)
        try community.approveGuardianship(of: pet, by: guardian)
      } catch {
        preconditionFailure("a pet was refused: \(error)")
      }
    }
  }

  /// The pet that a member's posts show: the first that the member owns or looks after.
  func pet(of author: MemberID) -> PetID? {
    community.petCount > 0 ? community.pets(of: author).first : nil
  }
}
