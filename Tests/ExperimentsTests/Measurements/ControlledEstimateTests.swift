import Experiments
import FeedMetrics
internal import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Levels freed from the luck of what comes from outside.
@Suite struct ControlledEstimateTests {
  private let metric = MetricCatalogue.definition("engagement_rate")!

  @Test func `a value that follows arrivals and activity is known without error`() throws {
    // y = 5 + 2 (arrivals − 10) − 3 (activity − 100), exactly.
    let totals = [(8.0, 101.0), (12, 99), (9, 104), (11, 97), (10, 100), (13, 102)].map {
      ExogenousTotals(arrivals: $0.0, activity: $0.1)
    }
    let values = totals.map { 5 + 2 * ($0.arrivals - 10) - 3 * ($0.activity - 100) }
    let estimate = MetricEstimate(
      metric: metric, arm: "a", values: values.map { MetricValue($0, support: 1) },
      exogenous: .init(
        totals: totals, means: ExogenousTotals(arrivals: 10, activity: 100)))
    let controlled = try #require(estimate.controlled)
    #expect(abs(controlled.estimate - 5) < 1e-9)
    expectEqual(controlled.slopes.count, 2)
    #expect(abs(controlled.slopes[0] - 2) < 1e-9)
    #expect(abs(controlled.slopes[1] - -3) < 1e-9)
    expectEqual(controlled.degreesOfFreedom, 3)
  }

  @Test func `a community without arrivals has one control`() throws {
    let totals = (0..<6).map { ExogenousTotals(arrivals: 0, activity: Double($0)) }
    let estimate = MetricEstimate(
      metric: metric, arm: "a",
      values: totals.map { MetricValue(7 + 2 * ($0.activity - 2), support: 1) },
      exogenous: .init(totals: totals, means: ExogenousTotals(arrivals: 0, activity: 2)))
    try expectEqual(#require(estimate.controlled).slopes.count, 1)
    #expect(abs(try #require(estimate.controlled).estimate - 7) < 1e-9)
  }

  @Test func `few worlds have the plain mean, and the reason`() throws {
    let totals = (0..<4).map { ExogenousTotals(arrivals: Double($0), activity: Double($0 * $0)) }
    let estimate = MetricEstimate(
      metric: metric, arm: "a", values: [1, 2, 4, 8].map { MetricValue($0, support: 1) },
      exogenous: .init(totals: totals, means: ExogenousTotals(arrivals: 1, activity: 3)))
    try expectEqual(#require(estimate.controlled).estimate, 3.75)
    expectEqual(estimate.controlled?.fallback, .tooFewWorlds(4, needed: 5))
  }

  @Test func `custom behaviours have no known means`() throws {
    var experiment = Experiment(try scenario())
    expectEqual(experiment.design.exogenousMeans?.arrivals, 0.01 * 60 * 2)
    experiment.adjustBehaviours = { _ in }
    expectEqual(experiment.design.exogenousMeans, nil)
  }
}
