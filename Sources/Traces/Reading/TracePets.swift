internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The pets of a trace, by number.
struct TracePets {
  private(set) var numbering = Numbering([])
  private(set) var isKnown = true
  /// Whether the trace has no table of pets.
  private(set) var isMissing = false
  private var owners: [Int] = []
  /// When each is replayed: with its owner, or later when a pet with a smaller number is.
  private(set) var replayedAt: [Double] = []

  init(_ records: inout TableRecords, _ members: TraceMembers) {
    var rows: [PetRow] = []
    var lines: [Int: Int] = [:]
    var row = PetRow()
    while records.next(&row) {
      if let line = lines.updateValue(records.line, forKey: row.pet) {
        records.refuse(PetRow.pet, .repeated("pet \(row.pet) is there", firstLine: line))
      }
      if members.isKnown, members.numbering.number(of: row.owner) == nil {
        records.refuse(PetRow.owner, .noUser(row.owner))
      }
      rows.append(row)
    }
    isKnown = !records.hasFaults && members.isKnown
    isMissing = records.isMissing
    guard isKnown else { return }
    rows.sort { $0.pet < $1.pet }
    numbering = Numbering(rows.map(\.pet))
    owners = rows.map { members.numbering.number(of: $0.owner)! }
    var time = -Double.infinity
    for owner in owners {
      time = max(time, members.replayedAt[owner])
      replayedAt.append(time)
    }
  }

  func observation(_ pet: Int) -> PetObservation {
    PetObservation(pet: PetID(pet), owner: MemberID(owners[pet]))
  }
}
