internal import DataFiles

/// The rows of one table of a trace, whose columns are found by name, and the faults of the table.
///
/// Columns can stand in any order, and unknown columns are skipped. A table that may be missing and is
/// missing has no rows.
struct TableRecords {
  let table: TraceTable
  private let columns: [TraceColumn]
  /// How faults name the table.
  let file: String
  private(set) var faults: TableFaults
  /// A fault of the file as a whole.
  private(set) var fileFault: LocatedFault?
  private var reader = RecordReader([])
  /// For each column the index of its field; `Int.max` for a column that is not there.
  private var fields: [Int] = []
  /// For each column of names what they can be.
  private var names: [NameColumn?]
  /// The column of the time by which rows must be in order.
  private let timeColumn: Int?
  /// The time of the current row; infinite at the end of a table.
  private(set) var time = -Double.infinity
  /// The index of the next column that a row visits.
  private var column = 0
  private var isRowBroken = false
  /// Whether there is no such table.
  private(set) var isMissing = false

  private init(_ table: TraceTable, file: String, _ names: TraceNames) {
    self.table = table
    self.file = file
    faults = TableFaults(file: file)
    columns = table.columns
    self.names = columns.map { column in
      if case .name(let list) = column.form { names.column(list) } else { nil }
    }
    timeColumn = columns.firstIndex { if case .time = $0.form { true } else { false } }
  }

  /// Looks at the header.
  ///
  /// - Parameter source: The bytes; `nil` where there is no such table.
  init(_ table: TraceTable, file: String, names: TraceNames, source: (any ByteSource)?) {
    self.init(table, file: file, names)
    guard let source else {
      isMissing = true
      if table.isRequired { refuse(.unreadable("this table is missing, and a trace must have it")) }
      return
    }
    var reader = RecordReader(source)
    guard reader.readNext() else {
      refuse(.unreadable(reader.failure?.reason ?? "this file is empty; it must have a header"))
      return
    }
    findColumns(reader)
    if faults.isEmpty { self.reader = reader }
  }

  /// A table whose bytes cannot be had.
  init(_ table: TraceTable, file: String, failure: UnreadableFile) {
    self.init(table, file: file, TraceNames())
    refuse(.unreadable(failure.reason))
  }

  private mutating func refuse(_ reason: LocatedFault.Reason) {
    fileFault = LocatedFault(location: .file(file), reason: reason)
  }

  /// Adds a fault of the table as a whole.
  mutating func refuseTable(_ message: String) { refuse(.contradiction(message)) }

  private mutating func findColumns(_ reader: RecordReader) {
    let header = reader.fields.map(reader.text)
    for column in columns {
      let field = header.firstIndex(of: column.name)
      if field == nil, column.isRead, !column.mayBeMissing {
        let start = reader.position(of: reader.recordStart)
        faults.addMissingColumn(column.name, in: header, at: start)
      }
      fields.append(field ?? Int.max)
    }
  }

  var hasFaults: Bool { fileFault != nil || !faults.isEmpty }

  /// All that is wrong with the table.
  var allFaults: [LocatedFault] { (fileFault.map { [$0] } ?? []) + faults.faults }
}

// MARK: - Rows

extension TableRecords {
  /// Reads the next row without fault.
  ///
  /// - Returns: `false` at the end of the table.
  mutating func next(_ row: inout some TraceRow) -> Bool {
    while nextRecord() {
      guard readTime() else { continue }
      column = 0
      row.visit(&self)
      if !isRowBroken { return true }
    }
    time = .infinity
    return false
  }

  /// Goes to the next row.
  ///
  /// - Returns: `false` at the end of the table.
  mutating func nextRecord() -> Bool {
    isRowBroken = false
    guard reader.readNext() else {
      if let failure = reader.failure { refuse(.unreadable(failure.reason)) }
      reader = RecordReader([])
      return false
    }
    if let fault = reader.quoteFault {
      isRowBroken = true
      faults.add(.syntax(fault.message), at: reader.position(of: fault.offset))
    }
    return true
  }

  /// Reads the time of the row, if rows must be in order of time.
  ///
  /// - Returns: `false` after adding a fault.
  private mutating func readTime() -> Bool {
    guard let timeColumn else { return true }
    let form = columns[timeColumn].form
    guard let time = decimal(timeColumn), form.contains(time) else {
      expected(timeColumn, form.description)
      return false
    }
    guard time >= self.time else {
      let message =
        "\(time.shortest) comes after \(self.time.shortest); rows must be in order of time"
      refuse(timeColumn, .contradiction(message))
      return false
    }
    self.time = time
    return true
  }

  /// Replaces the members and posts of a row that was read by our numbers of them.
  ///
  /// - Returns: Whether all are there; if not, after adding a fault where the members or posts are known.
  mutating func resolve(_ row: inout some EventRow, _ nouns: TraceNouns) -> Bool {
    var references = ReferenceResolver(nouns, at: row.time)
    row.visit(&references)
    for fault in references.faults { refuse(fault.column, fault.reason) }
    return references.isResolved
  }

  /// The line on which the row begins.
  var line: Int { reader.line }

  /// Where the row begins.
  var location: LocatedFault.Location { .line(file: file, line: line, column: 1) }

  /// Adds a fault of a cell of the current row.
  mutating func refuse<Value>(_ cell: TraceCell<Value>, _ reason: LocatedFault.Reason) {
    refuse(columns.firstIndex { $0.name == cell.column.name }!, reason)
  }

  private mutating func refuse(_ column: Int, _ reason: LocatedFault.Reason) {
    isRowBroken = true
    let isThere = fields[column] < reader.fields.count
    let offset = isThere ? reader.fields[fields[column]].start : reader.recordStart
    faults.add(reason, at: reader.position(of: offset), column: columns[column].name)
  }

  /// Adds a fault of a row that was read before.
  mutating func refuse<Value>(
    _ cell: TraceCell<Value>, line: Int, _ reason: LocatedFault.Reason
  ) {
    faults.add(reason, at: TextPosition(line: line), column: cell.column.name)
  }

  /// Adds a fault of a cell that is not what it must be, unless the row has a fault already.
  mutating func expected(_ column: Int, _ what: String) {
    guard !isRowBroken else { return }
    let text = text(column)
    let found = text.isEmpty ? "nothing" : "'\(text.excerpt)'"
    refuse(column, .unexpected(expected: what, found: found))
  }
}

// MARK: - Cells

extension TableRecords: TraceCells {
  mutating func visit<Value: TraceValue>(
    _ value: inout Value, _ cell: @autoclosure () -> TraceCell<Value>
  ) {
    let column = cell().column
    let isThere = !column.mayBeMissing || fields[self.column] < Int.max
    if column.isRead, isThere, let read = Value.read(&self, self.column, column.form) {
      value = read
    }
    self.column += 1
  }
}

extension TableRecords {
  /// The text of a cell; empty where the row ends before it.
  func text(_ column: Int) -> String {
    guard fields[column] < reader.fields.count else { return "" }
    return reader.text(of: reader.fields[fields[column]])
  }

  /// A whole number, if the cell is one.
  func integer(_ column: Int) -> Int? {
    guard fields[column] < reader.fields.count else { return nil }
    return reader.integer(of: reader.fields[fields[column]])
  }

  /// A finite number, if the cell is one.
  func decimal(_ column: Int) -> Double? {
    guard fields[column] < reader.fields.count else { return nil }
    return reader.decimal(of: reader.fields[fields[column]])
  }

  /// The index of a name in the list of the column; `nil` after adding a fault.
  mutating func name(_ column: Int) -> Int? {
    if fields[column] < reader.fields.count {
      let (start, end) = reader.trimmed(reader.fields[fields[column]])
      if let index = names[column]!.index(of: reader.bytes[start..<end]) { return index }
    }
    let text = text(column)
    guard !text.isEmpty else {
      expected(column, columns[column].form.description)
      return nil
    }
    if let index = names[column]!.index(of: text) { return index }
    let known = names[column]!.names
    let nearest = nearestName(to: text, among: known)
    refuse(
      column,
      .unknownName(
        kind: names[column]!.kind, found: text.excerpt, nearest: nearest, allowed: known))
    return nil
  }

  /// The names that a column has, in the order in which they appear first; rows without one are skipped.
  mutating func names(of cell: TraceCell<Int>) -> [String] {
    let column = columns.firstIndex { $0.name == cell.column.name }!
    while nextRecord() {
      if !text(column).isEmpty { _ = name(column) }
    }
    return names[column]!.names
  }

  /// The names that a column of the rows read so far can have.
  func knownNames(of cell: TraceCell<Int>) -> [String] {
    columns.firstIndex { $0.name == cell.column.name }.flatMap { names[$0]?.names } ?? []
  }
}

/// The names that the cells of a column can have, found fast where a name follows itself.
struct NameColumn {
  /// What the names are names of, such as `surface`.
  let kind: String
  private(set) var names: [String]
  /// Whether a new name is taken in.
  private let isOpen: Bool
  private var bytes: [[UInt8]]
  private var indexes: [String: Int]
  private var latest = 0

  /// More names than this are looked up by hashing.
  private static let fewNames = 64

  /// - Parameter names: The names that there are; `nil` where the cells decide.
  init(_ kind: String, _ names: [String]?) {
    self.kind = kind
    self.names = names ?? []
    isOpen = names == nil
    bytes = self.names.map { Array($0.utf8) }
    indexes = Dictionary(zip(self.names, self.names.indices)) { first, _ in first }
  }

  /// The index of a name by its bytes, if that is found fast.
  mutating func index(of name: ArraySlice<UInt8>) -> Int? {
    if latest < bytes.count, bytes[latest].elementsEqual(name) { return latest }
    guard bytes.count <= Self.fewNames,
      let index = bytes.firstIndex(where: { $0.elementsEqual(name) })
    else { return nil }
    latest = index
    return index
  }

  /// The index of a name; `nil` when there is no such name.
  mutating func index(of name: String) -> Int? {
    if let index = indexes[name] {
      latest = index
      return index
    }
    guard isOpen else { return nil }
    indexes[name] = names.count
    names.append(name)
    bytes.append(Array(name.utf8))
    return names.count - 1
  }
}

/// The names of a trace that differ from run to run; `nil` where the tables decide.
struct TraceNames {
  var groups: [String]?
  var rankers: [String]?

  fileprivate func column(_ list: TraceColumn.NameList) -> NameColumn {
    switch list {
    case .group: NameColumn(list.kind, groups)
    case .ranker: NameColumn(list.kind, rankers)
    case .surface, .interaction, .tie, .button, .privacy, .request, .step:
      NameColumn(list.kind, list.names)
    }
  }
}

/// Replaces the numbers that a trace has for members, posts and pets by ours.
struct ReferenceResolver: TraceCells {
  private let nouns: TraceNouns
  /// When the things must be there.
  private let time: Double
  private var column = 0
  private(set) var isResolved = true
  private(set) var faults: [(column: Int, reason: LocatedFault.Reason)] = []

  init(_ nouns: TraceNouns, at time: Double) {
    self.nouns = nouns
    self.time = time
  }

  mutating func visit<Value: TraceValue>(
    _ value: inout Value, _ cell: @autoclosure () -> TraceCell<Value>
  ) {
    value.resolve(&self, cell().column.form)
    column += 1
  }

  /// Our number of a thing; the same number for a thing that is none of these.
  mutating func number(of thing: TraceColumn.Thing, _ identifier: Int) -> Int {
    switch thing {
    case .member:
      let number = nouns.members.numbering.number(of: identifier)
      if let number, nouns.members.replayedAt[number] <= time { return number }
      refuse(nouns.members.absence(of: identifier, at: time, "this"))
    case .post:
      let number = nouns.posts.numbering.number(of: identifier)
      if let number, nouns.posts.createdAt[number] <= time { return number }
      refuse(nouns.posts.absence(of: identifier, at: time, "this"))
    case .pet:
      if let number = nouns.pets.numbering.number(of: identifier) { return number }
      refuse(nouns.pets.isKnown ? .noPet(identifier) : nil)
    case .contest, .category, .request, .session: break
    }
    return identifier
  }

  private mutating func refuse(_ reason: LocatedFault.Reason?) {
    isResolved = false
    if let reason { faults.append((column, reason)) }
  }
}
