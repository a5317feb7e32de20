import Experiments
import FeedMetrics
import Scenarios
internal import Stochastics
import TestSupport
import Testing

/// Experiments in which people live.
@Suite struct RealWorldTests {
  @Test func `a world is the same whatever is compared, however many there are`() throws {
    let many = try Experiment(try scenario(), worlds: 2).run(jobs: 2)
    let few = try Experiment(
      try scenario(), baseline: "random", candidates: ["newest"], worlds: 1,
      metrics: [MetricCatalogue.all[0]]
    ).run(jobs: 2)
    for outcome in few.outcomes {
      let same = many.outcomes.first { $0.arm == outcome.arm && $0.world == outcome.world }
      expectEqual(same?.digest, outcome.digest)
      expectEqual(same?.values, outcome.values)
      expectEqual(same?.summary, outcome.summary)
    }
  }

  @Test func `arms and worlds differ`() throws {
    let results = try Experiment(try scenario(), worlds: 2).run(jobs: 2)
    expectEqual(Set(results.outcomes.map(\.digest)).count, 3 * 2)
  }

  @Test func `another arm that is the same is identical in every metric`() throws {
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms: {newest: {home: recency}, again: {home: recency}}
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "aa.yml")
    let results = try Experiment(scenario, worlds: 3).run(jobs: 2)
    for comparison in results.comparisons {
      let metric = comparison.metric.id
      #expect(comparison.difference.map { $0.mean == 0 } ?? true, "\(metric)")
      let isSettled = comparison.missing == 0
      #expect(comparison.verdict == .identical || !isSettled, "\(metric)")
    }
    #expect(results.comparisons.contains { $0.verdict == .identical })
  }
}
