internal import DataFiles

/// The rows of one table of a trace, found by the names of its columns, and what is wrong with them.
///
/// Columns can stand in any order, and others beside them are passed over. A table that may be missing
/// and is has no rows.
struct TableRecords {
  let table: TraceTable
  /// How faults name the table.
  let file: String
  private(set) var faults: TableFaults
  /// A fault of the file as a whole.
  private(set) var fileFault: LocatedFault?
  private var reader = RecordReader([])
  /// For each column the place of its field.
  private var places: [Int] = []
  private var isRowBroken = false
  /// Whether there is no such table.
  private(set) var isMissing = false

  /// Looks at the header.
  ///
  /// - Parameter source: The bytes; `nil` where there is no such table.
  init(_ table: TraceTable, file: String, source: (any ByteSource)?) {
    self.table = table
    self.file = file
    faults = TableFaults(file: file)
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
    self.table = table
    self.file = file
    faults = TableFaults(file: file)
    refuse(.unreadable(failure.reason))
  }

  private mutating func refuse(_ reason: LocatedFault.Reason) {
    fileFault = LocatedFault(place: .file(file), reason: reason)
  }

  /// Adds a fault of the table as a whole.
  mutating func refuseTable(_ message: String) { refuse(.contradiction(message)) }

  private mutating func findColumns(_ reader: RecordReader) {
    let names = reader.fields.map(reader.text)
    for column in table.columns where column.isRead {
      if let place = names.firstIndex(of: column.name) {
        places.append(place)
      } else {
        let start = reader.position(of: reader.recordStart)
        faults.addMissingColumn(column.name, in: names, at: start)
      }
    }
  }

  var hasFaults: Bool { fileFault != nil || !faults.isEmpty }

  /// All that is wrong with the table.
  var allFaults: [LocatedFault] { (fileFault.map { [$0] } ?? []) + faults.faults }
}

// MARK: - Rows

extension TableRecords {
  /// Goes to the next row.
  ///
  /// - Returns: `false` at the end of the table.
  mutating func next() -> Bool {
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

  /// Whether all cells that were read of the row are right.
  var isRowGood: Bool { !isRowBroken }

  /// The line on which the row begins.
  var line: Int { reader.line }

  /// Where the row begins.
  var place: LocatedFault.Place { .line(file: file, line: line, column: 1) }

  /// Adds a fault of a cell.
  mutating func refuse(_ column: Int, _ reason: LocatedFault.Reason) {
    isRowBroken = true
    let isThere = places[column] < reader.fields.count
    let offset = isThere ? reader.fields[places[column]].start : reader.recordStart
    faults.add(reason, at: reader.position(of: offset), column: table.columns[column].name)
  }

  /// Adds a fault of a row that was read before.
  mutating func refuse(_ column: Int, line: Int, _ reason: LocatedFault.Reason) {
    faults.add(reason, at: TextPosition(line: line), column: table.columns[column].name)
  }

  private mutating func expected(_ column: Int, _ what: String) {
    guard !isRowBroken else { return }
    let text = text(column)
    let found = text.isEmpty ? "nothing" : "'\(text.excerpt)'"
    refuse(column, .unexpected(expected: what, found: found))
  }
}

// MARK: - Cells

extension TableRecords {
  /// The text of a cell; empty where the row ends before it.
  func text(_ column: Int) -> String {
    guard places[column] < reader.fields.count else { return "" }
    return reader.text(of: reader.fields[places[column]])
  }

  /// A whole number; `nil` after adding a fault.
  mutating func identifier(_ column: Int) -> Int? {
    if let number = integer(column) { return number }
    expected(column, "a whole number")
    return nil
  }

  /// A whole number, or `nil` where nothing is written or after adding a fault.
  mutating func optionalIdentifier(_ column: Int) -> Int? {
    if let number = integer(column) { return number }
    if !text(column).isEmpty { expected(column, "a whole number or nothing") }
    return nil
  }

  /// A whole number in a range; `nil` after adding a fault.
  mutating func count(_ column: Int, in range: ClosedRange<Int>) -> Int? {
    if let number = integer(column), range.contains(number) { return number }
    expected(column, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A whole number of seconds, less than 2³⁰ from 0 so that ages can be told; `nil` after adding a fault.
  mutating func wholeSeconds(_ column: Int) -> Double? {
    if let number = decimal(column), number.magnitude < 0x1p30, number == number.rounded() {
      return number
    }
    expected(column, "a whole number of seconds within 34 years of the start")
    return nil
  }

  /// A number; `nil` after adding a fault.
  mutating func number(_ column: Int) -> Double? {
    if let number = decimal(column) { return number }
    expected(column, "a number")
    return nil
  }

  /// A number in a range; `nil` after adding a fault.
  mutating func number(_ column: Int, in range: ClosedRange<Double>) -> Double? {
    if let number = decimal(column), range.contains(number) { return number }
    let (low, high) = (range.lowerBound.shortest, range.upperBound)
    expected(
      column, high.isFinite ? "a number from \(low) to \(high.shortest)" : "a number from \(low)")
    return nil
  }

  /// 0 or 1; `nil` after adding a fault.
  mutating func flag(_ column: Int) -> Bool? {
    if let number = integer(column), number == 0 || number == 1 { return number == 1 }
    expected(column, "0 or 1")
    return nil
  }

  /// A name; `nil` after adding a fault.
  mutating func name(_ column: Int) -> String? {
    let text = text(column)
    if !text.isEmpty { return text }
    expected(column, "a name")
    return nil
  }

  /// The place of a name among those there are; `nil` after adding a fault.
  mutating func name(_ column: Int, in names: inout NameColumn) -> Int? {
    if places[column] < reader.fields.count {
      let (start, end) = reader.trimmed(reader.fields[places[column]])
      if let place = names.place(of: reader.bytes[start..<end]) { return place }
    }
    guard let name = name(column) else { return nil }
    if let place = names.place(of: Array(name.utf8)[...]) { return place }
    let nearest = nearestName(to: name, among: names.names)
    refuse(
      column,
      .unknownName(
        kind: names.kind, found: name.excerpt, nearest: nearest, allowed: names.names))
    return nil
  }

  /// A name that is not among those known; `nil` where it is, or nothing is written.
  func newName(_ column: Int, beside known: inout NameColumn) -> String? {
    guard places[column] < reader.fields.count else { return nil }
    let (start, end) = reader.trimmed(reader.fields[places[column]])
    guard start < end, known.place(of: reader.bytes[start..<end]) == nil else { return nil }
    let name = text(column)
    return known.names.contains(name) ? nil : name
  }

  private func integer(_ column: Int) -> Int? {
    guard places[column] < reader.fields.count else { return nil }
    return reader.integer(of: reader.fields[places[column]])
  }

  private func decimal(_ column: Int) -> Double? {
    guard places[column] < reader.fields.count else { return nil }
    return reader.decimal(of: reader.fields[places[column]])
  }
}

/// The names that a column can have, found fast where one follows itself.
struct NameColumn {
  /// What they are the names of, such as `surface`.
  let kind: String
  let names: [String]
  private let bytes: [[UInt8]]
  private var latest = 0

  init(_ kind: String, _ names: [String]) {
    self.kind = kind
    self.names = names
    bytes = names.map { Array($0.utf8) }
  }

  mutating func place(of name: ArraySlice<UInt8>) -> Int? {
    if latest < bytes.count, bytes[latest].elementsEqual(name) { return latest }
    guard let place = bytes.firstIndex(where: { $0.elementsEqual(name) }) else { return nil }
    latest = place
    return place
  }
}
