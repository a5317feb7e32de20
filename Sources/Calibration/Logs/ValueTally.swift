/// How often each value came, in memory that does not grow with the rows.
///
/// Up to 2¹⁷ distinct values are kept as they are; from then on all are rounded to 12 binary digits,
/// a relative error of at most 1.2 × 10⁻⁴.
package struct ValueTally: Sendable {
  private var counts: [Double: Int] = [:]
  private var isRounded = false

  package init() {}

  package mutating func add(_ value: Double, count: Int = 1) {
    counts[isRounded ? Self.rounded(value) : value, default: 0] += count
    if counts.count > 1 << 17, !isRounded { round() }
  }

  package var column: CountedValues {
    CountedValues(tallied: counts.map { (value: $0.key, count: $0.value) })
  }

  private mutating func round() {
    isRounded = true
    var rounded: [Double: Int] = [:]
    for (value, count) in counts { rounded[Self.rounded(value), default: 0] += count }
    counts = rounded
  }

  private static func rounded(_ value: Double) -> Double {
    guard value.isNormal else { return value }
    let half = value.ulp * 0x1p39
    return Double(bitPattern: (value + (value < 0 ? -half : half)).bitPattern & ~(1 << 40 - 1))
  }
}
