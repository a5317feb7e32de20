internal import PortableMath

/// Measures of how unequally amounts are shared out, beside the Gini coefficient.
///
/// Of *n* amounts *x* with mean μ; their order, a common factor and a repetition of everybody change none
/// of them (Jain's index and the coefficient of variation included). Amounts are finite, and none is
/// negative; where all are 0, and where none exist, no measure is defined.
///
/// Source: Cowell, *Measuring Inequality*, 3rd edition, 2011.
package struct Inequality: Sendable {
  private let amounts: [Double]
  private let mean: Double

  /// - Returns: `nil` when the sum is 0.
  /// - Complexity: This and each measure O(*n*).
  package init?(of amounts: [Double]) {
    for x in amounts { precondition(x.isFinite && x >= 0, "an amount to share is \(x)") }
    let total = CompensatedSum(amounts).value
    guard total > 0 else { return nil }
    self.amounts = amounts
    mean = total / Double(amounts.count)
  }

  /// Theil's *T*: the mean of (*x*/μ) ln(*x*/μ), with 0 ln 0 = 0.
  ///
  /// In `0...ln n`: 0 when all get the same, ln *n* when one gets everything.
  package var theilT: Double {
    max(0, average { $0 > 0 ? $0 * Portable.log($0) : 0 })
  }

  /// Theil's *L*, the mean log deviation: the mean of ln(μ/*x*).
  ///
  /// In `0...`; `nil` when an amount is 0, where it would be infinite.
  package var theilL: Double? {
    guard amounts.allSatisfy({ $0 > 0 }) else { return nil }
    return max(0, average { -Portable.log($0) })
  }

  /// Atkinson's index: the part of the total that could be given up, were the rest shared out equally,
  /// without loss of welfare.
  ///
  /// 1 − (mean of (*x*/μ)^(1 − ε))^(1/(1 − ε)), and for ε = 1, its limit, 1 less the geometric mean of
  /// *x*/μ. In `0...1`; from ε = 1 on it is 1 when an amount is 0.
  ///
  /// - Parameter aversion: ε, above 0: the larger, the more the worst off count.
  package func atkinson(aversion: Double) -> Double {
    precondition(aversion > 0 && aversion.isFinite, "an aversion to inequality of \(aversion)")
    if aversion >= 1 && amounts.contains(0) { return 1 }
    if aversion == 1 { return max(0, 1 - Portable.exp(average(Portable.log))) }
    let power = average { Portable.pow($0, 1 - aversion) }
    return max(0, 1 - Portable.pow(power, 1 / (1 - aversion)))
  }

  /// Hoover's index: Σ |*x* − μ| / (2 Σ *x*), the part of the total that would have to move for all to
  /// get the same.
  ///
  /// In `0...1 - 1/n`.
  package var hoover: Double {
    average { ($0 - 1).magnitude } / 2
  }

  /// Jain's index of fairness: (Σ *x*)² / (*n* Σ *x*²).
  ///
  /// In `1/n...1`: 1 when all get the same, *k*/*n* when *k* get the same and the others 0.
  ///
  /// Source: Jain, Chiu & Hawe, DEC Research Report TR-301, 1984.
  package var jain: Double { min(1, 1 / average { $0 * $0 }) }

  /// The standard deviation of everybody (division by *n*) over the mean.
  ///
  /// In `0...√(n - 1)`; half its square is the generalised entropy of order 2.
  package var coefficientOfVariation: Double {
    average { ($0 - 1) * ($0 - 1) }.squareRoot()
  }

  /// The mean of a function of *x*/μ.
  private func average(_ term: (Double) -> Double) -> Double {
    var sum = CompensatedSum()
    for x in amounts { sum.add(term(x / mean)) }
    return sum.value / Double(amounts.count)
  }
}
