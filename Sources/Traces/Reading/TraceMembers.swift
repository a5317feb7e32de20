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
  /// When each is told: at once if there from the start, otherwise on joining, or sooner when one with a
  /// larger number joins sooner.
  private(set) var toldAt: [Double] = []

  var count: Int { numbering.count }

  init(_ records: inout TableRecords, groups listed: [String]?) {
    var rows = UserRows()
    rows.read(&records, groups: listed)
    records.checkVariety(of: "groups", rows.groupNames.count, column: 1)
    isKnown = !records.hasFaults
    guard isKnown else { return }
    let order = Numbering.order(rows.identifiers, times: rows.joinedAt, mustAscend: false)
    numbering = Numbering(order.map { rows.identifiers[$0] })
    joinedAt = order.map { rows.joinedAt[$0] }
    let names = rows.groupNames
    groupNames = listed ?? names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let places = Dictionary(uniqueKeysWithValues: zip(groupNames, groupNames.indices))
    groups = order.map { places[names[rows.groups[$0]]]! }
    toldAt = joinedAt.map { $0 < 0 ? -.infinity : $0 }
    for member in toldAt.indices.dropLast().reversed() {
      toldAt[member] = min(toldAt[member], toldAt[member + 1])
    }
  }

  func observation(_ member: Int, taste: [Float]) -> MemberObservation {
    MemberObservation(
      member: MemberID(member), group: groups[member], joinedAt: joinedAt[member], taste: taste)
  }
}

extension TableRecords {
  /// Adds a fault when there are more kinds of something than 16 bits can tell apart.
  mutating func checkVariety(of kinds: String, _ count: Int, column: Int) {
    guard count > Int(UInt16.max) else { return }
    refuse(
      column, line: 1,
      .contradiction("there are \(count) \(kinds), and at most \(UInt16.max) can be told apart"))
  }
}

/// The rows of the table of users.
private struct UserRows {
  var identifiers: [Int] = []
  var joinedAt: [Double] = []
  /// Places in `groupNames`.
  var groups: [Int] = []
  private(set) var groupNames: [String] = []
  private var places: [String: Int] = [:]
  private var lines: [Int: Int] = [:]

  mutating func read(_ records: inout TableRecords, groups listed: [String]?) {
    groupNames = listed ?? []
    var column = NameColumn("group", groupNames)
    while records.next() {
      let identifier = records.identifier(0)
      let group =
        listed == nil
        ? records.name(1).map { addGroup($0) } : records.name(1, in: &column)
      let time = records.number(2)
      guard let identifier, let group, let time, records.isRowGood else { continue }
      if let line = lines.updateValue(records.line, forKey: identifier) {
        records.refuse(0, .repeated("user \(identifier) is there", firstLine: line))
      }
      identifiers.append(identifier)
      joinedAt.append(time)
      groups.append(group)
    }
  }

  private mutating func addGroup(_ name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = groupNames.count
    groupNames.append(name)
    return groupNames.count - 1
  }
}
