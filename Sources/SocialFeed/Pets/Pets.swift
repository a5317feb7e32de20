extension Community {
  /// How many pets there ever were, the oldest entries with the lowest identifiers. Deleted ones are
  /// among them, since no identifier is given twice.
  public var petCount: Int { pets.count }

  /// How many of them were deleted.
  public var deletedPetCount: Int { pets.deletedCount }

  /// Whether there is such a pet, not deleted. O(1).
  public func contains(_ pet: PetID) -> Bool { pets.contains(pet) }

  /// A pet, or `nil` if no pet has this identifier (any more).
  public func pet(_ id: PetID) -> Pet? {
    guard contains(id) else { return nil }
    let i = id.index
    return Pet(
      id: id, owner: pets.owner[i], name: pets.name[i], age: pets.age[i].map { Int($0) },
      gender: pets.gender[i], type: pets.type[i], photo: pets.photo[i].isEmpty ? nil : pets.photo[i]
    )
  }

  /// Adds a pet.
  ///
  /// - Parameters:
  ///   - name: 1 to 40 characters.
  ///   - type: The kind of pet, in 1 to 30 characters.
  ///   - age: In years, 0 to 60.
  ///   - photo: The media key of its profile photo, 1 to ``pictureKeyLimit`` bytes.
  @discardableResult
  public mutating func addPet(
    owner: MemberID, name: String, type: String, age: Int? = nil, gender: PetGender? = nil,
    photo: String? = nil
  ) throws(PetError) -> PetID {
    guard isMember(owner) else { throw .unknownMember(owner) }
    try check(name: name, type: type, age: age, photo: photo)
    let pet = Pet(
      id: PetID(pets.count), owner: owner, name: name, age: age, gender: gender, type: type,
      photo: photo)
    pets.append(pet)
    accepted(.addPet(pet))
    return pet.id
  }

  /// Changes all that a pet has, by its owner and by the rules for adding one: values that are not given become
  /// unknown.
  public mutating func changePet(
    _ pet: PetID, by owner: MemberID, name: String, type: String, age: Int? = nil,
    gender: PetGender? = nil, photo: String? = nil
  ) throws(PetError) {
    try checkOwner(of: pet, owner)
    try check(name: name, type: type, age: age, photo: photo)
    pets.name[pet.index] = name
    pets.type[pet.index] = type
    pets.age[pet.index] = age.map { Int8($0) }
    pets.gender[pet.index] = gender
    pets.photo[pet.index] = photo ?? ""
    accepted(
      .changePet(
        Pet(
          id: pet, owner: owner, name: name, age: age, gender: gender, type: type, photo: photo)))
  }

  /// Deletes a pet, by its owner, with its posts, whoever published them, and its guardianships. The pet's identifier
  /// is never given again.
  ///
  /// - Complexity: O(its posts), each as much as a single deletion.
  public mutating func deletePet(
    _ pet: PetID, by owner: MemberID
  ) throws(PetError) {
    try checkOwner(of: pet, owner)
    remove(pet)
    accepted(.deletePet(pet: pet, owner: owner))
  }

  /// Removes a pet that is there, and all that hangs on it.
  mutating func remove(_ pet: PetID) {
    let shown = pets.posts.range(of: pet.index).map {
      PostID(rawValue: pets.posts.element(at: $0))
    }
    // The newest first: each is then the last of its pet's list, and leaves it at once.
    for post in shown.reversed() { remove(post) }
    pets.remove(pet)
  }

  /// Invites a member, who is notified, to be a guardian of one's pet; one who declined may be invited
  /// again.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func inviteGuardian(
    _ guardian: MemberID, of pet: PetID, by owner: MemberID, now: Double
  ) throws(PetError) {
    try check(pet, owner)
    guard isMember(guardian) else { throw .unknownMember(guardian) }
    try checkOwner(of: pet, owner)
    guard guardian != owner else { throw .isTheOwner(pet, owner) }
    guard !isBlocked(owner, guardian) else { throw .blocked(owner, guardian) }
    let now = instant(now)
    switch pets.state(of: guardian, for: pet) {
    case .pending: throw .alreadyInvited(pet, guardian)
    case .approved: throw .alreadyGuardian(pet, guardian)
    case .rejected, nil: pets.invite(guardian, to: pet, at: now)
    }
    advanceClock(to: now)
    notify(.guardianInvitation, about: .pet(pet), to: guardian, from: owner, now: now)
    accepted(.guardian(.invite, of: pet, guardian: guardian, by: owner))
  }

  /// Accepts an invitation and notifies the owner: from now on the pet's posts count as one's
  /// own too.
  ///
  /// Votes that the guardian gave them before stay.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func approveGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError) {
    let now = instant(now)
    try answer(.approved, of: pet, by: guardian, at: now)
    let owner = pets.owner[pet.index]
    notify(.guardianAccepted, about: .pet(pet), to: owner, from: guardian, now: now)
    accepted(.guardian(.approve, of: pet, guardian: guardian, by: guardian))
  }

  /// Declines an invitation.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func rejectGuardianship(
    of pet: PetID, by guardian: MemberID, now: Double
  ) throws(PetError) {
    try answer(.rejected, of: pet, by: guardian, at: instant(now))
    accepted(.guardian(.reject, of: pet, guardian: guardian, by: guardian))
  }

  /// Ends a guardianship, or an invitation, in any state: by the pet's owner or the guardian.
  ///
  /// Posts of the pet that the guardian published stay.
  public mutating func removeGuardian(
    _ guardian: MemberID, of pet: PetID, by member: MemberID
  ) throws(PetError) {
    try check(pet, member)
    guard isMember(guardian) else { throw .unknownMember(guardian) }
    guard member == guardian || member == pets.owner[pet.index] else {
      throw .notTheOwner(pet, member)
    }
    guard pets.state(of: guardian, for: pet) != nil else { throw .notGuardian(pet, guardian) }
    pets.end(guardian, of: pet)
    accepted(.guardian(.remove, of: pet, guardian: guardian, by: member))
  }

  /// Ends guardianships and invitations between two members, who keep each other's pets no more.
  mutating func endGuardianships(between one: MemberID, _ other: MemberID) {
    guard pets.count > 0 else { return }
    for pet in pets.owned(by: one) { pets.end(other, of: pet) }
    for pet in pets.owned(by: other) { pets.end(one, of: pet) }
  }

  /// Whether there is such a pet, not deleted.
  func isPet(_ pet: PetID) -> Bool { pets.contains(pet) }

  private mutating func answer(
    _ state: GuardianState, of pet: PetID, by guardian: MemberID, at time: Double
  ) throws(PetError) {
    try check(pet, guardian)
    guard pets.state(of: guardian, for: pet) == .pending else { throw .notInvited(pet, guardian) }
    advanceClock(to: time)
    pets.answer(state, by: guardian, for: pet, at: time)
  }

  func check(_ pet: PetID, _ member: MemberID) throws(PetError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPet(pet) else { throw .unknownPet(pet) }
  }

  func checkOwner(of pet: PetID, _ member: MemberID) throws(PetError) {
    try check(pet, member)
    guard pets.owner[pet.index] == member else { throw .notTheOwner(pet, member) }
  }

  func check(
    name: String, type: String, age: Int?, photo: String?
  ) throws(PetError) {
    guard (1...40).contains(name.count) else { throw .nameLength(characters: name.count) }
    guard (1...30).contains(type.count) else { throw .typeLength(characters: type.count) }
    if let age, !(0...60).contains(age) { throw .ageOutOfRange(age) }
    if let photo, !(1...Self.pictureKeyLimit).contains(photo.utf8.count) {
      throw .photoKeyLength(bytes: photo.utf8.count)
    }
  }
}
