package import Stochastics

/// What the worlds of a search say of a limit, and whether fresh worlds are likely to confirm it.
package struct LimitEstimate: Sendable, Hashable {
  /// The mean slack, above 0 where the limit is kept.
  package let slack: NormalEstimate
  /// The standard deviation of the slack between worlds.
  package let noise: Double
  /// Fresh worlds in which the verdict is reached, at least 2.
  package let validation: Int
  /// Of a limit that is called kept and is not: one-sided, below ½.
  package let risk: Double

  package init(slack: NormalEstimate, noise: Double, validation: Int, risk: Double) {
    precondition(noise >= 0 && noise.isFinite, "a noise of \(noise)")
    precondition(validation >= 2 && risk > 0 && risk < 0.5, "\(validation) worlds, risk \(risk)")
    self.slack = slack
    self.noise = noise
    self.validation = validation
    self.risk = risk
  }

  /// Whether the limit is kept as far as is known: the estimate itself, no bound of it.
  package var isKept: Bool { slack.mean >= 0 }

  /// The mean slack in fresh worlds from which on the verdict is "kept": *t*₍V₋₁₎ noise/√*V*.
  package var required: Double {
    Quantile.studentT(1 - risk, degreesOfFreedom: Double(validation - 1)) * noiseOfMean
  }

  /// The probability that the mean slack of fresh worlds reaches ``required``: the assurance of the verdict.
  ///
  /// Source: O'Hagan, Stevens & Campbell, *Pharmaceutical Statistics* 4(3), 2005.
  package var confidence: Double {
    let error = slack.standardError
    return NormalEstimate(
      mean: slack.mean,
      standardError: (error * error + noiseOfMean * noiseOfMean).squareRoot()
    ).probability(ofAtLeast: required)
  }

  /// E[max(0, −slack)] over what is not known of the mean slack.
  package var expectedViolation: Double { slack.expectedShortfall(below: 0) }

  private var noiseOfMean: Double { noise / Double(validation).squareRoot() }
}
