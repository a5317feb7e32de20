internal import PortableMath
package import Stochastics

/// Exponents of the tails of degrees.
package enum TailExponent {
  /// The exponent γ of P(*k*) ∝ *k*^−γ over the largest degrees, by maximum likelihood.
  ///
  /// γ = 1 + *n* ÷ Σ ln(*k* ÷ (*k*_min − ½)) over the *n* degrees from *k*_min on, with the standard
  /// error (γ − 1) ÷ √*n*; *k*_min is the degree that `share` of all reach.
  ///
  /// Source: Clauset, Shalizi & Newman, *SIAM Review* 51, 2009, equation 3.7.
  package static func powerLaw(_ degrees: [Int], share: Double) -> ExponentEstimate {
    let sorted = degrees.sorted(by: >)
    let least = sorted[max(1, Int(share * Double(sorted.count))) - 1]
    let tail = sorted.prefix { $0 >= least }
    let logs = tail.reduce(0) { $0 + Portable.log(Double($1) / (Double(least) - 0.5)) }
    let exponent = 1 + Double(tail.count) / logs
    return ExponentEstimate(
      exponent, standardError: (exponent - 1) / Double(tail.count).squareRoot())
  }

  /// The tail exponent γ = ρ + 1 of a Yule–Simon distribution, P(*k*) = ρ B(*k*, ρ + 1) for *k* = 1, 2,
  /// …, by maximum likelihood over all of them.
  ///
  /// The likelihood is highest where *n* ÷ ρ = Σᵢ Σ_{j ≤ kᵢ} 1 ÷ (ρ + *j*).
  ///
  /// Source: Simon, *Biometrika* 42, 1955.
  package static func yuleSimon(_ values: [Int]) -> ExponentEstimate {
    let sorted = values.sorted(by: >)
    // How many values reach each of 1, 2, …: the inner sums, added up once.
    var reaching = Array(repeating: 0, count: sorted.first ?? 0)
    for value in sorted { for place in 0..<value { reaching[place] += 1 } }
    func sum(_ power: Int, _ rho: Double) -> Double {
      reaching.enumerated().reduce(0) { total, element in
        let term = 1 / (rho + Double(element.offset + 1))
        return total + Double(element.element) * (power == 1 ? term : term * term)
      }
    }
    let n = Double(values.count)
    var (low, high) = (1e-3, 1e3)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if n / middle > sum(1, middle) { low = middle } else { high = middle }
    }
    let rho = (low + high) / 2
    // The observed information: n ÷ ρ² − Σ Σ 1 ÷ (ρ + j)².
    let information = n / (rho * rho) - sum(2, rho)
    return ExponentEstimate(rho + 1, standardError: (1 / information).squareRoot())
  }
}

/// An exponent and how surely it is known.
package struct ExponentEstimate: Sendable {
  package let value: Double
  package let interval: ConfidenceInterval

  /// With the normal interval of a maximum-likelihood estimate.
  init(_ value: Double, standardError: Double) {
    self.value = value
    let reach = Quantile.normal((1 + Finding.level) / 2) * standardError
    interval = ConfidenceInterval(
      lower: value - reach, upper: value + reach, level: Finding.level)
  }
}
