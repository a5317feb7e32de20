package import Stochastics

extension ConfidenceInterval {
  /// Wilson's score interval for the probability of which `successes` of `trials` are an estimate.
  ///
  /// With *p* the share, *n* the trials and *z* the normal quantile at (1 + level) ÷ 2:
  /// (*p* + *z*²/2*n* ± *z* √(*p*(1 − *p*)/*n* + *z*²/4*n*²)) ÷ (1 + *z*²/*n*).
  ///
  /// - Parameter trials: At least 1.
  ///
  /// Source: Wilson, *Journal of the American Statistical Association* 22, 1927.
  package static func wilson(successes: Int, of trials: Int, level: Double) -> ConfidenceInterval {
    precondition(trials > 0, "\(successes) successes of \(trials)")
    let n = Double(trials)
    let p = Double(successes) / n
    let z = Quantile.normal((1 + level) / 2)
    let centre = p + z * z / (2 * n)
    let reach = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return ConfidenceInterval(
      lower: successes == 0 ? 0 : (centre - reach) / scale,
      upper: successes == trials ? 1 : (centre + reach) / scale,
      level: level)
  }
}
