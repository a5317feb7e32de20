/// A number as a scenario writes it, and which ones are allowed.
package struct NumberForm: Hashable, Sendable {
  package let range: ClosedRange<Double>
  package var isWhole = false
  /// Such as `days`; empty for a pure number.
  package var unit = ""

  package init(range: ClosedRange<Double>, isWhole: Bool = false, unit: String = "") {
    self.range = range
    self.isWhole = isWhole
    self.unit = unit
  }

  func admits(_ value: Double) -> Bool {
    range.contains(value) && (!isWhole || value == value.rounded())
  }

  /// The number that a node holds, or `nil` if it holds none that is allowed.
  func read(_ node: ScenarioNode) -> Double? {
    guard case .scalar(let text, isQuoted: false) = node.content,
      let value = PlainNumber(text)?.value, admits(value)
    else { return nil }
    return value + 0  // −0 becomes 0
  }
}

extension NumberForm: CustomStringConvertible {
  package var description: String {
    "\(isWhole ? "a whole number" : "a number") from \(range.lowerBound.shortest)"
      + " to \(range.upperBound.shortest)\(unit.isEmpty ? "" : " (\(unit))")"
  }
}

/// A duration as a scenario writes it, such as `90s`, `5m`, `12h`, `7d`, and which ones are allowed.
package struct DurationForm: Hashable, Sendable {
  /// In seconds.
  package let range: ClosedRange<Double>

  package init(range: ClosedRange<Double>) { self.range = range }

  /// The seconds of a duration, or `nil` if it is none or out of range.
  package func seconds(_ text: String) -> Double? {
    guard let unit = text.last, let factor = Self.units.first(where: { $0.name == unit })?.seconds,
      let number = PlainNumber(text.dropLast())?.value, range.contains(number * factor)
    else { return nil }
    return number * factor + 0  // −0 becomes 0
  }

  /// Seconds in the largest unit of which they are a whole number.
  package static func text(_ seconds: Double) -> String {
    let unit =
      units.first {
        seconds >= $0.seconds && seconds.truncatingRemainder(dividingBy: $0.seconds) == 0
      }
      ?? units.last!
    return "\((seconds / unit.seconds).shortest)\(unit.name)"
  }

  /// From the largest to the smallest.
  private static let units: [(name: Character, seconds: Double)] = [
    ("d", 86400), ("h", 3600), ("m", 60), ("s", 1),
  ]
}

extension DurationForm: CustomStringConvertible {
  package var description: String {
    "a duration from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)),"
      + " such as 90s, 5m, 12h or 7d"
  }
}

/// The smallest effect that matters: `0.01` in the unit of the metric, or `1%` of the baseline.
enum MarginForm {
  static let absolute = NumberForm(range: 0...1e12)
  static let percent = NumberForm(range: 0...1000)
  static let description =
    "a number from 0 in the metric's unit, such as 0.01, or a percentage of the baseline from 0% to"
    + " 1000%, such as 1%"

  /// The size of a margin, or `nil` if it is none or out of range.
  static func size(_ text: String) -> Scenario.Margin.Size? {
    let isPercentage = text.hasSuffix("%")
    guard let number = PlainNumber(isPercentage ? text.dropLast() : text[...])?.value,
      (isPercentage ? percent : absolute).admits(number)
    else { return nil }
    return isPercentage ? .relative((number + 0) / 100) : .absolute(number + 0)
  }

  /// A margin as a scenario writes it.
  static func json(_ size: Scenario.Margin.Size) -> JSONValue {
    switch size {
    case .absolute(let value): return .number(value)
    case .relative(let fraction):
      // A hundred times the fraction may be off by a bit from what was divided to give it.
      let near = fraction * 100
      let same = [near, near.nextUp, near.nextDown].filter { $0 / 100 == fraction }.map(\.shortest)
      return .string("\(same.min { $0.utf8.count < $1.utf8.count } ?? near.shortest)%")
    }
  }
}

extension Double {
  /// The shortest decimal number that reads back as this one, whole numbers without a point.
  package var shortest: String {
    self == rounded() && magnitude < 0x1p53 ? "\(Int64(self))" : "\(self)"
  }
}

extension Scenario.Margin.Size {
  /// What ``init(_:)`` takes, in words.
  public static var form: String { MarginForm.description }

  /// A size as a scenario writes it: `0.01` in the metric's unit, or `1%` of the baseline.
  ///
  /// - Returns: `nil` if it is none or out of range.
  public init?(_ text: String) {
    guard let size = MarginForm.size(text) else { return nil }
    self = size
  }
}
