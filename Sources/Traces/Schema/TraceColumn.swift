internal import DataFiles

/// A column of a table of a trace: all that writers, readers, SQL and documentation know about it.
package struct TraceColumn: Sendable {
  /// What a cell holds.
  package enum Form: Sendable, Hashable {
    /// A whole number that names a thing.
    case identifier(of: Thing)
    case count(ClosedRange<Int>)
    /// 0 or 1.
    case flag
    /// In a range, both ends included; any number where both are infinite.
    case number(ClosedRange<Double>)
    /// Whole seconds from the start of the run, less than 2³⁰ of them, so that ages are exact.
    case wholeSeconds
    /// Seconds from the start of the run, less than 2³⁰ of them, by which the rows are in order.
    case time(isWhole: Bool)
    case name(NameList)
  }

  /// What identifiers name.
  package enum Thing: String, Sendable {
    case member, post, contest, category, request, session, pet
  }

  /// What names a cell can have.
  package enum NameList: Int, CaseIterable, Sendable {
    case group, ranker, surface, interaction, tie, button, privacy, request, step
  }

  package let name: String
  package let form: Form
  /// Whether a cell may be empty.
  package var isOptional = false
  /// Whether a replay reads it. A column that a replay does not read may be missing.
  package var isRead = true
  /// Whether a log may lack the column that a replay reads.
  fileprivate(set) package var mayBeMissing = false
  /// `s` for seconds; empty where numbers have no unit.
  package var unit = ""
  package let meaning: String
}

extension TraceColumn.Form: CustomStringConvertible {
  /// What a cell must be, such as `a whole number from 0 to 4`.
  package var description: String {
    switch self {
    case .identifier: "a whole number"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "0 or 1"
    case .wholeSeconds, .time(isWhole: true):
      "a whole number of seconds within 34 years of the start"
    case .name: "a name"
    case .time(isWhole: false): "a number of seconds within 34 years of the start"
    case .number(let range):
      (range.lowerBound.isFinite ? "a number from \(range.lowerBound.shortest)" : "a number")
        + (range.upperBound.isFinite ? " to \(range.upperBound.shortest)" : "")
    }
  }

  /// Whether a finite number may stand in a cell.
  func contains(_ number: Double) -> Bool {
    switch self {
    case .wholeSeconds, .time(isWhole: true):
      number.magnitude < 0x1p30 && number == number.rounded()
    case .time(isWhole: false): number.magnitude < 0x1p30
    case .number(let range): range.contains(number)
    case .identifier, .count, .flag, .name: true
    }
  }
}

/// A column whose cells have values of one type.
struct TraceCell<Value>: Sendable {
  private(set) var column: TraceColumn

  /// The same column, which a log may lack: the rows then keep the value of an empty row.
  var orMissing: Self {
    var cell = self
    cell.column.mayBeMissing = true
    return cell
  }
}

extension TraceCell where Value == Int {
  static func identifier(
    _ name: String, of thing: TraceColumn.Thing, isRead: Bool = true, _ meaning: String
  ) -> Self {
    Self(
      column: TraceColumn(
        name: name, form: .identifier(of: thing), isRead: isRead, meaning: meaning))
  }

  static func count(
    _ name: String, in range: ClosedRange<Int> = 0...Int(Int32.max), isRead: Bool = true,
    _ meaning: String
  ) -> Self {
    Self(column: TraceColumn(name: name, form: .count(range), isRead: isRead, meaning: meaning))
  }

  /// An index in a list of names, written as the name.
  static func name(
    _ name: String, of list: TraceColumn.NameList, _ meaning: String
  ) -> Self {
    Self(column: TraceColumn(name: name, form: .name(list), meaning: meaning))
  }
}

extension TraceCell where Value == Int? {
  static func identifier(
    _ name: String, of thing: TraceColumn.Thing, isRead: Bool = true, _ meaning: String
  ) -> Self {
    Self(
      column: TraceColumn(
        name: name, form: .identifier(of: thing), isOptional: true, isRead: isRead,
        meaning: meaning))
  }
}

extension TraceCell where Value == Bool {
  static func flag(_ name: String, isRead: Bool = true, _ meaning: String) -> Self {
    Self(column: TraceColumn(name: name, form: .flag, isRead: isRead, meaning: meaning))
  }
}

extension TraceCell where Value == Double? {
  static func optionalSeconds(_ name: String, _ meaning: String) -> Self {
    Self(
      column: TraceColumn(
        name: name, form: .number(-Double.infinity...Double.infinity), isOptional: true, unit: "s",
        meaning: meaning))
  }
}

extension TraceCell where Value == Double {
  static func number(
    _ name: String, in range: ClosedRange<Double> = -Double.infinity...Double.infinity,
    unit: String = "", _ meaning: String
  ) -> Self {
    Self(column: TraceColumn(name: name, form: .number(range), unit: unit, meaning: meaning))
  }

  static func wholeSeconds(_ name: String, _ meaning: String) -> Self {
    Self(column: TraceColumn(name: name, form: .wholeSeconds, unit: "s", meaning: meaning))
  }

  static func time(_ name: String, isWhole: Bool = false, _ meaning: String) -> Self {
    Self(
      column: TraceColumn(name: name, form: .time(isWhole: isWhole), unit: "s", meaning: meaning))
  }
}
