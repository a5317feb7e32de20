/// The unit and the decimals in which numbers that belong together are shown.
///
/// Durations are in seconds, minutes, hours or days, whichever suits their size. Decimals are those that
/// the size of the numbers asks for, or more where that is needed.
package struct ValueScale: Sendable {
  /// What a value is divided by.
  package let divisor: Double
  /// Such as ` h`; empty for a pure number.
  package let suffix: String
  package let decimals: Int

  /// - Parameters:
  ///   - unit: Of the values; `s` for a duration in seconds.
  ///   - typical: The size that decides the unit of a duration.
  ///   - size: The size that decides the least decimals of other numbers; `nil` for none at least.
  ///   - needed: The decimals that must be shown, given what values are divided by.
  package init(unit: String, typical: Double, size: Double?, needed: (_ divisor: Double) -> Int) {
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) =
      unit == "s" ? Self.duration(typical) : (1, "", size.map(Self.decimals) ?? 0)
    decimals = max(leastDecimals, needed(divisor))
  }

  package func value(_ value: Double) -> String { text(value, isSigned: false) }

  package func change(_ value: Double) -> String { text(value, isSigned: true) }

  /// A margin or a bound, which somebody chose: with three figures and no zeros at the end.
  package func chosen(_ value: Double) -> String {
    NumberText.rounded(value / divisor, figures: 3) + suffix
  }

  /// Without unit, for the limits of an interval beside a change.
  package func limit(_ value: Double) -> String {
    NumberText.fixed(value / divisor, decimals: decimals, isSigned: true)
  }

  package func halfWidth(_ value: Double) -> String {
    NumberText.fixed(value / divisor, decimals: decimals)
  }

  private func text(_ value: Double, isSigned: Bool) -> String {
    NumberText.fixed(value / divisor, decimals: decimals, isSigned: isSigned) + suffix
  }

  private static func duration(_ seconds: Double) -> (Double, String, Int) {
    switch seconds {
    case ..<60: (1, " s", 0)
    case ..<3600: (60, " min", 0)
    case ..<172_800: (3600, " h", 1)
    default: (86_400, " d", 1)
    }
  }

  /// Three digits below 1, and no fewer than the whole part above.
  private static func decimals(ofSize size: Double) -> Int {
    switch size {
    case ..<1: 3
    case ..<10: 2
    case ..<100: 1
    default: 0
    }
  }
}
