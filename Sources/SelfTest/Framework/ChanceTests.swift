/// Trials of which each has a probability of its own: how many succeed ÷ how many are expected.
///
/// The standard error is √Σ *p* (1 − *p*) ÷ Σ *p*.
package struct ExpectedSuccesses {
  package private(set) var trials = 0
  private var successes = 0
  private var mean = 0.0
  private var variance = 0.0

  package init() {}

  package mutating func add(_ succeeds: Bool, chance p: Double) {
    trials += 1
    successes += succeeds ? 1 : 0
    mean += p
    variance += p * (1 - p)
  }

  package func finding(_ result: String, size: String) -> Finding {
    Finding(
      result, size: size, expect: 1, observed: Double(successes) / mean,
      standardError: variance.squareRoot() / mean)
  }

  /// The share of the trials that succeed, where the mean probability is expected.
  package func shareFinding(_ result: String, size: String) -> Finding {
    let n = Double(trials)
    return Finding(
      result, size: size, expect: mean / n, observed: Double(successes) / n,
      standardError: variance.squareRoot() / n)
  }
}

/// What a unit of a covariate *x* adds to log odds, where a model has *p* for each trial.
///
/// One step of Newton's method from the model: β + Σ (y − *p*) *x* ÷ Σ *p* (1 − *p*) *x*², with the standard
/// error 1 ÷ √Σ *p* (1 − *p*) *x*². All other terms of the model are known, so that no effect is confounded with *x*.
///
/// Source: Rao's score test, *Proceedings of the Cambridge Philosophical Society* 44, 1948.
package struct LogOddsEffect {
  private var score = 0.0
  private var information = 0.0

  package init() {}

  package mutating func add(_ succeeds: Bool, chance p: Double, covariate x: Double) {
    score += ((succeeds ? 1 : 0) - p) * x
    information += p * (1 - p) * x * x
  }

  /// - Parameter effect: β, which the probabilities contain.
  package func finding(_ result: String, size: String, expect effect: Double) -> Finding {
    Finding(
      result, size: size, expect: effect, observed: effect + score / information,
      standardError: 1 / information.squareRoot())
  }
}
