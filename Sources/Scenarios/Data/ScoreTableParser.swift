internal import DataFiles
internal import SocialFeed

/// Reads a table of scores with a header: `post_id` and `score`, with or without `user_id` and `world`, beside
/// any other columns; and finds what is wrong with it.
struct ScoreTableParser {
  private(set) var rows: [ScoreTable.Row] = []
  private(set) var faults: TableFaults
  private var reader: RecordReader
  private var columns: [Column: Int] = [:]
  /// Where the post of each row is.
  private var locations: [TextPosition] = []

  enum Column: String, CaseIterable {
    case post = "post_id"
    case user = "user_id"
    case world, score

    var isRequired: Bool { self == .post || self == .score }

    /// What a field of it holds.
    var what: String {
      switch self {
      case .post: "the number of a post in traces, 0 or more"
      case .user: "the number of a member in traces, 0 or more"
      case .world: "a world's number, 0 or more"
      case .score: "a finite number"
      }
    }
  }

  /// The largest number of a post or a member: so many members with so many posts can be numbered.
  private static let greatest = Int(Int32.max) - 1

  /// - Parameter file: How faults name the table.
  init(_ bytes: [UInt8], file: String) {
    reader = RecordReader(bytes)
    faults = TableFaults(file: file)
  }

  /// - Parameter isComplete: Whether a score must be there for each post up to the last, in each world and for
  ///   each member up to the last that the table has.
  mutating func read(isComplete: Bool) {
    guard readHeader() else { return }
    while reader.readNext() { readRow() }
    let order = ordered
    checkRepetition(in: order)
    if faults.isEmpty && rows.isEmpty {
      faults.add(.unexpected(expected: "a score a row", found: "no row"), at: TextPosition())
    }
    if faults.isEmpty && isComplete { checkGaps(in: order) }
  }

  private mutating func readHeader() -> Bool {
    guard reader.readNext() else {
      let expected = "a table with the columns post_id and score"
      faults.add(.unexpected(expected: expected, found: "nothing"), at: TextPosition())
      return false
    }
    let names = reader.fields.map(reader.text)
    let start = reader.position(of: reader.recordStart)
    for column in Column.allCases {
      columns[column] = names.firstIndex(of: column.rawValue)
      guard columns[column] == nil, column.isRequired else { continue }
      faults.addMissingColumn(column.rawValue, in: names, at: start)
    }
    return faults.isEmpty
  }

  private mutating func readRow() {
    if let fault = reader.quoteFault {
      faults.add(.syntax(fault.message), at: reader.position(of: fault.offset))
      return
    }
    let post = number(.post)
    let user = number(.user)
    let world = number(.world)
    let score = field(.score).flatMap { field -> Double? in
      if let value = reader.decimal(of: field) { return value }
      refuse(field, .score)
      return nil
    }
    guard let post, let score, user != nil || columns[.user] == nil,
      world != nil || columns[.world] == nil
    else { return }
    rows.append(
      ScoreTable.Row(
        world: world, viewer: user.map { MemberID($0) }, post: PostID(post), score: score))
    locations.append(reader.position(of: reader.fields[columns[.post]!].start))
  }

  /// The number in a column that the table has, or `nil` after adding a fault.
  private mutating func number(_ column: Column) -> Int? {
    guard columns[column] != nil, let field = field(column) else { return nil }
    if let number = reader.wholeNumber(of: field), number <= Self.greatest { return number }
    refuse(field, column)
    return nil
  }

  private mutating func field(_ column: Column) -> RecordReader.Field? {
    guard let index = columns[column] else { return nil }
    if index < reader.fields.count { return reader.fields[index] }
    faults.add(
      .unexpected(expected: column.what, found: "nothing"),
      at: reader.position(of: reader.recordStart), column: column.rawValue)
    return nil
  }

  private mutating func refuse(_ field: RecordReader.Field, _ column: Column) {
    let text = reader.text(of: field)
    faults.add(
      .unexpected(
        expected: column.what, found: text.isEmpty ? "nothing" : "'\(text.excerpt)'"),
      at: reader.position(of: field.start), column: column.rawValue)
  }
}

// MARK: - The table as a whole

extension ScoreTableParser {
  /// The indices of the rows by world, viewer, post and line.
  private var ordered: [Int] {
    func key(_ index: Int) -> (Int, Int, Int, Int) {
      let row = rows[index]
      return (row.world ?? 0, row.viewer?.index ?? 0, row.post.index, index)
    }
    return rows.indices.sorted { key($0) < key($1) }
  }

  /// Adds a fault for each score that is there already.
  private mutating func checkRepetition(in order: [Int]) {
    var first: Int?
    for index in order {
      guard let original = first, rows[original].isAbout(rows[index]) else {
        first = index
        continue
      }
      let (row, firstLine) = (rows[index], locations[original].line)
      faults.add(
        .repeated("\(row.subject) has a score", firstLine: firstLine), at: locations[index],
        column: Column.post.rawValue)
    }
  }

  /// Adds a fault for each world that lacks a score: the first that is not there.
  private mutating func checkGaps(in order: [Int]) {
    var rest = order[...]
    while let start = rest.first {
      let end = rest.firstIndex { rows[$0].world != rows[start].world } ?? rest.endIndex
      checkGaps(ofWorld: rest[..<end])
      rest = rest[end...]
    }
  }

  /// - Parameter order: The indices of the rows of one world, by viewer and post.
  private mutating func checkGaps(ofWorld order: ArraySlice<Int>) {
    let posts = (order.map { rows[$0].post.index }.max() ?? 0) + 1
    var next = 0
    var last = order.first
    for index in order {
      guard rows[index].number(of: posts) == next else { break }
      next += 1
      last = index
    }
    guard let last, next < order.count || next % posts != 0 else { return }
    let absent = ScoreTable.Row(
      world: rows[last].world, viewer: rows[last].viewer.map { _ in MemberID(next / posts) },
      post: PostID(next % posts), score: 0)
    faults.add(
      .missing(
        "the score of \(absent.subject) is missing; add it, or write 'missing: 0' beside scores, the score"
          + " of whatever the file does not have"),
      at: locations[last], column: Column.score.rawValue)
  }
}

extension ScoreTable.Row {
  fileprivate func isAbout(_ other: ScoreTable.Row) -> Bool {
    world == other.world && viewer == other.viewer && post == other.post
  }

  /// Its index in a table of all members with so many posts each.
  fileprivate func number(of posts: Int) -> Int { (viewer?.index ?? 0) * posts + post.index }

  /// The subject of the row, such as `post 3 for member 7 in world 0`.
  fileprivate var subject: String {
    "post \(post)" + (viewer.map { " for member \($0)" } ?? "")
      + (world.map { " in world \($0)" } ?? "")
  }
}
