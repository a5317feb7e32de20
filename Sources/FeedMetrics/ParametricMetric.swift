/// A metric with a parameter whose value its id shows, such as `creator_top10_share`.
///
/// In parentheses the id shows only a value that is not the default: `creator_atkinson` has ε = 0.5, and
/// `creator_atkinson(epsilon=1)` another. The catalogue lists some values, and a scenario may name any.
struct ParametricMetric: Sendable {
  enum Step { case one, hundredth }

  /// The id before and after the value.
  private let prefix: String
  private let suffix: String
  private let range: ClosedRange<Double>
  private let step: Step
  private let usual: Double?
  private let make: @Sendable (_ id: String, _ value: Double) -> Metric

  /// - Parameters:
  ///   - pattern: The id, with `#` instead of the value.
  ///   - range: The values that are possible, both ends included.
  ///   - step: The number that values are multiples of.
  ///   - usual: The default, which an id with parentheses does not show.
  init(
    _ pattern: String, in range: ClosedRange<Double>, step: Step = .one,
    default usual: Double? = nil,
    _ make: @escaping @Sendable (_ id: String, _ value: Double) -> Metric
  ) {
    let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
    precondition(parts.count == 2, "the id \(pattern) has no value, or two")
    (prefix, suffix) = (String(parts[0]), String(parts[1]))
    self.range = range
    self.step = step
    self.usual = usual
    self.make = make
  }

  /// The metric of a value that is in range.
  func at(_ value: Double) -> Metric {
    precondition(range.contains(value), "\(prefix)\(value)\(suffix)")
    return make(value == usual ? "\(prefix.prefix { $0 != "(" })" : id(Self.text(value)), value)
  }

  /// The metric of an id; `nil` for another id, and for a value that is not possible.
  func metric(of id: String) -> Metric? {
    guard let text = text(in: id),
      text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
      let value = Double(text), range.contains(value)
    else { return nil }
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    guard decimals.map({ step == .hundredth && $0.count <= 2 }) ?? true else { return nil }
    return at(value)
  }

  /// Whether an id is of this metric, with a value that may be impossible.
  func hasForm(_ id: String) -> Bool { text(in: id) != nil }

  /// The ids that there are, such as `utility_pN, N from 1 to 99`.
  var form: String {
    "\(id("N")), N from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
  }

  /// The ids as a regular expression, which takes some values that are not possible.
  var pattern: String { Self.pattern(of: id("#")) }

  /// An id as a regular expression, with numbers in the place of `#`.
  static func pattern(of id: String) -> String {
    id.map { character in
      switch character {
      case "#": "[0-9.]+"
      case "(", ")", ".": "\\\(character)"
      default: "\(character)"
      }
    }.joined()
  }

  /// The metric of one value, which has in common with all of them what does not depend on it.
  var example: Metric { at(range.lowerBound) }

  private func id(_ text: String) -> String { prefix + text + suffix }

  /// What stands in an id where the value belongs.
  private func text(in id: String) -> String? {
    guard id.hasPrefix(prefix), id.hasSuffix(suffix), id.count > prefix.count + suffix.count else {
      return nil
    }
    return String(id.dropFirst(prefix.count).dropLast(suffix.count))
  }

  /// The shortest text of a value.
  static func text(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
