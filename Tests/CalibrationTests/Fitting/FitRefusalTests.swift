import Calibration
import Stochastics
import TestSupport
import Testing

@Suite struct FitRefusalTests {
  private func refusal(_ fit: () throws(FitRefusal) -> Void) -> String? {
    do {
      try fit()
      return nil
    } catch { return "\(error)" }
  }

  @Test func `values that a distribution cannot give are named`() {
    let zero = CountedValues([0, 1, 2])
    let above = "needs values above 0, found 0.0"
    expectEqual(refusal { () throws(FitRefusal) in _ = try GammaFit(zero) }, above)
    expectEqual(refusal { () throws(FitRefusal) in _ = try LogNormalFit(zero) }, above)
    expectEqual(refusal { () throws(FitRefusal) in _ = try WeibullFit(zero) }, above)
    let whole = "needs whole numbers from 1, found 1.5"
    let half = CountedValues([1, 1.5, 2])
    expectEqual(refusal { () throws(FitRefusal) in _ = try DiscreteLogNormalFit(half) }, whole)
    expectEqual(refusal { () throws(FitRefusal) in _ = try PowerLawFit(half) }, whole)
  }

  @Test func `too few data are counted`() {
    let one = CountedValues([3, 3, 3])
    let different = "needs at least 2 different values above 0, found 1"
    expectEqual(refusal { () throws(FitRefusal) in _ = try GammaFit(one) }, different)
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try WeibullFit(CountedValues([])) },
      "needs at least 2 different values above 0, found 0")
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try PowerLawFit(one) },
      "needs at least 2 different values, found 1")
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try PowerLawFit(CountedValues([1, 2, 9]), xmin: 5) },
      "needs at least 2 different values in the tail, found 1")
    expectEqual(
      refusal { () throws(FitRefusal) in
        _ = try BetaBinomialFit(CountedPairs([(successes: 1, trials: 2)]))
      }, "needs at least 2 rates, found 1")
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try DirichletMultinomialFit(rows: [[1, 2], [0, 0]]) },
      "needs at least 2 users, found 1")
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try DirichletMultinomialFit(rows: [[1, 0], [2, 0]]) },
      "needs at least 2 categories, found 1")
    let first = PositionEffect.Position(1, Proportion(successes: 1, trials: 2))
    let second = PositionEffect.Position(2, Proportion(successes: 0, trials: 2))
    let third = PositionEffect.Position(3, Proportion(successes: 0, trials: 0))
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try PositionEffect([first, third]) },
      "needs at least 2 positions, found 1")
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try PositionEffect([first, second]) },
      "needs at least 2 clicked positions, found 1")
  }

  @Test func `a likelihood without a peak is refused`() {
    // Every user has the shares of all: the larger the concentration the better.
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try DirichletMultinomialFit(rows: [[2, 2], [3, 3]]) },
      "the likelihood of a Dirichlet-multinomial distribution has no maximum for these data")
    // Rates that vary less than chance makes them.
    let alike = CountedPairs([(successes: 5, trials: 10), (successes: 5, trials: 10)])
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try BetaBinomialFit(alike) },
      "the likelihood of a beta-binomial distribution has no maximum for these data")
    let never = CountedPairs([(successes: 0, trials: 10), (successes: 0, trials: 3)])
    expectEqual(
      refusal { () throws(FitRefusal) in _ = try BetaBinomialFit(never) },
      "the likelihood of a beta-binomial distribution has no maximum for these data")
  }
}
