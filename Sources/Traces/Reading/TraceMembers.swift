internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The members of a trace, by number.
struct TraceMembers {
  private(set) var numbering = Numbering([])
  private(set) var groupNames: [String] = []
  private(set) var isKnown = true
  private var groups: [Int] = []
  private var joinedAt: [Double] = []
  /// When each is replayed: at once for a member from before the run, otherwise on joining, or sooner when
  /// a member with a larger number joins sooner.
  private(set) var replayedAt: [Double] = []
  /// In order of time.
  private(set) var departures: [DepartureObservation] = []

  init(_ records: inout TableRecords, groups listed: [String]?) {
    var rows: [UserRow] = []
    var lines: [Int: Int] = [:]
    var row = UserRow()
    while records.next(&row) {
      if let line = lines.updateValue(records.line, forKey: row.user) {
        records.refuse(UserRow.user, .repeated("user \(row.user) is there", firstLine: line))
      }
      if let leftAt = row.leftAt, leftAt < row.joinedAt {
        records.refuse(
          UserRow.leftAt,
          .contradiction(
            "this user leaves at \(leftAt.shortest), before joining at \(row.joinedAt.shortest)"))
      }
      rows.append(row)
    }
    let names = records.knownNames(of: UserRow.group)
    records.checkVariety(of: "groups", names.count, UserRow.group)
    isKnown = !records.hasFaults
    guard isKnown else { return }
    let order = Numbering.order(
      rows.map(\.user), times: rows.map(\.joinedAt), mustAscend: false)
    rows = order.map { rows[$0] }
    numbering = Numbering(rows.map(\.user))
    joinedAt = rows.map(\.joinedAt)
    departures = rows.indices.compactMap { member in
      rows[member].leftAt.map { DepartureObservation(time: $0, member: MemberID(member)) }
    }
    departures.sort { ($0.time, $0.member) < ($1.time, $1.member) }
    groupNames = listed ?? names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let numbers = Dictionary(zip(groupNames, groupNames.indices)) { first, _ in first }
    groups = rows.map { numbers[names[$0.group]]! }
    replayedAt = joinedAt.map { $0 < 0 ? -.infinity : $0 }
    for member in replayedAt.indices.dropLast().reversed() {
      replayedAt[member] = min(replayedAt[member], replayedAt[member + 1])
    }
  }

  func observation(_ member: Int, taste: [Float]) -> MemberObservation {
    MemberObservation(
      member: MemberID(member), group: groups[member], joinedAt: joinedAt[member], taste: taste)
  }
}

extension TableRecords {
  /// Adds a fault when there are more kinds of something than 16 bits can number.
  mutating func checkVariety(of kinds: String, _ count: Int, _ cell: TraceCell<Int>) {
    guard count > Int(UInt16.max) else { return }
    refuse(
      cell, line: 1,
      .contradiction("there are \(count) \(kinds), and at most \(UInt16.max) can be distinguished"))
  }
}
