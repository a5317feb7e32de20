internal import PortableMath
internal import Stochastics

/// How much better one distribution describes data than another.
package struct LikelihoodRatio: Sendable, Hashable {
  /// log *L₁* − log *L₂*; below 0 the second is the better.
  package let ratio: Double
  /// Of the hypothesis that both are as good: by Vuong's normal approximation, and by χ² with one degree
  /// of freedom when the first is a special case of the second.
  package let pValue: Double

  /// Compares two fitted distributions.
  ///
  /// With *l* the differences of log-probability, Σ *l* is the ratio and
  /// *p* = P(|*Z*| > |Σ *l*| / √(*n* Var *l*)).
  ///
  /// - Parameters:
  ///   - column: The data, not empty.
  ///   - first: Its log-probability at a value.
  ///   - second: As the first.
  ///   - isNested: Whether the first is a special case of the second.
  ///
  /// Source: Vuong, *Econometrica* 57(2), 1989.
  init(
    over column: CountedValues, _ first: (Double) -> Double, _ second: (Double) -> Double,
    isNested: Bool
  ) {
    let n = Double(column.count)
    let differences = column.values.map { first($0) - second($0) }
    var sum = 0.0
    for (difference, count) in zip(differences, column.counts) {
      sum += Double(count) * difference
    }
    var squares = 0.0
    for (difference, count) in zip(differences, column.counts) {
      squares += Double(count) * (difference - sum / n) * (difference - sum / n)
    }
    ratio = sum
    if isNested {
      pValue = Cumulative.chiSquareTail(2 * sum.magnitude, degreesOfFreedom: 1)
    } else {
      // n times the variance is the sum of squares.
      let z = squares > 0 ? sum.magnitude / squares.squareRoot() : 0
      pValue = min(1, 2 * Cumulative.normalTail(z))
    }
  }
}

/// The distributions that a power law's tail is compared with, each fitted to the tail: the
/// log-probability of a value, or `nil` where it cannot be fitted.
enum TailAlternative {
  typealias LogProbability = (Double) -> Double

  /// The log-normal rounded to whole numbers.
  static func logNormal(_ tail: CountedValues, from least: Double) -> LogProbability? {
    (try? RoundedLogNormal.fitted(to: tail, from: least))?.1.logProbability
  }

  /// The geometric: P(*k*) = (1 − *q*) *q*^(*k* − least), where *q* has the closed form *m*/(1 + *m*)
  /// with *m* the mean excess.
  static func exponential(_ tail: CountedValues, from least: Double) -> LogProbability? {
    let excess = tail.total / Double(tail.count) - least
    guard excess > 0 else { return nil }
    let (logStop, logStep) = (-Portable.log1p(excess), -Portable.log1p(1 / excess))
    return { logStop + ($0 - least) * logStep }
  }

  /// *k*⁻ᵅ e^(−λ*k*) over its sum.
  ///
  /// - Parameter alpha: Of the power law, where the search begins.
  static func truncatedPowerLaw(
    _ tail: CountedValues, from least: Double, alpha: Double
  ) -> LogProbability? {
    let n = Double(tail.count)
    let total = tail.total
    let logTotal = tail.sum { Portable.log($0) }
    let start = [alpha, Portable.log(0.1 * n / total)]
    let found = try? MaximumLikelihood(of: "a truncated power law", from: start) { parameters in
      let (alpha, rate) = (parameters[0], Portable.exp(parameters[1]))
      // As the rate falls to 0 the power law is reached, and the search has nowhere to settle.
      guard alpha > -5, alpha < 100, rate > 1e-12 / (total / n), rate < 50 else {
        return -.infinity
      }
      return -alpha * logTotal - rate * total
        - n * logSum(alpha: alpha, rate: rate, from: least)
    }
    guard let found else { return nil }
    let (fitted, rate) = (found.parameters[0], Portable.exp(found.parameters[1]))
    let normaliser = logSum(alpha: fitted, rate: rate, from: least)
    return { -fitted * Portable.log($0) - rate * $0 - normaliser }
  }

  /// log Σ *k*⁻ᵅ e^(−λ*k*) over *k* from a least number: the first terms one by one, the rest by the
  /// formula of Euler and Maclaurin, whose integral is an incomplete gamma function.
  private static func logSum(alpha: Double, rate: Double, from least: Double) -> Double {
    // Terms relative to the first one, so that none vanishes.
    let logFirst = -alpha * Portable.log(least) - rate * least
    func term(_ k: Double) -> Double {
      Portable.exp(-alpha * Portable.log(k) - rate * k - logFirst)
    }
    var sum = 0.0
    for step in 0..<40 { sum += term(least + Double(step)) }
    let end = least + 40
    let last = term(end)
    guard last > 1e-300 else { return logFirst + Portable.log(sum) }
    // The first three derivatives of the logarithm of a term.
    let (a, b, c) = (-alpha / end - rate, alpha / (end * end), -2 * alpha / (end * end * end))
    let integral =
      SpecialFunctions.upperIncompleteGamma(1 - alpha, rate * end)
      * Portable.exp((alpha - 1) * Portable.log(rate) - logFirst)
    sum += integral + last * (0.5 - a / 12 + (a * a * a + 3 * a * b + c) / 720)
    return logFirst + Portable.log(sum)
  }
}
