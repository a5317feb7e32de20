package import DataFiles

/// The rows of a mapped table: the conditions of the mapping are applied, and broken rows counted.
package struct TableRows {
  package let table: MappedTable
  /// Rows that fulfil the conditions, broken ones included.
  package private(set) var count = 0
  package private(set) var brokenCount = 0
  /// The first few faults of rows.
  package private(set) var faults: [LocatedFault] = []
  private var reader: RecordReader
  private var cells: [String: Cell] = [:]
  private var conditions: [(index: Int, texts: Set<String>)] = []
  private var isBroken = false

  /// Faults of rows that are kept; more broken rows than this share of all is an error.
  private static let listed = 5
  private static let tolerance = 0.01

  /// Opens a table and finds its columns.
  ///
  /// - Returns: `nil` after adding faults.
  package init?(_ table: MappedTable, faults: FaultList) {
    self.table = table
    let before = faults.count
    do throws(UnreadableFile) {
      reader = RecordReader(try TableBytes(path: table.path))
      guard reader.readNext() else {
        throw reader.failure ?? UnreadableFile(reason: "this file is empty")
      }
    } catch {
      faults.add(
        LocatedFault(
          location: table.location, key: "tables.file",
          reason: .unreadable("\(table.path): \(error.reason)")))
      return nil
    }
    let header = reader.fields.map(reader.text)
    for column in table.columns {
      let index = Self.index(of: column, in: header, of: table, faults: faults)
      cells[column.key] = index.map { Cell(index: $0, name: column.name) }
    }
    for condition in table.conditions {
      let index = Self.index(of: condition.column, in: header, of: table, faults: faults)
      if let index { conditions.append((index, condition.texts)) }
    }
    guard faults.count == before else { return nil }
  }

  /// A mapped column in the file.
  package struct Cell: Sendable {
    fileprivate let index: Int
    fileprivate let name: String
  }

  /// The column of a meaning, if the mapping has it.
  package subscript(key: String) -> Cell? { cells[key] }

  private static func index(
    of column: MappedTable.MappedColumn, in header: [String], of table: MappedTable,
    faults: FaultList
  ) -> Int? {
    if let index = header.firstIndex(of: column.name) { return index }
    let remedy =
      if let nearest = nearestName(to: column.name, among: header) {
        "did you mean '\(nearest)'?"
      } else {
        "there are \(LocatedFault.Reason.list(header.prefix(30).map(\.excerpt)))"
      }
    let message = "\(table.file) has no column '\(column.name.excerpt)'; \(remedy)"
    faults.add(
      LocatedFault(location: column.location, key: column.path, reason: .contradiction(message)))
    return nil
  }
}

// MARK: - Rows

extension TableRows {
  /// Goes to the next row that fulfils the conditions.
  ///
  /// - Returns: `false` at the end.
  package mutating func next() -> Bool {
    while reader.readNext() {
      isBroken = false
      if let fault = reader.quoteFault {
        count += 1
        add(fault.message, at: fault.offset, column: "")
        continue
      }
      guard conditions.allSatisfy({ $0.texts.contains(text(at: $0.index)) }) else { continue }
      count += 1
      return true
    }
    return false
  }

  /// Whether the row had a cell that is wrong, and should not count.
  package var isRowBroken: Bool { isBroken }

  private func text(at index: Int) -> String {
    index < reader.fields.count ? reader.text(of: reader.fields[index]) : ""
  }

  /// The bytes of a cell; `nil` where the value is missing or the row ends before the cell.
  private func bytes(in cell: Cell) -> ArraySlice<UInt8>? {
    guard cell.index < reader.fields.count else { return nil }
    let field = reader.fields[cell.index]
    let (start, end) = reader.trimmed(field)
    var bytes = reader.bytes[start..<end]
    if field.isQuoted, bytes.contains(UInt8(ascii: "\"")) {
      bytes = Array(reader.text(of: field).utf8)[...]
    }
    if bytes.isEmpty { return nil }
    guard table.missing.count > 1 else { return bytes }
    return table.missing.contains(String(decoding: bytes, as: UTF8.self)) ? nil : bytes
  }

  private mutating func add(_ message: String, at offset: Int, column: String) {
    if !isBroken { brokenCount += 1 }
    isBroken = true
    guard faults.count < Self.listed else { return }
    let position = reader.position(of: offset)
    faults.append(
      LocatedFault(
        location: .line(file: table.path, line: position.line, column: position.column),
        key: column,
        reason: .syntax(message)))
  }

  /// Marks the row as broken because of a column's content.
  package mutating func refuse(_ cell: Cell, _ message: String) {
    let isThere = cell.index < reader.fields.count
    let offset = isThere ? reader.fields[cell.index].start : reader.recordStart
    add(message, at: offset, column: cell.name)
  }
}

// MARK: - Cells

extension TableRows {
  /// The bytes of a cell; `nil` where the column or the value is missing.
  package func key(_ cell: Cell?) -> ArraySlice<UInt8>? {
    // A closure over these rows would copy them.
    guard let cell else { return nil }
    return bytes(in: cell)
  }

  /// The bytes of a required cell, or `nil` after breaking the row.
  package mutating func requiredKey(_ cell: Cell) -> ArraySlice<UInt8>? {
    if let bytes = bytes(in: cell) { return bytes }
    refuse(cell, "expected a name, found nothing")
    return nil
  }

  /// A number that is not negative; `nil` where it is missing, or after breaking the row.
  package mutating func number(_ cell: Cell?) -> Double? {
    guard let cell, let bytes = bytes(in: cell) else { return nil }
    if let whole = reader.wholeNumber(of: reader.fields[cell.index]) { return Double(whole) }
    if let value = PlainNumber(String(decoding: bytes, as: UTF8.self))?.value, value >= 0 {
      return value + 0
    }
    refuse(cell, "expected a number from 0 up, found \(bytes.quoted)")
    return nil
  }

  /// A whole number from 0; `nil` where it is missing, or after breaking the row.
  package mutating func count(_ cell: Cell?) -> Int? {
    guard let cell, let bytes = bytes(in: cell) else { return nil }
    if let whole = reader.wholeNumber(of: reader.fields[cell.index]) { return whole }
    let value = PlainNumber(String(decoding: bytes, as: UTF8.self))?.value
    if let value, value >= 0, value < 1e15, value == value.rounded() { return Int(value) }
    refuse(cell, "expected a whole number from 0 up, found \(bytes.quoted)")
    return nil
  }

  /// A required whole number, or `nil` after breaking the row.
  package mutating func requiredCount(_ cell: Cell) -> Int? {
    if let count = count(cell) { return count }
    if !isBroken { refuse(cell, "expected a whole number from 0 up, found nothing") }
    return nil
  }

  /// Whether an action was done: 0, 1, a count, true or false; a missing cell means 0.
  package mutating func flag(_ cell: Cell?) -> Bool {
    guard let cell, let bytes = bytes(in: cell) else { return false }
    if let whole = reader.wholeNumber(of: reader.fields[cell.index]) { return whole > 0 }
    let word = String(decoding: bytes, as: UTF8.self)
    switch word.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default: break
    }
    if let value = PlainNumber(word)?.value, value >= 0 { return value > 0 }
    refuse(cell, "expected 0, 1, true or false, found \(bytes.quoted)")
    return false
  }

  /// Seconds since 1970 in UTC; `nil` where the cell is missing, or after breaking the row.
  package mutating func time(_ cell: Cell?) -> Double? {
    guard let cell, let bytes = bytes(in: cell) else { return nil }
    do throws(WrongCell) {
      return try table.clock.seconds(bytes)
    } catch {
      refuse(cell, error.message)
      return nil
    }
  }

  /// A required time, or `nil` after breaking the row.
  package mutating func requiredTime(_ cell: Cell) -> Double? {
    if let time = time(cell) { return time }
    if !isBroken { refuse(cell, "expected a time, found nothing") }
    return nil
  }

  /// The bytes of the category of the row's post; `nil` where none exists.
  package func category(_ cell: Cell?) -> ArraySlice<UInt8>? {
    guard let bytes = key(cell) else { return nil }
    let isMissing =
      !table.missingCategories.isEmpty
      && table.missingCategories.contains(String(decoding: bytes, as: UTF8.self))
    return isMissing ? nil : bytes
  }
}

// MARK: - The end

extension TableRows {
  /// The faults that make the table unusable: a file that cannot be read to its end, no row, or too many
  /// broken rows.
  package var fatal: [LocatedFault] {
    if let failure = reader.failure {
      return [LocatedFault(location: .file(table.path), reason: .unreadable(failure.reason))]
    }
    if count == 0 {
      let message =
        "no row below the header"
        + (table.conditions.isEmpty ? "" : " that fulfils the conditions")
      return [LocatedFault(location: .file(table.path), reason: .contradiction(message))]
    }
    guard Double(brokenCount) > Self.tolerance * Double(count) else { return [] }
    return faults + [
      LocatedFault(
        location: .file(table.path), reason: .contradiction("\(brokenText), more than 1 %"))
    ]
  }

  /// The note about broken rows that were skipped; `nil` without one.
  package var note: String? {
    guard brokenCount > 0, let first = faults.first else { return nil }
    return "\(table.file): \(brokenText) and skipped; the first: \(first)"
  }

  private var brokenText: String {
    "\(brokenCount.grouped) of \(count.grouped) rows \(brokenCount == 1 ? "is" : "are") broken"
  }
}
