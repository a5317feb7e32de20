extension Community {
  /// How many pets there are, the oldest entries with the lowest identifiers.
  public var petCount: Int { pets.count }

  /// A pet, or `nil` when there is none of this identifier.
  public func pet(_ id: PetID) -> Pet? {
    guard isPet(id) else { return nil }
    let i = id.index
    return Pet(
      id: id, owner: pets.owner[i], name: pets.name[i], age: pets.age[i].map { Int($0) },
      gender: pets.gender[i], type: pets.type[i])
  }

  /// The pets that a member owns or is an approved guardian of, in the order of becoming so.
  public func pets(of member: MemberID) -> [PetID] { pets.kept(by: member) }

  /// A pet's approved guardians, in the order of their first invitation.
  public func guardians(of pet: PetID) -> [MemberID] {
    guard isPet(pet) else { return [] }
    return pets.guardians[pet.index].filter { $0.state == .approved }.map(\.member)
  }

  /// What has become of a member's guardianship, or `nil` when there is none.
  public func guardianState(of member: MemberID, for pet: PetID) -> GuardianState? {
    isPet(pet) ? pets.state(of: member, for: pet) : nil
  }

  /// Adds a pet.
  ///
  /// - Parameters:
  ///   - name: 1 to 40 characters.
  ///   - type: What it is, in 1 to 30 characters.
  ///   - age: In years, 0 to 60.
  @discardableResult
  public mutating func addPet(
    owner: MemberID, name: String, type: String, age: Int? = nil, gender: PetGender? = nil
  ) throws(PetError) -> PetID {
    guard isMember(owner) else { throw .unknownMember(owner) }
    let pet = Pet(
      id: PetID(pets.count), owner: owner, name: name, age: age, gender: gender, type: type)
    try Self.check(pet)
    pets.append(pet)
    checkInvariants()
    return pet.id
  }

  static func check(_ pet: Pet) throws(PetError) {
    let (name, type) = (pet.name.count, pet.type.count)
    guard (1...40).contains(name) else { throw .nameLength(characters: name) }
    guard (1...30).contains(type) else { throw .typeLength(characters: type) }
    if let age = pet.age, !(0...60).contains(age) { throw .ageOutOfRange(age) }
  }

  /// Invites a member to be a guardian of one's pet; one who declined may be invited again.
  public mutating func inviteGuardian(
    _ guardian: MemberID, of pet: PetID, by owner: MemberID
  ) throws(PetError) {
    try check(pet, owner)
    guard isMember(guardian) else { throw .unknownMember(guardian) }
    guard pets.owner[pet.index] == owner else { throw .notTheOwner(pet, owner) }
    guard guardian != owner else { throw .isTheOwner(pet, owner) }
    guard !isBlocked(owner, guardian) else { throw .blocked(owner, guardian) }
    switch pets.state(of: guardian, for: pet) {
    case .pending: throw .alreadyInvited(pet, guardian)
    case .approved: throw .alreadyGuardian(pet, guardian)
    case .rejected, nil: pets.set(.pending, of: guardian, for: pet)
    }
    checkInvariants()
  }

  /// Accepts an invitation: from now on the pet's posts count as one's own too.
  ///
  /// Votes that the guardian gave them before stay.
  public mutating func approveGuardianship(
    of pet: PetID, by guardian: MemberID
  ) throws(PetError) {
    try answer(.approved, of: pet, by: guardian)
  }

  /// Declines an invitation.
  public mutating func rejectGuardianship(
    of pet: PetID, by guardian: MemberID
  ) throws(PetError) {
    try answer(.rejected, of: pet, by: guardian)
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
    pets.set(nil, of: guardian, for: pet)
    checkInvariants()
  }

  /// Ends guardianships and invitations between two members, who keep each other's pets no more.
  mutating func endGuardianships(between one: MemberID, _ other: MemberID) {
    guard pets.count > 0 else { return }
    for pet in pets.owned(by: one) { pets.set(nil, of: other, for: pet) }
    for pet in pets.owned(by: other) { pets.set(nil, of: one, for: pet) }
  }

  func isPet(_ pet: PetID) -> Bool { pet.index < pets.count }

  private mutating func answer(
    _ state: GuardianState, of pet: PetID, by guardian: MemberID
  ) throws(PetError) {
    try check(pet, guardian)
    guard pets.state(of: guardian, for: pet) == .pending else { throw .notInvited(pet, guardian) }
    pets.set(state, of: guardian, for: pet)
    checkInvariants()
  }

  private func check(_ pet: PetID, _ member: MemberID) throws(PetError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPet(pet) else { throw .unknownPet(pet) }
  }
}
