/// What the community knows of its pets, a column each.
struct PetColumns: Sendable {
  struct Guardian: Hashable, Sendable {
    let member: MemberID
    var state: GuardianState
    var invitedAt: Double
    var answeredAt: Double?
  }

  var owner: [MemberID] = []
  /// Empty once the pet is deleted.
  var name: [String] = []
  var age: [Int8?] = []
  var gender: [PetGender?] = []
  var type: [String] = []
  /// Media keys of profile photos, empty for none.
  var photo: [String] = []
  var deletedCount = 0
  /// Each pet's guardians, pending and rejected ones among them, in the order of their first
  /// invitation: a few, which are scanned.
  var guardians: [[Guardian]] = []
  /// The posts that show each pet, oldest first.
  var posts = AdjacencyLists()
  /// The last entry of a contest that shows each pet, or `EntryColumns.none`.
  var lastEntry: [UInt32] = []
  /// The pets that each member owns or is an approved guardian of.
  private var ofMember: [MemberID: [PetID]] = [:]

  /// How many there ever were.
  var count: Int { owner.count }

  /// Whether there is such a pet, not deleted.
  func contains(_ pet: PetID) -> Bool { pet.index < count && !name[pet.index].isEmpty }

  /// Whether a member owns a pet or is one of its approved guardians.
  func isKept(_ pet: PetID, by member: MemberID) -> Bool {
    if owner[pet.index] == member { return true }
    for guardian in guardians[pet.index] where guardian.member == member {
      return guardian.state == .approved
    }
    return false
  }

  /// The pets that a member owns or is an approved guardian of, in the order of becoming so.
  func kept(by member: MemberID) -> [PetID] {
    count == 0 ? [] : ofMember[member, default: []]
  }

  /// The pets that a member owns.
  func owned(by member: MemberID) -> [PetID] {
    kept(by: member).filter { owner[$0.index] == member }
  }

  mutating func append(_ pet: Pet) {
    owner.append(pet.owner)
    name.append(pet.name)
    age.append(pet.age.map { Int8($0) })
    gender.append(pet.gender)
    type.append(pet.type)
    photo.append(pet.photo ?? "")
    guardians.append([])
    posts.addNode()
    lastEntry.append(EntryColumns.none)
    ofMember[pet.owner, default: []].append(pet.id)
  }

  /// Appends a deleted pet, which has only its number and its owner.
  mutating func appendDeleted(of member: MemberID) {
    owner.append(member)
    name.append("")
    age.append(nil)
    gender.append(nil)
    type.append("")
    photo.append("")
    guardians.append([])
    posts.addNode()
    lastEntry.append(EntryColumns.none)
    deletedCount += 1
  }

  /// Puts the pets that a member keeps in the order in which the member came to keep them.
  mutating func putInOrder(_ kept: [PetID], by member: MemberID) {
    if !kept.isEmpty { ofMember[member] = kept }
  }

  func state(of guardian: MemberID, for pet: PetID) -> GuardianState? {
    guardians[pet.index].first { $0.member == guardian }?.state
  }

  /// Invites a member who is neither guardian nor invited.
  mutating func invite(_ guardian: MemberID, to pet: PetID, at time: Double) {
    let invitation = Guardian(member: guardian, state: .pending, invitedAt: time)
    if let index = guardians[pet.index].firstIndex(where: { $0.member == guardian }) {
      guardians[pet.index][index] = invitation
    } else {
      guardians[pet.index].append(invitation)
    }
  }

  /// Answers a pending invitation.
  mutating func answer(
    _ state: GuardianState, by guardian: MemberID, for pet: PetID, at time: Double
  ) {
    let index = guardians[pet.index].firstIndex { $0.member == guardian }!
    guardians[pet.index][index].state = state
    guardians[pet.index][index].answeredAt = time
    if state == .approved { ofMember[guardian, default: []].append(pet) }
  }

  /// Ends a guardianship in any state, if there is one.
  mutating func end(_ guardian: MemberID, of pet: PetID) {
    guardians[pet.index].removeAll { $0.member == guardian }
    if owner[pet.index] != guardian { forget(pet, keptBy: guardian) }
  }

  /// Forgets a pet whose posts are gone.
  mutating func remove(_ pet: PetID) {
    for guardian in guardians[pet.index] { forget(pet, keptBy: guardian.member) }
    forget(pet, keptBy: owner[pet.index])
    guardians[pet.index] = []
    name[pet.index] = ""
    type[pet.index] = ""
    photo[pet.index] = ""
    age[pet.index] = nil
    gender[pet.index] = nil
    deletedCount += 1
  }

  private mutating func forget(_ pet: PetID, keptBy member: MemberID) {
    ofMember[member]?.removeAll { $0 == pet }
    if ofMember[member]?.isEmpty == true { ofMember[member] = nil }
  }
}
