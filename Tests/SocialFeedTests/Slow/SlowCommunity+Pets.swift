import SocialFeed

extension SlowCommunity {
  mutating func addPet(
    owner: MemberID, name: String, type: String, age: Int?, gender: PetGender?
  ) throws(PetError) -> PetID {
    if !knows(owner) { throw .unknownMember(owner) }
    if name.isEmpty || name.count > 40 { throw .nameLength(characters: name.count) }
    if type.isEmpty || type.count > 30 { throw .typeLength(characters: type.count) }
    if let age, age < 0 || age > 60 { throw .ageOutOfRange(age) }
    pets.append(
      SlowPet(draft: PetDraft(owner: owner, name: name, type: type, age: age, gender: gender)))
    keepers.append((owner, PetID(pets.count - 1)))
    return PetID(pets.count - 1)
  }

  mutating func inviteGuardian(
    _ guardian: MemberID, of pet: PetID, by owner: MemberID
  ) throws(PetError) {
    try check(pet, owner)
    if !knows(guardian) { throw .unknownMember(guardian) }
    if pets[pet.index].draft.owner != owner { throw .notTheOwner(pet, owner) }
    if guardian == owner { throw .isTheOwner(pet, owner) }
    if isBlocked(owner, guardian) { throw .blocked(owner, guardian) }
    let state = guardianState(of: guardian, for: pet)
    if state == .pending { throw .alreadyInvited(pet, guardian) }
    if state == .approved { throw .alreadyGuardian(pet, guardian) }
    if state == nil { pets[pet.index].guardians.append((guardian, .pending)) }
    set(.pending, of: guardian, for: pet)
  }

  mutating func approveGuardianship(of pet: PetID, by guardian: MemberID) throws(PetError) {
    try check(pet, guardian)
    if guardianState(of: guardian, for: pet) != .pending { throw .notInvited(pet, guardian) }
    set(.approved, of: guardian, for: pet)
    keepers.append((guardian, pet))
  }

  mutating func rejectGuardianship(of pet: PetID, by guardian: MemberID) throws(PetError) {
    try check(pet, guardian)
    if guardianState(of: guardian, for: pet) != .pending { throw .notInvited(pet, guardian) }
    set(.rejected, of: guardian, for: pet)
  }

  mutating func removeGuardian(
    _ guardian: MemberID, of pet: PetID, by member: MemberID
  ) throws(PetError) {
    try check(pet, member)
    if !knows(guardian) { throw .unknownMember(guardian) }
    if member != guardian && member != pets[pet.index].draft.owner {
      throw .notTheOwner(pet, member)
    }
    if guardianState(of: guardian, for: pet) == nil { throw .notGuardian(pet, guardian) }
    pets[pet.index].guardians.removeAll { $0.member == guardian }
    keepers.removeAll { $0.member == guardian && $0.pet == pet }
  }

  /// Neither of two members looks after a pet of the other's any more, or is asked to.
  mutating func endGuardianships(_ one: MemberID, _ other: MemberID) {
    for pet in pets.indices {
      for (owner, guardian) in [(one, other), (other, one)]
      where pets[pet].draft.owner == owner {
        pets[pet].guardians.removeAll { $0.member == guardian }
        keepers.removeAll { $0.member == guardian && $0.pet.index == pet }
      }
    }
  }

  private mutating func set(_ state: GuardianState, of guardian: MemberID, for pet: PetID) {
    let index = pets[pet.index].guardians.firstIndex { $0.member == guardian }!
    pets[pet.index].guardians[index].state = state
  }

  private func check(_ pet: PetID, _ member: MemberID) throws(PetError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(pet) { throw .unknownPet(pet) }
  }
}
