internal import DataFiles
internal import SyntheticSociety

/// Reads the rows of an edge list, and finds what is wrong with them.
struct EdgeListParser {
  /// Those without fault, but for follows that are there twice.
  private(set) var rows: [EdgeRow] = []
  private(set) var header: (from: String, to: String)?
  private(set) var faults: TableFaults
  private var reader: RecordReader
  private var fromField = 0
  private var toField = 1

  init(_ bytes: [UInt8], file: String) {
    reader = RecordReader(bytes)
    faults = TableFaults(file: file)
  }

  mutating func read(_ columns: EdgeList.Columns) {
    guard reader.readNext() else { return }
    if hasHeader(columns) {
      guard readHeader(columns) else { return }
    } else {
      readRow()
    }
    while reader.readNext() { readRow() }
  }
}

// MARK: - Header

extension EdgeListParser {
  private func hasHeader(_ columns: EdgeList.Columns) -> Bool {
    columns.from != nil || columns.to != nil
      || reader.fields.prefix(2).allSatisfy { reader.wholeNumber(of: $0) == nil }
  }

  /// - Returns: `false` after adding a fault that leaves no columns to read.
  private mutating func readHeader(_ columns: EdgeList.Columns) -> Bool {
    let names = reader.fields.map(reader.text)
    guard names.count > 1 else {
      let expected = "a table with two members' numbers in each row"
      let found = "the only column '\(names[0].excerpt)'"
      faults.add(
        .unexpected(expected: expected, found: found),
        at: reader.position(of: reader.recordStart))
      return false
    }
    let from = find(columns.from, in: names)
    let to = find(columns.to, in: names)
    guard let from, let to else { return false }
    let first = from ?? names.firstIndex(of: "src") ?? (to == 0 ? 1 : 0)
    let second = to ?? names.firstIndex(of: "dst") ?? (first == 1 ? 0 : 1)
    (fromField, toField) = (first, second)
    header = (names[first], names[second])
    guard first != second else {
      let message = "from and to are both the column '\(names[first].excerpt)'"
      faults.add(.contradiction(message), at: reader.position(of: reader.recordStart))
      return false
    }
    return true
  }

  /// The index of a named column; `nil` inside where no name is given, `nil` after adding a fault.
  private mutating func find(_ name: String?, in names: [String]) -> Int?? {
    guard let name else { return .some(nil) }
    if let index = names.firstIndex(of: name) { return index }
    faults.addMissingColumn(name, in: names, at: reader.position(of: reader.recordStart))
    return nil
  }
}

// MARK: - Rows

extension EdgeListParser {
  private mutating func readRow() {
    if let fault = reader.quoteFault {
      faults.add(.syntax(fault.message), at: reader.position(of: fault.offset))
      return
    }
    let from = member(fromField, header?.from)
    let to = member(toField, header?.to)
    guard let from, let to else { return }
    let field = reader.fields[fromField].start
    guard from != to else {
      let message = "member \(from) follows itself"
      faults.add(.contradiction(message), at: reader.position(of: field))
      return
    }
    let position = reader.position(of: field)
    rows.append(
      EdgeRow(
        from: from, to: to, line: UInt32(reader.line), fieldLine: UInt32(position.line),
        fieldColumn: UInt32(position.column)))
  }

  /// The member's number in a field, or `nil` after adding a fault.
  private mutating func member(_ field: Int, _ column: String?) -> Int? {
    guard field < reader.fields.count else {
      let count = reader.fields.count
      let found = "\(count) \(count == 1 ? "column" : "columns")"
      faults.add(
        .unexpected(expected: "a member's number in column \(field + 1)", found: found),
        at: reader.position(of: reader.recordStart), column: column ?? "")
      return nil
    }
    let text = reader.fields[field]
    if let number = reader.wholeNumber(of: text) { return number }
    let found = reader.text(of: text)
    faults.add(
      .unexpected(
        expected: "a member's number, 0 or more",
        found: found.isEmpty ? "nothing" : "'\(found.excerpt)'"),
      at: reader.position(of: text.start), column: column ?? "")
    return nil
  }
}

// MARK: - The table as a whole

extension EdgeListParser {
  /// Adds a fault for each follow that is there already.
  mutating func checkRepetition() {
    let ordered = rows.indices.sorted { left, right in
      let (one, other) = (rows[left], rows[right])
      return (one.from, one.to, left) < (other.from, other.to, right)
    }
    var first = 0
    for next in ordered.indices.dropFirst() {
      let (original, row) = (rows[ordered[first]], rows[ordered[next]])
      guard row.from == original.from, row.to == original.to else {
        first = next
        continue
      }
      faults.add(
        .repeated("\(row.from) follows \(row.to)", firstLine: Int(original.line)),
        at: TextPosition(line: Int(row.fieldLine), column: Int(row.fieldColumn)))
    }
  }

  /// Adds a fault unless there are members, and no more than a community can have.
  mutating func checkSize(members: Int) {
    guard faults.isEmpty else { return }
    if members == 0 {
      faults.add(
        .unexpected(expected: "a follow a row", found: "no row"), at: TextPosition())
    }
    let limit = SocietyParameter.all.first { $0.key == "world.members" }!.range.upperBound
    if Double(members) > limit {
      faults.add(
        .unexpected(expected: "at most \(limit.shortest) members", found: "\(members)"),
        at: TextPosition())
    }
  }
}
