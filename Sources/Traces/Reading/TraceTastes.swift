internal import DataFiles

/// The latent interests of members.
struct TraceTastes {
  private struct Row {
    let user: Int
    let category: Int
    let weight: Float
    let line: Int
  }

  private var rows: [Row] = []
  /// A row of weights for each member who has some.
  private var tastes: [Int: [Float]] = [:]

  /// How far from 1 weights may add up, which are often rounded.
  private static let tolerance: Float = 0.01

  /// The categories met, with repetitions.
  var categories: [Int] { rows.map(\.category) }

  init(_ records: inout TableRecords) {
    while records.next() {
      let user = records.identifier(0)
      let category = records.identifier(1)
      let weight = records.number(2, in: 0...1)
      guard let user, let category, let weight, records.isRowGood else { continue }
      rows.append(Row(user: user, category: category, weight: Float(weight), line: records.line))
    }
  }

  /// Puts the rows together, once members and categories are known.
  mutating func resolve(
    _ members: TraceMembers, _ categories: TraceCategories, faults records: inout TableRecords
  ) {
    guard !records.hasFaults else { return }
    var firstLines: [Int: Int] = [:]
    for row in rows {
      guard let member = members.numbering.number(of: row.user) else {
        if members.isKnown { records.refuse(0, line: row.line, .noUser(row.user)) }
        continue
      }
      guard let category = categories.number(of: row.category) else {
        records.refuse(1, line: row.line, categories.expected(row.category))
        continue
      }
      if firstLines[member] == nil { firstLines[member] = row.line }
      tastes[member, default: Array(repeating: 0, count: categories.count)][category] += row.weight
    }
    for (member, line) in firstLines.sorted(by: { $0.value < $1.value }) {
      let sum = tastes[member]!.reduce(0, +)
      guard abs(sum - 1) > Self.tolerance else { continue }
      let user = members.numbering.identifiers[member]
      records.refuse(
        2, line: line,
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
  static func noContest(_ contest: Int) -> Self { .contradiction("there is no contest \(contest)") }
}
