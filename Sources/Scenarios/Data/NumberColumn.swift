internal import DataFiles

/// Reads a column of numbers from a table with a header.
struct NumberColumn {
  private var reader: RecordReader
  private let column: String
  private let form: NumberForm
  private var found: TableFaults

  /// - Parameter file: How faults name the table.
  init(_ bytes: [UInt8], file: String, column: String, form: NumberForm) {
    reader = RecordReader(bytes)
    self.column = column
    self.form = form
    found = TableFaults(file: file)
  }

  var faults: [LocatedFault] { found.faults }

  /// The numbers of the column, in order, or `nil` after adding faults.
  ///
  /// - Parameters:
  ///   - rows: How many there must be.
  ///   - name: The name of the rows, in the plural.
  mutating func read(rows: Int, of name: String) -> [Double]? {
    guard let field = readHeader() else { return nil }
    var numbers: [Double] = []
    var count = 0
    while reader.readNext() {
      count += 1
      if let number = number(field) { numbers.append(number) }
    }
    if count != rows {
      found.add(
        .unexpected(expected: "\(rows) rows, one for each of the \(name)", found: "\(count)"),
        at: TextPosition())
    }
    return found.isEmpty ? numbers : nil
  }

  private mutating func readHeader() -> Int? {
    let names = reader.readNext() ? reader.fields.map(reader.text) : []
    if let index = names.firstIndex(of: column) { return index }
    found.addMissingColumn(column, in: names, at: reader.position(of: reader.recordStart))
    return nil
  }

  private mutating func number(_ field: Int) -> Double? {
    if let fault = reader.quoteFault {
      found.add(.syntax(fault.message), at: reader.position(of: fault.offset))
      return nil
    }
    let isThere = field < reader.fields.count
    let text = isThere ? reader.text(of: reader.fields[field]) : ""
    if let value = PlainNumber(text)?.value, form.admits(value) { return value + 0 }
    let start = isThere ? reader.fields[field].start : reader.recordStart
    found.add(
      .unexpected(
        expected: form.description, found: text.isEmpty ? "nothing" : "'\(text.excerpt)'"),
      at: reader.position(of: start), column: column)
    return nil
  }
}
