internal import SocialFeed
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// What comes into worlds from outside, against its true means.
@Suite struct ExogenousTotalsTests {
  /// Over 60 worlds the mean of each total is within four standard errors of the truth: false once in
  /// 8,000 seeds for each of two totals.
  @Test func `worlds have the totals that are expected, and arms the same`() throws {
    var parameters = SocietyParameters.society(members: 80, days: 2)
    parameters.joining.share = 0.05
    let totals = (0..<UInt32(60)).map { world in
      let arms = ["recency", "random"].map { ranker in
        var run = WorldRun(
          parameters: parameters, arm: .ordering(.home, by: ranker), seed: 3, world: world)
        run.intercepts = SolvedIntercepts.usual
        return run.simulate(sinks: [])!.exogenous
      }
      expectEqual(arms[0], arms[1])
      return arms[0]
    }
    for total in [\ExogenousTotals.arrivals, \.activity] {
      let summary = Summary(totals.map { $0[keyPath: total] })
      let error = try #require(summary.standardError)
      #expect(error > 0)
      let mean = try #require(parameters.exogenousMeans)[keyPath: total]
      #expect(abs(summary.mean - mean) < 4 * error)
    }
  }
}
