/// How often each value came, in memory that does not grow with the rows.
///
/// Up to 2¹⁷ distinct values are kept unchanged; from then on all are rounded to 13 binary digits,
/// a relative error of at most 1.2 × 10⁻⁴.
package struct ValueTally: Sendable {
  private var counts: [Double: Int] = [:]
  private var isRounded = false

  package init() {}

  package mutating func add(_ value: Double, count: Int = 1) {
    counts[isRounded ? value.rounded(binaryDigits: 13) : value, default: 0] += count
    if counts.count > 1 << 17, !isRounded { round() }
  }

  package var column: CountedValues {
    CountedValues(tallied: counts.map { (value: $0.key, count: $0.value) })
  }

  private mutating func round() {
    isRounded = true
    var rounded: [Double: Int] = [:]
    for (value, count) in counts { rounded[value.rounded(binaryDigits: 13), default: 0] += count }
    counts = rounded
  }
}

extension Double {
  /// The nearest number of so many binary digits, with a relative error of at most 2⁻ᵈⁱᵍⁱᵗˢ.
  func rounded(binaryDigits digits: Int) -> Double {
    guard isNormal else { return self }
    let step = ulp * Double(1 << (53 - digits))
    return (self / step).rounded() * step
  }
}
