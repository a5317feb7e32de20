import SocialFeed

extension SlowCommunity {
  mutating func addPet(
    owner: MemberID, name: String, type: String, age: Int?, gender: PetGender?, photo: String?
  ) throws(PetError) -> PetID {
    if !knows(owner) { throw .unknownMember(owner) }
    let draft = PetDraft(
      owner: owner, name: name, type: type, age: age, gender: gender, photo: photo)
    try check(draft)
    pets.append(SlowPet(draft: draft))
    keepers.append((owner, PetID(pets.count - 1)))
    return PetID(pets.count - 1)
  }

  mutating func changePet(
    _ pet: PetID, by owner: MemberID, name: String, type: String, age: Int?, gender: PetGender?,
    photo: String?
  ) throws(PetError) {
    try check(pet, owner)
    if pets[pet.index].draft.owner != owner { throw .notTheOwner(pet, owner) }
    let draft = PetDraft(
      owner: owner, name: name, type: type, age: age, gender: gender, photo: photo)
    try check(draft)
    pets[pet.index].draft = draft
  }

  private func check(_ draft: PetDraft) throws(PetError) {
    let (name, type) = (draft.name.count, draft.type.count)
    if name == 0 || name > 40 { throw .nameLength(characters: name) }
    if type == 0 || type > 30 { throw .typeLength(characters: type) }
    if let age = draft.age, age < 0 || age > 60 { throw .ageOutOfRange(age) }
    if let photo = draft.photo, photo.isEmpty || photo.utf8.count > 1024 {
      throw .photoKeyLength(bytes: photo.utf8.count)
    }
  }

  mutating func inviteGuardian(
    _ guardian: MemberID, of pet: PetID, by owner: MemberID, now: Double
  ) throws(PetError) {
    try check(pet, owner)
    if !knows(guardian) { throw .unknownMember(guardian) }
    if pets[pet.index].draft.owner != owner { throw .notTheOwner(pet, owner) }
    if guardian == owner { throw .isTheOwner(pet, owner) }
    if isBlocked(owner, guardian) { throw .blocked(owner, guardian) }
    let state = guardianState(of: guardian, for: pet)
    if state == .pending { throw .alreadyInvited(pet, guardian) }
    if state == .approved { throw .alreadyGuardian(pet, guardian) }
    let invitation = SlowGuardian(member: guardian, state: .pending, invitedAt: now)
    if let index = pets[pet.index].guardians.firstIndex(where: { $0.member == guardian }) {
      pets[pet.index].guardians[index] = invitation
    } else {
      pets[pet.index].guardians.append(invitation)
    }
    notify(.guardianInvitation, about: .pet(pet), to: guardian, from: owner, now: now)
  }

  mutating func approveGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError) {
    try check(pet, guardian)
    if guardianState(of: guardian, for: pet) != .pending { throw .notInvited(pet, guardian) }
    set(.approved, of: guardian, for: pet, at: now)
    keepers.append((guardian, pet))
    let owner = pets[pet.index].draft.owner
    notify(.guardianAccepted, about: .pet(pet), to: owner, from: guardian, now: now)
  }

  mutating func rejectGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError) {
    try check(pet, guardian)
    if guardianState(of: guardian, for: pet) != .pending { throw .notInvited(pet, guardian) }
    set(.rejected, of: guardian, for: pet, at: now)
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

  private mutating func set(
    _ state: GuardianState, of guardian: MemberID, for pet: PetID, at now: Double
  ) {
    let index = pets[pet.index].guardians.firstIndex { $0.member == guardian }!
    pets[pet.index].guardians[index].state = state
    pets[pet.index].guardians[index].answeredAt = now
  }

  private func check(_ pet: PetID, _ member: MemberID) throws(PetError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(pet) { throw .unknownPet(pet) }
  }
}
