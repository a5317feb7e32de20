internal import DataFiles
public import FeedMetrics

extension Scenario.Tuning {
  /// A limit that tuned values must keep: `creator_exposure_gini <= 0.45` or `relevance@10 >= baseline -
  /// 2%`.
  public struct Constraint: Sendable, Hashable {
    public enum Bound: Sendable, Hashable {
      /// In the metric's unit.
      case absolute(Double)
      /// The mean under the incumbent values, and what is added to it.
      case baseline(plus: Scenario.Margin.Size)
    }

    /// A metric's id.
    public let metric: String
    /// Whether the metric must not be above the bound; otherwise it must not be below.
    public let isUpper: Bool
    public let bound: Bound

    public init(metric: String, isUpper: Bool, bound: Bound) {
      self.metric = metric
      self.isUpper = isUpper
      self.bound = bound
    }
  }
}

extension Scenario.Tuning.Constraint: CustomStringConvertible {
  /// As a scenario writes it.
  public var description: String { "\(metric) \(isUpper ? "<=" : ">=") \(bound)" }
}

extension Scenario.Tuning.Constraint.Bound: CustomStringConvertible {
  public var description: String {
    switch self {
    case .absolute(let value): value.shortest
    case .baseline(.absolute(0)), .baseline(.relative(0)): "baseline"
    case .baseline(.absolute(let change)):
      "baseline \(change < 0 ? "-" : "+") \(change.magnitude.shortest)"
    case .baseline(.relative(let change)):
      "baseline \(change < 0 ? "-" : "+") \(Scenario.Margin.Size.percentage(change.magnitude))"
    }
  }
}

// MARK: - Reading

/// What is wrong with the text of a constraint, at a column of it from 1.
struct ConstraintFault: Error {
  let column: Int
  let reason: LocatedFault.Reason
}

extension Scenario.Tuning.Constraint {
  static let form =
    "a limit, such as creator_exposure_gini <= 0.45 or relevance@10 >= baseline - 2%"
  private static let level = NumberForm(range: -1e12...1e12)

  /// - Parameter text: `METRIC <= BOUND` or `METRIC >= BOUND`, where a bound is a number, or `baseline` and
  ///   perhaps `+` or `-` and a number or a percentage of the baseline.
  init(_ text: String) throws(ConstraintFault) {
    var words = ConstraintWords(text)
    let name = words.next()
    guard let name else {
      throw ConstraintFault(column: 1, reason: .syntax("expected \(Self.form), found nothing"))
    }
    guard let definition = MetricCatalogue.definition(name.text) else {
      throw ConstraintFault(column: name.column, reason: .noMetric(name.text))
    }
    let relation = try words.expect("<= or >=") { ["<=", ">="].contains($0) }
    let bound = try words.expect("\(Self.level) or 'baseline'") { word in
      word == "baseline" || PlainNumber(word).map { Self.level.admits($0.value) } ?? false
    }
    metric = definition.id
    isUpper = relation == "<="
    if let number = PlainNumber(bound) {
      self.bound = .absolute(number.value + 0)
    } else if words.isAtEnd {
      self.bound = .baseline(plus: .absolute(0))
    } else {
      let sign = try words.expect("+ or -") { ["+", "-"].contains($0) }
      let size = try words.expect("a number from 0 or a percentage, such as 2%") {
        MarginForm.size($0) != nil
      }
      self.bound = .baseline(plus: MarginForm.size(size)!.signed(isNegative: sign == "-"))
    }
    try words.expectEnd()
  }
}

extension Scenario.Margin.Size {
  fileprivate func signed(isNegative: Bool) -> Scenario.Margin.Size {
    switch self {
    case .absolute(let size): .absolute(isNegative ? 0 - size : size)
    case .relative(let share): .relative(isNegative ? 0 - share : share)
    }
  }

  /// As a scenario writes it, such as `2%`.
  fileprivate static func percentage(_ share: Double) -> String {
    guard case .string(let text) = MarginForm.json(.relative(share)) else {
      preconditionFailure("a percentage is a text")
    }
    return text
  }
}

/// The words of a constraint: names, numbers and signs, with their columns.
private struct ConstraintWords {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { scalars[index...].allSatisfy(\.properties.isWhitespace) }

  /// The next word and its column from 1.
  mutating func next() -> (text: String, column: Int)? {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
    guard index < scalars.count else { return nil }
    let start = index
    let isNumber = !scalars[index].properties.isAlphabetic
    let isSign = Self.isSign(scalars[index])
    let isSigned =
      !isSign || (["+", "-"].contains(scalars[index]) && startsNumber(at: index + 1))
    index += 1
    var isInside = false
    while index < scalars.count, !scalars[index].properties.isWhitespace {
      // The value of a metric's parameter, such as (epsilon=2), is part of the name.
      isInside = (isInside || scalars[index] == "(") && scalars[index - 1] != ")"
      let isExponent = isNumber && "eE".unicodeScalars.contains(scalars[index - 1])
      let isSign = Self.isSign(scalars[index])
      guard isInside || (isSigned ? !isSign || isExponent : isSign) else { break }
      index += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    return (String(text), start + 1)
  }

  /// The next word, which must fulfil a condition.
  mutating func expect(
    _ what: String, _ isMeant: (String) -> Bool
  ) throws(ConstraintFault) -> String {
    guard let (text, column) = next() else {
      throw ConstraintFault(
        column: scalars.count + 1, reason: .unexpected(expected: what, found: "the end"))
    }
    guard isMeant(text) else {
      throw ConstraintFault(
        column: column, reason: .unexpected(expected: what, found: "'\(text.excerpt)'"))
    }
    return text
  }

  mutating func expectEnd() throws(ConstraintFault) {
    guard let (text, column) = next() else { return }
    throw ConstraintFault(
      column: column, reason: .unexpected(expected: "the end", found: "'\(text.excerpt)'"))
  }

  private func startsNumber(at index: Int) -> Bool {
    // After a bound's name a sign stands by itself; before any bound it belongs to the number.
    let before = scalars[..<(index - 1)].last { !$0.properties.isWhitespace }
    return index < scalars.count && before.map { "<>=".unicodeScalars.contains($0) } ?? false
      && !scalars[index].properties.isWhitespace
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    "<>=+-!".unicodeScalars.contains(scalar)
  }
}
