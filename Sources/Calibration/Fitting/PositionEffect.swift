internal import PortableMath
package import Stochastics

/// How clicks fall with the position, where positions were assigned at random.
///
/// Clicks at position *k* have the rate *r k*^(−η): a log-linear regression of clicks on the logarithm
/// of the position with the impressions as offset, by maximum quasi-likelihood, which needs no click at
/// each position.
///
/// With the expected clicks μ and *x* = ln *k*, whose mean over them is *x̄*, a member moves the slope by −*u*/*I*: *u* =
/// Σ (clicks − μ)(*x* − *x̄*) over the member's positions, *I* = Σ μ (*x* − *x̄*)². The standard error is by
/// member, as for the ratio Σ *u* ÷ Σ *I*. Impressions without members count as independent, with the variance of
/// proportions.
///
/// Source: McCullagh & Nelder, *Generalized Linear Models*, 2nd ed. 1989, chapter 9; Liang & Zeger, *Biometrika* 73(1),
/// 1986.
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

  /// - Parameters:
  ///   - positions: Each once, in any order; positions without impressions are excluded. At least two must have
  ///     clicks.
  ///   - members: The positions of each member, for the standard error; empty where they are not known.
  package init(_ positions: [Position], by members: [[Position]] = []) throws(FitRefusal) {
    let shown = positions.filter { $0.clicks.trials > 0 }.sorted { $0.position < $1.position }
    guard shown.count >= 2 else { throw .tooFew(found: shown.count, needed: 2, of: "positions") }
    let clicked = shown.filter { $0.clicks.successes > 0 }.count
    guard clicked >= 2 else { throw .tooFew(found: clicked, needed: 2, of: "clicked positions") }
    self.positions = shown
    eta = Self.slope(shown, by: members)
  }

  /// Newton's iteration for the slope. The rate is eliminated: at each slope the expected clicks equal the
  /// observed clicks.
  private static func slope(_ positions: [Position], by members: [[Position]]) -> Estimate {
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
    let expected = expectedClicks(positions, logs, eta: eta, total: seen)
    return Estimate(
      eta,
      standardError: members.isEmpty
        ? standardError(positions, logs, expected)
        : standardError(positions, logs, expected, eta: eta, by: members))
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

  /// The error of Σ *u* ÷ Σ *I* over members.
  private static func standardError(
    _ positions: [Position], _ logs: [Double], _ expected: [Double], eta: Double,
    by members: [[Position]]
  ) -> Double? {
    let clicks = expected.reduce(0, +)
    let mean = zip(expected, logs).reduce(0) { $0 + $1.0 * $1.1 } / clicks
    // The expected clicks of an impression at position 1.
    let rate =
      clicks
      / zip(positions, logs).reduce(0) {
        $0 + Double($1.0.clicks.trials) * Portable.exp(-eta * $1.1)
      }
    let parts = members.map { member in
      member.reduce(into: (score: 0.0, information: 0.0)) { parts, position in
        let log = Portable.log(Double(position.position))
        let expected = rate * Double(position.clicks.trials) * Portable.exp(-eta * log)
        parts.score += (Double(position.clicks.successes) - expected) * (log - mean)
        parts.information += expected * (log - mean) * (log - mean)
      }
    }
    return Estimate.ratio(of: parts.map(\.score), to: parts.map(\.information))?.standardError
  }
}
