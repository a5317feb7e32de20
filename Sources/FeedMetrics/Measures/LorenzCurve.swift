/// What parts of a total the poorest and the richest parts of a population have.
///
/// With *n* amounts in ascending order the poorest *i* of them have the share *L*(*i*/*n*); between two
/// such points *L* is a straight line. Neither a common factor nor a repetition of the whole population
/// changes it.
///
/// Source: Lorenz, *Publications of the American Statistical Association* 9(70), 1905.
package struct LorenzCurve: Sendable {
  private let ascending: [Double]
  private let total: Double

  /// - Parameter amounts: In any order; finite, none negative.
  /// - Returns: `nil` when the sum is 0.
  /// - Complexity: O(*n* log *n*), where *n* is the number of amounts; O(*n*) for each share.
  package init?(of amounts: [Double]) {
    for x in amounts { precondition(x.isFinite && x >= 0, "an amount to share is \(x)") }
    total = CompensatedSum(amounts).value
    guard total > 0 else { return nil }
    ascending = amounts.sorted()
  }

  /// The share of the poorest `percent` hundredths of the population, *L*(`percent`/100).
  package func bottomShare(percent: Int) -> Double { share(ofFirst: percent, in: ascending) }

  /// The share of the richest `percent` hundredths of the population, 1 − *L*(1 − `percent`/100).
  package func topShare(percent: Int) -> Double {
    share(ofFirst: percent, in: ascending.reversed())
  }

  /// Palma's ratio: the share of the richest tenth over the share of the poorest four tenths.
  ///
  /// - Returns: ¼ when all get the same; `nil` when the poorest four tenths have 0.
  ///
  /// Source: Palma, *Development and Change* 42(1), 2011.
  package var palmaRatio: Double? {
    let bottom = bottomShare(percent: 40)
    return bottom > 0 ? topShare(percent: 10) / bottom : nil
  }

  /// Hundredths are counted in integers, so that rounding adds no one to the part.
  private func share(ofFirst percent: Int, in amounts: some Collection<Double>) -> Double {
    precondition((0...100).contains(percent), "\(percent) hundredths of a population")
    let (whole, rest) = (amounts.count * percent).quotientAndRemainder(dividingBy: 100)
    var sum = CompensatedSum(amounts.prefix(whole))
    if rest > 0 { sum.add(amounts.dropFirst(whole).first! * Double(rest) / 100) }
    return min(1, sum.value / total)
  }
}
