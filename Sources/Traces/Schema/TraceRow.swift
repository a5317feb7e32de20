internal import FeedMetrics
internal import SocialFeed

/// A row of a table. The type of the rows is the schema of the table: ``visit(_:)`` declares each column
/// once, beside the property that has its value, and rows are written and read by it.
///
/// To add a column: a property and a line in ``visit(_:)``. To add a table: a type of rows, and a case
/// and a line in ``TraceTable``.
protocol TraceRow {
  /// A sentence about the rows.
  static var summary: String { get }
  /// Whether every trace must have the table.
  static var isRequired: Bool { get }
  /// The columns by which rows of the database are looked up, an index each.
  static var indexes: [[String]] { get }

  init()

  /// Visits the cells in the order of the columns.
  mutating func visit(_ cells: inout some TraceCells)
}

extension TraceRow {
  static var isRequired: Bool { false }
}

/// A row about something that happened. Rows of a table are in order of the column whose form is
/// ``TraceColumn/Form/time(isWhole:)``.
protocol EventRow: TraceRow {
  /// When it began: what the row refers to must be there by then.
  var time: Double { get }
  /// Values of the row that do not go together.
  var contradiction: (cell: TraceCell<Double>, message: String)? { get }
}

extension EventRow {
  var contradiction: (cell: TraceCell<Double>, message: String)? { nil }
}

/// What visits the cells of a row, in the order of the columns: a writer or a reader.
protocol TraceCells {
  /// Writes the value, or reads it.
  ///
  /// - Parameter cell: Evaluated by those alone who need to know the column.
  mutating func visit<Value: TraceValue>(
    _ value: inout Value, _ cell: @autoclosure () -> TraceCell<Value>)
}

/// A value of a cell.
protocol TraceValue {
  /// Adds the value to a row.
  func write(to rows: inout some TraceRows, _ form: TraceColumn.Form, _ names: WrittenNames)

  /// Reads a cell of the current row.
  ///
  /// - Returns: `nil` after adding a fault.
  static func read(_ records: inout TableRecords, _ index: Int, _ form: TraceColumn.Form) -> Self?

  /// Replaces the trace's number of a member or post by ours.
  mutating func resolve(_ references: inout ReferenceResolver, _ form: TraceColumn.Form)
}

extension TraceValue {
  mutating func resolve(_ references: inout ReferenceResolver, _ form: TraceColumn.Form) {}
}

extension Int: TraceValue {
  func write(to rows: inout some TraceRows, _ form: TraceColumn.Form, _ names: WrittenNames) {
    if case .name(let list) = form { rows.add(names[list, self]) } else { rows.add(self) }
  }

  static func read(_ records: inout TableRecords, _ index: Int, _ form: TraceColumn.Form) -> Int? {
    if case .name = form { return records.name(index) }
    let range = if case .count(let range) = form { range } else { Int.min...Int.max }
    if let number = records.integer(index), range.contains(number) { return number }
    records.expected(index, form.description)
    return nil
  }

  mutating func resolve(_ references: inout ReferenceResolver, _ form: TraceColumn.Form) {
    if case .identifier(let thing) = form { self = references.number(of: thing, self) }
  }
}

/// A value of which a cell may be empty.
protocol TraceNumber: TraceValue {
  /// The number in a cell, if it has one.
  init?(_ records: borrowing TableRecords, _ index: Int)
}

extension Int: TraceNumber {
  init?(_ records: borrowing TableRecords, _ index: Int) {
    guard let number = records.integer(index) else { return nil }
    self = number
  }
}

extension Double: TraceNumber {
  init?(_ records: borrowing TableRecords, _ index: Int) {
    guard let number = records.decimal(index) else { return nil }
    self = number
  }
}

extension Optional: TraceValue where Wrapped: TraceNumber {
  func write(to rows: inout some TraceRows, _ form: TraceColumn.Form, _ names: WrittenNames) {
    if let self { self.write(to: &rows, form, names) } else { rows.addNone() }
  }

  static func read(_ records: inout TableRecords, _ index: Int, _ form: TraceColumn.Form) -> Self? {
    let number = Wrapped(records, index)
    if number == nil, !records.text(index).isEmpty {
      records.expected(index, "\(form) or nothing")
    }
    return number
  }

  mutating func resolve(_ references: inout ReferenceResolver, _ form: TraceColumn.Form) {
    self?.resolve(&references, form)
  }
}

extension Bool: TraceValue {
  func write(to rows: inout some TraceRows, _ form: TraceColumn.Form, _ names: WrittenNames) {
    rows.add(self ? 1 : 0)
  }

  static func read(_ records: inout TableRecords, _ index: Int, _ form: TraceColumn.Form) -> Bool? {
    if let number = records.integer(index), number == 0 || number == 1 { return number == 1 }
    records.expected(index, form.description)
    return nil
  }
}

extension Double: TraceValue {
  func write(to rows: inout some TraceRows, _ form: TraceColumn.Form, _ names: WrittenNames) {
    rows.add(self)
  }

  static func read(
    _ records: inout TableRecords, _ index: Int, _ form: TraceColumn.Form
  ) -> Double? {
    if case .time = form { return records.time }
    if let number = records.decimal(index), form.contains(number) { return number }
    records.expected(index, form.description)
    return nil
  }
}

// MARK: - Names

extension TraceColumn.NameList {
  /// The names, by index; `nil` where they differ from run to run.
  var names: [String]? {
    switch self {
    case .group, .ranker: nil
    case .surface: Surface.allCases.map(\.description)
    case .interaction: InteractionKind.allCases.map(\.description)
    case .tie: TieOutcome.allCases.map { "\($0)" }
    case .button: ["like", "save"]
    case .privacy: Privacy.allCases.map(\.wireName)
    case .request: RequestKind.allCases.map { "\($0)" }
    case .step: RequestStep.allCases.map { "\($0)" }
    }
  }

  /// What a name is the name of, such as `surface`.
  var kind: String {
    switch self {
    case .interaction, .tie, .request: "kind"
    case .group, .ranker, .surface, .button, .privacy, .step: "\(self)"
    }
  }
}
