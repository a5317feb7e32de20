/// How often something happened of the times that it could.
package struct Proportion: Sendable, Hashable {
  package let successes: Int
  package let trials: Int

  package init(successes: Int, trials: Int) {
    precondition(
      successes >= 0 && successes <= trials, "\(successes) successes of \(trials) trials")
    self.successes = successes
    self.trials = trials
  }

  /// The share of successes; `nil` without trials.
  package var share: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }

  /// The standard error of the share: √(*p* (1 − *p*)/*n*); `nil` without trials.
  package var standardError: Double? {
    share.map { ($0 * (1 - $0) / Double(trials)).squareRoot() }
  }

  /// Wilson's score interval: the shares π that the data do not reject, |*p* − π| ≤ *z* √(π (1 − π)/*n*).
  ///
  /// - Parameter level: Its coverage, such as 0.95.
  /// - Returns: `nil` without trials.
  ///
  /// Source: Wilson, *JASA* 22(158), 1927.
  package func interval(level: Double) -> ConfidenceInterval? {
    guard let share else { return nil }
    let n = Double(trials)
    let z = Quantile.normal((1 + level) / 2)
    let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    let reach =
      z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return ConfidenceInterval(
      lower: successes == 0 ? 0 : centre - reach, upper: successes == trials ? 1 : centre + reach,
      level: level)
  }
}
