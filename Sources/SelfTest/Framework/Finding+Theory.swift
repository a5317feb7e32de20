package import Stochastics

extension Finding {
  /// How many standard errors an observation may be away from what theory expects. A normal variate is
  /// further away in 7 of 10⁶ seeds, so that one of 150 such findings fails by chance in one of a
  /// thousand.
  package static let reach = 4.5

  /// An observation whose standard error is known from theory, for the size of the sample, so that
  /// the tolerance of a smaller sample is wider by itself.
  ///
  /// - Parameter standardError: Above 0; infinite without observations, which fails.
  package init(
    _ result: String, size: String, expect target: Double, observed: Double, standardError: Double
  ) {
    let half = Quantile.normal((1 + Self.level) / 2) * standardError
    let isKnown = observed.isFinite && half.isFinite
    self.init(
      result, size: size, expect: .near(target, within: isKnown ? Self.reach * standardError : 0),
      observed: isKnown ? observed : .nan,
      interval: isKnown
        ? ConfidenceInterval(lower: observed - half, upper: observed + half, level: Self.level)
        : nil)
  }

  /// A share of independent trials, each a success with the probability *p*: its standard error is
  /// √(*p* (1 − *p*) ÷ trials).
  package init(
    _ result: String, size: String, expectShare p: Double, successes: Int, of trials: Int
  ) {
    self.init(
      result, size: size, expect: p, observed: Double(successes) / Double(trials),
      standardError: (p * (1 - p) / Double(trials)).squareRoot())
  }

  /// A Poisson number ÷ its mean, with the standard error 1 ÷ √mean.
  package init(_ result: String, size: String, count: Int, ofMean mean: Double) {
    self.init(
      result, size: size, expect: 1, observed: Double(count) / mean,
      standardError: 1 / mean.squareRoot())
  }

  /// A mean of independent values, with the standard error of the sample.
  package init(_ result: String, size: String, expect target: Double, meanOf sample: Summary) {
    self.init(
      result, size: size, expect: target, observed: sample.mean,
      standardError: sample.standardError ?? .infinity)
  }

  /// A number that a formula gives, which may differ only by rounding.
  package init(_ result: String, size: String, expect target: Double, computed: Double) {
    self.init(result, size: size, expect: .near(target, within: 1e-9), observed: computed)
  }
}
