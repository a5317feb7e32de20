internal import PortableMath
package import Stochastics

/// How clicks fall with the position, where positions were assigned at random.
///
/// Clicks at position *k* have the rate *r k*^(−η): a log-linear regression of clicks on the logarithm
/// of the position with the impressions as offset, by maximum quasi-likelihood, which needs no click at
/// each position. The standard error takes the variance of proportions.
///
/// Source: McCullagh & Nelder, *Generalized Linear Models*, 2nd ed. 1989, chapter 9.
package struct PositionEffect: Sendable, Hashable {
  /// Clicks and impressions at one position.
  package struct Position: Sendable, Hashable {
    /// From 1.
    package let position: Int
    package let clicks: Proportion

    package init(_ position: Int, _ clicks: Proportion) {
      precondition(position >= 1, "positions count from 1, found \(position)")
      self.position = position
      self.clicks = clicks
    }
  }

  /// Ascending by position.
  package let positions: [Position]
  /// The slope η; above 0 when clicks fall.
  package let eta: Estimate

  /// - Parameter positions: Each once, in any order; positions without impressions are excluded. At least
  ///   two must have clicks.
  package init(_ positions: [Position]) throws(FitRefusal) {
    let shown = positions.filter { $0.clicks.trials > 0 }.sorted { $0.position < $1.position }
    guard shown.count >= 2 else { throw .tooFew(found: shown.count, needed: 2, of: "positions") }
    let clicked = shown.filter { $0.clicks.successes > 0 }.count
    guard clicked >= 2 else { throw .tooFew(found: clicked, needed: 2, of: "clicked positions") }
    self.positions = shown
    eta = Self.slope(shown)
  }

  /// Newton's iteration for the slope. The rate is eliminated: at each slope the expected clicks equal the
  /// observed clicks.
  private static func slope(_ positions: [Position]) -> Estimate {
    let logs = positions.map { Portable.log(Double($0.position)) }
    let clicks = positions.map { Double($0.clicks.successes) }
    let seen = clicks.reduce(0, +)
    let weighted = zip(clicks, logs).reduce(0) { $0 + $1.0 * $1.1 }
    var eta = 0.0
    for _ in 0..<100 {
      let expected = expectedClicks(positions, logs, eta: eta, total: seen)
      let mean = zip(expected, logs).reduce(0) { $0 + $1.0 * $1.1 } / seen
      let spread = zip(expected, logs).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
      // Half a step at most keeps a far start from overshooting.
      let step = min(0.5, max(-0.5, (weighted - seen * mean) / spread))
      eta -= step
      if step.magnitude < 1e-13 { break }
    }
    return Estimate(
      eta,
      standardError: standardError(
        positions, logs, expectedClicks(positions, logs, eta: eta, total: seen)))
  }

  /// Impressions · *k*^(−η), scaled to a total.
  private static func expectedClicks(
    _ positions: [Position], _ logs: [Double], eta: Double, total: Double
  ) -> [Double] {
    let relative = zip(positions, logs).map {
      Double($0.clicks.trials) * Portable.exp(-eta * $1)
    }
    let sum = relative.reduce(0, +)
    return relative.map { total * $0 / sum }
  }

  /// √(Σ μ (1 − μ/n)(x − x̄)²) / Σ μ (x − x̄)².
  private static func standardError(
    _ positions: [Position], _ logs: [Double], _ expected: [Double]
  ) -> Double {
    let total = expected.reduce(0, +)
    let mean = zip(expected, logs).reduce(0) { $0 + $1.0 * $1.1 } / total
    var (information, variance) = (0.0, 0.0)
    for (index, position) in positions.enumerated() {
      let square = (logs[index] - mean) * (logs[index] - mean)
      let rate = min(1, expected[index] / Double(position.clicks.trials))
      information += expected[index] * square
      variance += expected[index] * (1 - rate) * square
    }
    return variance.squareRoot() / information
  }
}
