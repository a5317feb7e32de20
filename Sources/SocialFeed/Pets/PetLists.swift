extension Community {
  /// The pets that a member owns or is an approved guardian of, in the order of becoming so.
  ///
  /// - Parameter viewer: Who looks. Pets of a private account are for its owner, approved followers and friends; with a
  ///   block between the viewer and the member the list is empty, and a pet is left out whose owner is behind a block,
  ///   or has a private account that is not for the viewer. `nil` is an anonymous viewer, who sees only pets of public
  ///   accounts.
  /// - Throws: ``ListError``, for a member or viewer that does not exist, or a list that the viewer may not
  ///   read.
  public func pets(of member: MemberID, for viewer: MemberID?) throws(ListError) -> [PetID] {
    try checkMayReadLists(of: member, viewer)
    let kept = pets.kept(by: member)
    if viewer == member { return kept }
    if let viewer, isBlocked(viewer, member) { return [] }
    return kept.filter { pet in
      let owner = pets.owner[pet.index]
      return areListsOpen(of: owner, to: viewer) && !(viewer.map { isBlocked($0, owner) } ?? false)
    }
  }

  /// A pet's approved guardians, in the order of their first invitation: as much as the owner's lists
  /// for whom they are, and without those behind a block from the viewer.
  ///
  /// - Throws: ``ListError``, for a pet or viewer that does not exist, or a list that the viewer may not
  ///   read.
  public func guardians(
    of pet: PetID, for viewer: MemberID?
  ) throws(ListError) -> [MemberID] {
    guard contains(pet) else { throw .unknownPet(pet) }
    let owner = pets.owner[pet.index]
    try checkMayReadLists(of: owner, viewer)
    let approved = pets.guardians[pet.index].filter { $0.state == .approved }.map(\.member)
    guard let viewer else { return approved }
    return isBlocked(viewer, owner) ? [] : approved.filter { !isBlocked(viewer, $0) }
  }

  /// All guardianships of a pet, pending and rejected ones among them, in the order of the first
  /// invitation, which only its owner may see.
  public func guardianships(
    of pet: PetID, by owner: MemberID
  ) throws(PetError) -> [Guardianship] {
    try checkOwner(of: pet, owner)
    return pets.guardians[pet.index].map { Guardianship($0, of: pet) }
  }

  /// A member's guardianship of a pet with its dates, or `nil` without one.
  public func guardianship(of member: MemberID, for pet: PetID) -> Guardianship? {
    guard contains(pet) else { return nil }
    return pets.guardians[pet.index].first { $0.member == member }.map {
      Guardianship($0, of: pet)
    }
  }

  /// The state of a member's guardianship, or `nil` without one.
  public func guardianState(of member: MemberID, for pet: PetID) -> GuardianState? {
    contains(pet) ? pets.state(of: member, for: pet) : nil
  }
}

extension Guardianship {
  fileprivate init(_ guardian: PetColumns.Guardian, of pet: PetID) {
    self.init(
      pet: pet, guardian: guardian.member, state: guardian.state, invitedAt: guardian.invitedAt,
      answeredAt: guardian.answeredAt)
  }
}
