internal import CGSL

/// The binomial distribution, as limits of observed rates use it.
package enum Binomial {
  /// P(*X* ≤ `successes`).
  package static func cumulative(_ successes: Int, trials: Int, probability: Double) -> Double {
    check(trials, probability)
    guard successes >= 0 else { return 0 }
    guard successes < trials else { return 1 }
    GSL.prepare()
    return gsl_cdf_binomial_P(UInt32(successes), probability, UInt32(trials))
  }

  /// P(*X* ≥ `successes`), accurate however small it is.
  package static func tail(_ successes: Int, trials: Int, probability: Double) -> Double {
    check(trials, probability)
    guard successes > 0 else { return 1 }
    guard successes <= trials else { return 0 }
    GSL.prepare()
    return gsl_cdf_binomial_Q(UInt32(successes - 1), probability, UInt32(trials))
  }

  private static func check(_ trials: Int, _ probability: Double) {
    precondition(trials >= 0 && trials <= Int(UInt32.max), "\(trials) trials")
    precondition((0...1).contains(probability), "a probability of \(probability)")
  }
}

extension Proportion {
  /// Clopper and Pearson's exact interval: the shares π under which neither so few nor so many
  /// successes are rarer than (1 − level)/2. It covers at least as often as its level, whatever the share.
  ///
  /// - Returns: `nil` without trials.
  ///
  /// Source: Clopper & Pearson, *Biometrika* 26(4), 1934.
  package func exactInterval(level: Double) -> ConfidenceInterval? {
    guard trials > 0 else { return nil }
    let risk = (1 - level) / 2
    let lower = root { Binomial.tail(successes, trials: trials, probability: $0) >= risk }
    let upper = root { Binomial.cumulative(successes, trials: trials, probability: $0) < risk }
    return ConfidenceInterval(
      lower: successes == 0 ? 0 : lower, upper: successes == trials ? 1 : upper, level: level)
  }

  /// The least share from which on a condition holds, to the last bit.
  private func root(_ condition: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low && middle < high else { return high }
      if condition(middle) { high = middle } else { low = middle }
    }
  }
}
