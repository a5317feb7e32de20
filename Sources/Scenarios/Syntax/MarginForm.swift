internal import DataFiles
public import FeedMetrics

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

extension Scenario.Margin.Size {
  /// As a scenario writes it: `0.01`, or `1%` of the baseline's mean.
  public var text: String {
    switch MarginForm.json(self) {
    case .string(let text): text
    case let other: other.canonical
    }
  }

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
