internal import PortableMath
internal import Stochastics
package import SyntheticSociety

/// A power law fitted to the tail of a column of whole numbers: P(*X* = *k*) = *k*⁻ᵅ / ζ(α, *x*ₘᵢₙ)
/// for *k* ≥ *x*ₘᵢₙ.
///
/// The exponent is the exact maximum-likelihood estimate with Hurwitz's ζ. The beginning of the tail is
/// given, or is the value that minimises the Kolmogorov–Smirnov distance, taken between P(*X* ≥ *x*) at
/// the observed values. Likelihood ratios against other distributions of the same tail show whether a
/// power law describes it better.
///
/// The standard error does not take the law for granted, since counts of members or authors seldom follow one:
/// with the score *s* = mean(ln *x*) − ln *x* of each of *n* numbers and the information *I* of a number, SE² =
/// *n*/(*n* − 1) · Σ *s*² ÷ (*nI*)², which is 1/(*nI*) where the law holds.
///
/// Source: Clauset, Shalizi & Newman, *SIAM Review* 51(4), 2009; White, *Econometrica* 50(1), 1982 (the error).
package struct PowerLawFit: Sendable, Hashable {
  /// The beginning of the tail.
  package let xmin: Int
  /// The exponent, above 1.
  package let alpha: Estimate
  /// How many numbers are in the tail, and their share.
  package let tailCount: Int
  package let tailShare: Double
  package let quality: FitQuality
  /// `nil` where the other distribution cannot be fitted to the tail.
  package let versusLogNormal: LikelihoodRatio?
  package let versusExponential: LikelihoodRatio?
  /// *k*⁻ᵅ e^(−λ*k*), whose case λ = 0 is the power law.
  package let versusTruncatedPowerLaw: LikelihoodRatio?
  /// The mean of ln *x* in the tail.
  private let meanLog: Double
  /// 1/(*nI*); `nil` where the likelihood has no curvature.
  private let inverseInformation: Double?

  /// Fits a power law to the tail that looks most like one.
  ///
  /// The candidates are the values that were seen but for the largest; of more than `candidateLimit`
  /// of them, every so many-th in order. Those whose exponent is above 3, so that the tail is too light
  /// for a power law to matter, are taken only when all are.
  ///
  /// - Parameter column: Whole numbers from 1, at least two different ones.
  /// - Complexity: O(*d*²) zeta functions for *d* distinct values, and O(`candidateLimit` · *d*) beyond.
  package init(_ column: CountedValues) throws(FitRefusal) {
    try column.requireWholeNumbers()
    guard
      let best = Self.closest(of: column, exponentsTo: 3)
        ?? Self.closest(of: column, exponentsTo: .infinity)
    else { throw .noMaximum(of: "a power law") }
    self.init(best, of: column)
  }

  /// The tail of least distance among the candidates.
  private static func closest(of column: CountedValues, exponentsTo limit: Double) -> ZetaTail? {
    let candidates = column.values.dropLast()
    let stride = (candidates.count + candidateLimit - 1) / candidateLimit
    var best: ZetaTail?
    var least = Double.infinity
    for (index, value) in candidates.enumerated() where index % stride == 0 {
      guard let tail = try? ZetaTail(of: column, from: value), tail.alpha <= limit else { continue }
      let gap = tail.gap(atMost: least)
      if gap < least { (best, least) = (tail, gap) }
    }
    return best
  }

  /// How many beginnings of the tail are tried.
  package static let candidateLimit = 2_000

  /// Fits a power law to the tail from a value.
  ///
  /// - Parameters:
  ///   - column: Whole numbers from 1.
  ///   - xmin: From 1; at least two different numbers are not below it.
  package init(_ column: CountedValues, xmin: Int) throws(FitRefusal) {
    precondition(xmin >= 1, "a tail from \(xmin)")
    try column.requireWholeNumbers()
    self.init(try ZetaTail(of: column, from: Double(xmin)), of: column)
  }

  private init(_ fitted: ZetaTail, of column: CountedValues) {
    xmin = Int(fitted.least)
    let tailCount = fitted.column.count
    self.tailCount = tailCount
    tailShare = Double(tailCount) / Double(column.count)
    let model = fitted.maximum.estimate { 1 + Portable.exp($0[0]) }
    let meanLog = fitted.column.sum { Portable.log($0) } / Double(tailCount)
    let inverseInformation = model.standardError.map { $0 * $0 }
    let squares = fitted.column.sum { (Portable.log($0) - meanLog) * (Portable.log($0) - meanLog) }
    alpha = Estimate(
      model.value,
      standardError: inverseInformation.map { $0 * Self.root(of: squares, over: tailCount) })
    (self.meanLog, self.inverseInformation) = (meanLog, inverseInformation)
    quality = FitQuality(
      count: tailCount, logLikelihood: fitted.maximum.logLikelihood, parameterCount: 1,
      kolmogorovSmirnov: fitted.gap(atMost: .infinity))
    let own = fitted.logProbability
    versusLogNormal = TailAlternative.logNormal(fitted.column, from: fitted.least).map {
      LikelihoodRatio(over: fitted.column, own, $0, isNested: false)
    }
    versusExponential = TailAlternative.exponential(fitted.column, from: fitted.least).map {
      LikelihoodRatio(over: fitted.column, own, $0, isNested: false)
    }
    versusTruncatedPowerLaw =
      TailAlternative.truncatedPowerLaw(fitted.column, from: fitted.least, alpha: fitted.alpha)
      .map { LikelihoodRatio(over: fitted.column, own, $0, isNested: true) }
  }
}

extension PowerLawFit {
  /// The exponent of followers in their graph, with its standard error by member.
  ///
  /// - Parameter graph: Whose positive in-degrees were fitted; each follow once.
  package func alpha(byMemberOf graph: FollowGraph) -> Estimate {
    let root = graph.jackknife { count in
      count >= xmin ? meanLog - Portable.log(Double(count)) : 0
    }
    return Estimate(alpha.value, standardError: inverseInformation.map { $0 * root })
  }

  /// √(*n*/(*n* − 1) · Σ *s*²) of scores.
  private static func root(of squares: Double, over count: Int) -> Double {
    (Double(count) / Double(count - 1) * squares).squareRoot()
  }
}

/// The numbers from a least one on, and the power law fitted to them.
private struct ZetaTail {
  let column: CountedValues
  let least: Double
  let maximum: MaximumLikelihood
  let alpha: Double
  private let logNormaliser: Double

  init(of whole: CountedValues, from least: Double) throws(FitRefusal) {
    let column = whole.filter { $0 >= least }
    guard column.values.count >= 2 else {
      throw .tooFew(found: column.values.count, needed: 2, of: "different values in the tail")
    }
    let n = Double(column.count)
    let logTotal = column.sum { Portable.log($0) }
    let logLeast = Portable.log(least - 0.5)
    // The parameter is log(α − 1); at the continuous maximum α − 1 is one over the mean log ratio.
    let start = Portable.log(n / (logTotal - n * logLeast))
    maximum = try MaximumLikelihood(of: "a power law", from: [start]) { parameters in
      let alpha = 1 + Portable.exp(parameters[0])
      guard alpha > 1, alpha < 1e3 else { return -.infinity }
      let zeta = SpecialFunctions.hurwitzZeta(alpha, least)
      return zeta > 0 ? -alpha * logTotal - n * Portable.log(zeta) : -.infinity
    }
    self.column = column
    self.least = least
    alpha = 1 + Portable.exp(maximum.parameters[0])
    logNormaliser = Portable.log(SpecialFunctions.hurwitzZeta(alpha, least))
  }

  func logProbability(_ value: Double) -> Double { -alpha * Portable.log(value) - logNormaliser }

  /// The Kolmogorov–Smirnov distance, or a number of at least `limit` once it is known to be that large.
  func gap(atMost limit: Double) -> Double {
    let room = SpecialFunctions.hurwitzZeta(alpha, least)
    var passed = 0
    var largest = 0.0
    for (value, times) in zip(column.values, column.counts) {
      let seen = 1 - Double(passed) / Double(column.count)
      largest = max(
        largest, (seen - SpecialFunctions.hurwitzZeta(alpha, value) / room).magnitude)
      if largest >= limit { return largest }
      passed += times
    }
    return largest
  }
}
