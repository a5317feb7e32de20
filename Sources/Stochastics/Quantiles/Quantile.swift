internal import CGSL
public import PortableMath

/// Quantile functions: the value below which a fraction `p` of a distribution lies.
///
/// A variate by inversion costs one uniform number, whatever the distribution, so that arms under
/// comparison stay in step; it grows with its uniform number, so that what is common to the arms makes
/// their outcomes alike.
///
/// The quantiles that serve a running world have the same bits on every machine. `normal`,
/// `exponential` and `poisson` are made of `Portable`; `gamma` and `beta` come from GSL, whose last
/// bits depend on the C library, and are therefore rounded to the 24 significant bits of a `Float`.
@frozen public enum Quantile {
  /// The quantile of the exponential distribution of mean 1: −log(1 − `p`).
  ///
  /// - Parameter p: In the open interval from 0 to 1.
  @inlinable public static func exponential(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    return -Portable.log1p(-p)
  }

  /// The quantile of the gamma distribution, to 24 significant bits before scaling.
  ///
  /// - Parameters:
  ///   - p: In the open interval from 0 to 1.
  ///   - shape: Above 0 and up to 10⁵, beyond which GSL's probabilities lose their digits; the mean is
  ///     `shape` · `scale`.
  ///   - scale: Above 0.
  /// - Returns: 0 when the quantile is below the least number above 0, as with shapes under 0.05.
  /// - Complexity: About 2 µs.
  public static func gamma(_ p: Double, shape: Double, scale: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    precondition(shape > 0 && shape <= 1e5, "the shape of a gamma distribution is \(shape)")
    precondition(scale > 0 && scale.isFinite, "the scale of a gamma distribution is \(scale)")
    GSL.prepare()
    let isLow = p <= 0.5
    func isBelowQuantile(_ x: Double) -> Bool {
      isLow ? gsl_cdf_gamma_P(x, shape, 1) < p : gsl_cdf_gamma_Q(x, shape, 1) > 1 - p
    }
    // GSL's iteration now and then gives NaN, or a number that is off in the sixth digit.
    let guess = isLow ? gsl_cdf_gamma_Pinv(p, shape, 1) : gsl_cdf_gamma_Qinv(1 - p, shape, 1)
    if guess > 0 && isBelowQuantile(guess * (1 - 0x1p-23))
      && !isBelowQuantile(guess * (1 + 0x1p-23))
    {
      return scale * Double(bitPattern: ((guess.bitPattern &+ 0x1000_0000) >> 29) << 29)
    }
    return scale * bisected(upTo: .greatestFiniteMagnitude, isBelowQuantile)
  }

  /// The quantile of the beta distribution, to 24 significant bits.
  ///
  /// - Parameters:
  ///   - p: In the open interval from 0 to 1.
  ///   - a: Above 0 and up to 10⁵; the mean is `a` / (`a` + `b`).
  ///   - b: Above 0 and up to 10⁵.
  /// - Returns: A value above 0, and 1 itself when the quantile is nearer to it than 2⁻²⁴.
  /// - Complexity: 34 of GSL's cumulative probabilities, about 15 µs; its own quantile is NaN for
  ///   some ordinary arguments and does not return for some large ones.
  public static func beta(_ p: Double, _ a: Double, _ b: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    precondition(
      a > 0 && a <= 1e5 && b > 0 && b <= 1e5, "the exponents of a beta are \(a) and \(b)")
    GSL.prepare()
    let isLow = p <= 0.5
    return bisected(upTo: 1) { x in
      isLow ? gsl_cdf_beta_P(x, a, b) < p : gsl_cdf_beta_Q(x, a, b) > 1 - p
    }
  }

  /// The quantile of Student's t distribution, as GSL gives it: for statistics after a run.
  ///
  /// - Parameters:
  ///   - p: In the open interval from 0 to 1.
  ///   - degreesOfFreedom: Above 0.
  public static func studentT(_ p: Double, degreesOfFreedom: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom.isFinite, "\(degreesOfFreedom) degrees of freedom")
    GSL.prepare()
    let t = gsl_cdf_tdist_Pinv(p, degreesOfFreedom)
    precondition(t.isFinite, "GSL has no t quantile at \(p) for \(degreesOfFreedom)")
    return t
  }
}

extension Quantile {
  /// The least number of 24 significant bits, above 0 and up to `limit`, that is not below the
  /// quantile.
  private static func bisected(upTo limit: Double, _ isBelowQuantile: (Double) -> Bool) -> Double {
    // The bit patterns of numbers above 0 are in the order of the numbers.
    var (low, high) = (UInt64(0), limit.bitPattern >> 29)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBelowQuantile(Double(bitPattern: middle << 29)) { low = middle } else { high = middle }
    }
    return Double(bitPattern: high << 29)
  }
}

extension Quantile {
  /// The quantile of the Poisson distribution: the least count whose cumulative probability is `p` or
  /// more.
  ///
  /// The probabilities are added up from 12 standard deviations below the mean, each from the one
  /// before it; the first is Stirling's formula with three terms of its series.
  ///
  /// - Parameters:
  ///   - p: In the open interval from 0 to 1.
  ///   - mean: In `0...1e6`.
  /// - Complexity: O(mean) below 144, O(√mean) above.
  public static func poisson(_ p: Double, mean: Double) -> Int {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    precondition(mean >= 0 && mean <= 1e6, "the mean of a Poisson distribution is \(mean)")
    var count = max(0, (mean - 12 * mean.squareRoot()).rounded(.down))
    var probability = poissonProbability(of: count, mean: mean)
    var sum = probability
    // Rounding may leave the sum of all below a p next to 1: the terms have then died out.
    while sum < p && (count < mean || probability > 0x1p-60) {
      count += 1
      probability *= mean / count
      sum += probability
    }
    return Int(count)
  }

  private static func poissonProbability(of count: Double, mean: Double) -> Double {
    guard count > 0 else { return Portable.exp(-mean) }
    let excess = (count - mean) / mean
    let deviance = mean * ((1 + excess) * Portable.log1p(excess) - excess)
    let inverse = 1 / count
    let square = inverse * inverse
    let series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260)))
    return Portable.exp(-deviance - series) / (2 * Double.pi * count).squareRoot()
  }
}
