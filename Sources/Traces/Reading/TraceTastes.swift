internal import DataFiles

/// The latent interests of members.
struct TraceTastes {
  private var rows: [(row: PreferenceRow, line: Int)] = []
  /// A row of weights for each member who has some.
  private var tastes: [Int: [Float]] = [:]

  /// How far from 1 weights may add up, which are often rounded.
  private static let tolerance: Float = 0.01

  /// The categories of the interests, with repetitions.
  var categories: [Int] { rows.map(\.row.category) }

  init(_ records: inout TableRecords) {
    var row = PreferenceRow()
    while records.next(&row) { rows.append((row, records.line)) }
  }

  /// Puts the rows together, once members and categories are known.
  mutating func resolve(
    _ members: TraceMembers, _ categories: TraceCategories, faults records: inout TableRecords
  ) {
    guard !records.hasFaults else { return }
    var firstLines: [Int: Int] = [:]
    for (row, line) in rows {
      guard let member = members.numbering.number(of: row.user) else {
        if members.isKnown { records.refuse(PreferenceRow.user, line: line, .noUser(row.user)) }
        continue
      }
      guard let category = categories.number(of: row.category) else {
        records.refuse(PreferenceRow.category, line: line, categories.expected(row.category))
        continue
      }
      if firstLines[member] == nil { firstLines[member] = line }
      tastes[member, default: Array(repeating: 0, count: categories.count)][category] += Float(
        row.weight)
    }
    for (member, line) in firstLines.sorted(by: { $0.value < $1.value }) {
      let sum = tastes[member]!.reduce(0, +)
      guard abs(sum - 1) > Self.tolerance else { continue }
      let user = members.numbering.identifiers[member]
      records.refuse(
        PreferenceRow.weight, line: line,
        .contradiction("the weights of user \(user) add up to \(sum), not to 1"))
    }
    rows = []
  }

  /// Weights of a member; none where there are none.
  subscript(member: Int) -> [Float] { tastes[member] ?? [] }
}

extension LocatedFault.Reason {
  static func noUser(_ user: Int) -> Self { .contradiction("there is no user \(user)") }
  static func noPost(_ post: Int) -> Self { .contradiction("there is no post \(post)") }
  static func noPet(_ pet: Int) -> Self { .contradiction("there is no pet \(pet)") }
  static func noContest(_ contest: Int) -> Self { .contradiction("there is no contest \(contest)") }
}
