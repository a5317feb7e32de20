internal import PortableMath
internal import Stochastics
package import SyntheticSociety

/// A log-normal distribution rounded to the whole numbers from 1, fitted by maximum likelihood.
///
/// P(*X* = *k*) = [*F*(*k* + ½) − *F*(*k* − ½)] / (1 − *F*(½)) with *F* log-normal: what counts such as
/// followers have when zeros mean something else.
package struct DiscreteLogNormalFit: Sendable, Hashable {
  /// Mean of the natural logarithms before rounding.
  package let mu: Estimate
  /// Standard deviation of the natural logarithms before rounding.
  package let sigma: Estimate
  package let quality: FitQuality

  /// - Parameters:
  ///   - column: Whole numbers from 1, at least two different ones.
  ///   - graph: Whose positive in-degrees they are, for standard errors by member; without one the numbers are
  ///     independent and follow the distribution.
  package init(_ column: CountedValues, of graph: FollowGraph? = nil) throws(FitRefusal) {
    try column.requireWholeNumbers()
    let (found, rounded) = try RoundedLogNormal.fitted(to: column, from: 1)
    try found.requirePeak(of: "a discretised log-normal distribution")
    func estimate(_ function: ([Double]) -> Double) -> Estimate {
      let independent = found.estimate(function)
      guard let graph else { return independent }
      let error = graph.jackknife { count in
        guard count >= 1 else { return 0 }
        return found.influence(on: function) { at in
          RoundedLogNormal(mu: at[0], sigma: Portable.exp(at[1]), least: 1)
            .logProbability(Double(count))
        } ?? 0
      }
      return Estimate(independent.value, standardError: error)
    }
    mu = estimate { $0[0] }
    sigma = estimate { Portable.exp($0[1]) }
    quality = FitQuality(
      count: column.count, logLikelihood: found.logLikelihood, parameterCount: 2,
      kolmogorovSmirnov: column.gapToDiscrete({ 1 - rounded.tail($0 + 1) }))
  }
}

/// A log-normal distribution rounded to the whole numbers from a least one.
struct RoundedLogNormal {
  let mu: Double
  let sigma: Double
  /// The least number.
  let least: Double

  /// The distribution of a column's values from a least one, by maximum likelihood.
  static func fitted(
    to column: CountedValues, from least: Double
  ) throws(FitRefusal) -> (MaximumLikelihood, RoundedLogNormal) {
    guard let moments = LogMoments(column), moments.deviation > 0 else {
      throw .noMaximum(of: "a discretised log-normal distribution")
    }
    let found = try MaximumLikelihood(
      of: "a discretised log-normal distribution",
      from: [moments.mean, Portable.log(moments.deviation)]
    ) { parameters in
      let rounded = RoundedLogNormal(
        mu: parameters[0], sigma: Portable.exp(parameters[1]), least: least)
      return column.sum(rounded.logProbability)
    }
    return (
      found,
      RoundedLogNormal(
        mu: found.parameters[0], sigma: Portable.exp(found.parameters[1]), least: least)
    )
  }

  private func standardised(_ x: Double) -> Double { (Portable.log(x) - mu) / sigma }

  /// P(*X* ≥ `value`).
  func tail(_ value: Double) -> Double {
    Cumulative.normalTail(standardised(value - 0.5))
      / Cumulative.normalTail(standardised(least - 0.5))
  }

  /// log P(*X* = `value`); −∞ where it is below the least number above 0.
  func logProbability(_ value: Double) -> Double {
    let bin = Cumulative.normal(from: standardised(value - 0.5), to: standardised(value + 0.5))
    let room = Cumulative.normalTail(standardised(least - 0.5))
    return bin > 0 && room > 0 ? Portable.log(bin) - Portable.log(room) : -.infinity
  }
}

extension CountedValues {
  /// Refuses a column that is not of whole numbers from 1, or all of one number.
  func requireWholeNumbers() throws(FitRefusal) {
    for value in values where value < 1 || value.rounded() != value {
      throw .outside(value: value, allowed: "whole numbers from 1")
    }
    guard values.count >= 2 else {
      throw .tooFew(found: values.count, needed: 2, of: "different values")
    }
  }
}
