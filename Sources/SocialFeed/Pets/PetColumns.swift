/// What the community knows of its pets, a column each.
struct PetColumns: Sendable {
  struct Guardian: Hashable, Sendable {
    let member: MemberID
    var state: GuardianState
  }

  var owner: [MemberID] = []
  var name: [String] = []
  var age: [Int8?] = []
  var gender: [PetGender?] = []
  var type: [String] = []
  /// Each pet's guardians, pending and rejected ones among them, in the order of their first
  /// invitation: a few, which are scanned.
  var guardians: [[Guardian]] = []
  /// The posts that show each pet, oldest first.
  var posts = AdjacencyLists()
  /// The last entry of a contest that shows each pet, or `EntryColumns.none`.
  var lastEntry: [UInt32] = []
  /// The pets that each member owns or is an approved guardian of.
  private var ofMember: [MemberID: [PetID]] = [:]

  var count: Int { owner.count }

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
    guardians.append([])
    posts.addNode()
    lastEntry.append(EntryColumns.none)
    ofMember[pet.owner, default: []].append(pet.id)
  }

  /// Puts the pets that a member keeps in the order in which the member came to keep them.
  mutating func putInOrder(_ kept: [PetID], by member: MemberID) {
    if !kept.isEmpty { ofMember[member] = kept }
  }

  func state(of guardian: MemberID, for pet: PetID) -> GuardianState? {
    guardians[pet.index].first { $0.member == guardian }?.state
  }

  /// Gives a guardianship another state; `nil` ends it.
  mutating func set(_ state: GuardianState?, of guardian: MemberID, for pet: PetID) {
    let index = guardians[pet.index].firstIndex { $0.member == guardian }
    let old = index.map { guardians[pet.index][$0].state }
    if let index, let state {
      guardians[pet.index][index].state = state
    } else if let index {
      guardians[pet.index].remove(at: index)
    } else if let state {
      guardians[pet.index].append(Guardian(member: guardian, state: state))
    }
    if state == .approved && old != .approved {
      ofMember[guardian, default: []].append(pet)
    } else if old == .approved && state != .approved {
      ofMember[guardian, default: []].removeAll { $0 == pet }
    }
  }
}
