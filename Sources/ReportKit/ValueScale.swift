/// The common unit and number of decimals of related numbers.
///
/// Durations are in seconds, minutes, hours or days, whichever suits their size. The number of decimals depends
/// on the size of the numbers, and is larger if the caller needs more.
package struct ValueScale: Sendable {
  /// The divisor that converts a value to the unit.
  package let divisor: Double
  /// The unit after a number, such as ` h`; empty for a pure number.
  package let suffix: String
  package let decimals: Int

  /// - Parameters:
  ///   - unit: The unit of the values; `s` for a duration in seconds.
  ///   - typical: The size that decides the unit of a duration.
  ///   - size: The size that decides the minimum number of decimals of other numbers; `nil` for no minimum.
  ///   - needed: The decimals that must be shown, given the divisor.
  package init(unit: String, typical: Double, size: Double?, needed: (_ divisor: Double) -> Int) {
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) =
      unit == "s" ? Self.duration(typical) : (1, "", size.map(Self.decimals) ?? 0)
    decimals = max(leastDecimals, needed(divisor))
  }

  package init(divisor: Double, suffix: String, decimals: Int) {
    self.divisor = divisor
    self.suffix = suffix
    self.decimals = decimals
  }

  /// Percent of a fraction, with one decimal at least.
  package static let percent = ValueScale(divisor: 0.01, suffix: "%", decimals: 1)

  /// The scale with as many decimals as it takes for no end of an interval to look like a limit that it is not.
  package func separating(_ ends: [Double], from limits: [Double]) -> ValueScale {
    ValueScale(
      divisor: divisor, suffix: suffix,
      decimals: NumberText.decimals(
        separating: ends.map { $0 / divisor }, from: limits.map { $0 / divisor }, least: decimals))
  }

  package func value(_ value: Double) -> String { text(value, isSigned: false) }

  package func change(_ value: Double) -> String { text(value, isSigned: true) }

  /// A margin or a bound that a user chose: three significant digits without trailing zeros, or as many as it takes for
  /// the printed ends of an interval to be on the same sides of the margin as the ends.
  package func chosen(_ value: Double, beside ends: [Double] = []) -> String {
    func sides(_ ends: [Double], _ value: Double) -> [[Bool]] {
      ends.map { [$0 < -value, $0 <= -value, $0 < value, $0 <= value] }
    }
    let printed = ends.map { NumberText.printed(limit($0)) }
    let texts = (3...15).map { NumberText.rounded(value / divisor, figures: $0) }
    let separating = texts.first {
      sides(printed, NumberText.printed($0)) == sides(ends, value)
    }
    return (separating ?? texts[0]) + suffix
  }

  /// A limit of an interval beside a change, without unit.
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
