internal import DataFiles

/// Takes the rows of one table, cell by cell in the order of its columns.
///
/// The store remembers what goes wrong, and throws it at the end.
protocol TraceRows {
  mutating func add(_ number: Int)
  mutating func add(_ number: Double)
  mutating func add(_ name: TraceName)
  mutating func addNone()
  /// Ends the row; it has as many cells as there are columns.
  mutating func endRow()
  /// Lets each row until ``unshare()`` begin with the cells that this one has so far.
  mutating func share()
  /// Ends that; no row has been begun beyond the shared cells.
  mutating func unshare()
}

/// A name that many rows have, in the forms that stores need.
struct TraceName {
  let text: String
  /// As a field of RFC 4180.
  let field: [UInt8]

  init(_ text: String) {
    self.text = text
    let quote = UInt8(ascii: "\"")
    let isPlain = text.utf8.allSatisfy { !Self.special.contains($0) }
    field =
      isPlain
      ? Array(text.utf8) : [quote] + text.utf8.flatMap { $0 == quote ? [$0, $0] : [$0] } + [quote]
  }

  private static let special = Array(",\"\r\n".utf8)
}

/// The names of a run, by list and index.
final class WrittenNames {
  private var lists: [[TraceName]]

  init() {
    lists = TraceColumn.NameList.allCases.map { ($0.names ?? []).map(TraceName.init) }
  }

  subscript(list: TraceColumn.NameList, index: Int) -> TraceName { lists[list.rawValue][index] }

  /// Sets the names of a list that differs from run to run.
  func set(_ list: TraceColumn.NameList, to names: [String]) {
    lists[list.rawValue] = names.map(TraceName.init)
  }
}

/// Writes the rows of one table.
struct TableWriter<Row: TraceRow, Rows: TraceRows>: TraceCells {
  var rows: Rows
  private let names: WrittenNames

  init(_ rows: Rows, _ names: WrittenNames) {
    self.rows = rows
    self.names = names
  }

  mutating func write(_ row: Row) {
    var row = row
    row.visit(&self)
    rows.endRow()
  }

  @inline(__always)
  mutating func visit<Value: TraceValue>(
    _ value: inout Value, _ cell: @autoclosure () -> TraceCell<Value>
  ) {
    value.write(to: &rows, cell().column.form, names)
  }
}

/// Where the tables of a trace go until it is whole.
protocol TraceStore: AnyObject {
  associatedtype Rows: TraceRows

  /// Makes a table.
  func makeRows(of table: TraceTable) throws -> Rows
  /// Writes what is left of a table; it gets no more rows.
  func end(_ rows: inout Rows) throws
  /// Writes the facts of the run, and sees to it that all is on the disk.
  func finish(run: [String: JSONValue]) throws
  /// Closes all files, whatever is in them.
  func close()
}
