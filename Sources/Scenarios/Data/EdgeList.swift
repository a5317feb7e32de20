internal import DataFiles
internal import SyntheticSociety

/// A follow graph read from a table with the numbers of two members in each row.
///
/// The first row is a header if a column is named, or if its first two fields are no
/// numbers. Members are numbered from 0 in the order of their numbers in the table.
struct EdgeList {
  /// The columns to read; without a name, `src` and `dst`, otherwise the first two.
  struct Columns {
    var from: String?
    var to: String?
  }

  /// The names of the columns read, where the table has a header.
  let header: (from: String, to: String)?
  /// Empty if there is any fault.
  let graph: FollowGraph
  let faults: [LocatedFault]

  /// - Parameter file: How faults name the table.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(_ bytes: [UInt8], file: String, columns: Columns) {
    var parser = EdgeListParser(bytes, file: file)
    parser.read(columns)
    header = parser.header
    let numbering = MemberNumbering(parser.rows)
    let edges = parser.rows.map(numbering.edge)
    if Self.hasRepetition(edges) { parser.checkRepetition() }
    parser.checkSize(members: numbering.count)
    faults = parser.faults.faults
    graph = FollowGraph(
      nodeCount: faults.isEmpty ? numbering.count : 0, edges: faults.isEmpty ? edges : [])
  }

  /// Whether a follow is there twice; where, is slower to find.
  private static func hasRepetition(_ edges: [FollowGraph.Edge]) -> Bool {
    let keys = edges.map { UInt64($0.from) << 32 | UInt64($0.to) }.sorted()
    return zip(keys, keys.dropFirst()).contains { $0 == $1 }
  }
}

/// A row of the table: a follow.
struct EdgeRow {
  var from: Int
  var to: Int
  /// The line on which the record begins.
  var line: UInt32
  /// Where its `from` is.
  var fieldLine: UInt32
  var fieldColumn: UInt32
}

/// Members by their indices in the order of their numbers.
private struct MemberNumbering {
  /// Ascending.
  private let numbers: [Int]
  /// The index of each number from the lowest on, where they are dense enough for a table.
  private let indices: [UInt32]

  init(_ rows: [EdgeRow]) {
    var all: [Int] = []
    all.reserveCapacity(2 * rows.count)
    for row in rows {
      all.append(row.from)
      all.append(row.to)
    }
    all.sort()
    var numbers: [Int] = []
    for number in all where number != numbers.last { numbers.append(number) }
    self.numbers = numbers
    indices = Self.table(numbers)
  }

  private static func table(_ numbers: [Int]) -> [UInt32] {
    guard let first = numbers.first, let last = numbers.last, last - first < 8 * numbers.count
    else { return [] }
    var indices = [UInt32](repeating: 0, count: last - first + 1)
    for (index, number) in numbers.enumerated() { indices[number - first] = UInt32(index) }
    return indices
  }

  var count: Int { numbers.count }

  func edge(_ row: EdgeRow) -> FollowGraph.Edge {
    FollowGraph.Edge(from: index(of: row.from), to: index(of: row.to))
  }

  private func index(of number: Int) -> UInt32 {
    guard indices.isEmpty else { return indices[number - numbers[0]] }
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return UInt32(low)
  }
}
