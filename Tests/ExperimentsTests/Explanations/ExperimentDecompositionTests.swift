import Experiments
import FeedMetrics
internal import Scenarios
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// The parts of simulated worlds.
@Suite struct ExperimentDecompositionTests {
  private func results(_ extra: String = "") throws -> ExperimentResults {
    let experiment = Experiment(
      try scenario(extra), candidates: ["affinity"], worlds: 3, metrics: MetricCatalogue.all)
    return try experiment.run(jobs: 2)
  }

  @Test(arguments: ["", "ab: {antithetic: true, primary: none}"])
  func `the parts by every dimension add up to the difference that is reported`(
    extra: String
  ) throws {
    let results = try results(extra)
    #expect(results.hasLooks)
    var compared = 0
    for comparison in results.comparisons {
      let isRatio = MetricCatalogue.ratio(of: comparison.metric.id) != nil
      for dimension in LookDimension.allCases {
        let found = results.decomposition(
          of: comparison.metric, candidate: "affinity", by: dimension)
        guard isRatio, let found, let difference = comparison.difference else {
          #expect(found == nil && (!isRatio || comparison.difference == nil))
          continue
        }
        let parts = found.levels.map(\.whole.mean).reduce(0, +)
        for sum in [parts, found.sum.whole.mean] {
          #expect(
            abs(sum - difference.mean) < 1e-12,
            "\(comparison.metric.id) by \(dimension): \(sum), reported \(difference.mean)")
        }
        expectEqual(found.sum.whole.count, difference.count)
        compared += 1
      }
    }
    // Seven metrics, unless nobody votes, by ten dimensions.
    #expect(compared >= 60)
  }

  @Test func `the looks of an outcome are those of its run`() throws {
    let results = try results()
    let scenario = try scenario()
    let arm = try #require(scenario.arms.first { $0.name == "affinity" })
    var run = WorldRun(parameters: scenario.parameters, arm: arm, seed: scenario.seed, world: 1)
    run.intercepts = results.intercepts
    let sink = LookCountsSink()
    _ = try #require(run.simulate(sinks: [sink]))
    let outcome = try #require(results.outcomes.first { $0.arm == "affinity" && $0.world == 1 })
    expectEqual(outcome.looks, [sink.counts])
    #expect(sink.counts.table(.activity) != nil)
  }

  @Test func `where nothing is compared or no looks were counted nothing has parts`() throws {
    let results = try results()
    let metric = try #require(MetricCatalogue.definition("like_rate"))
    let measured = try Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1).run(
      jobs: 1)
    #expect(measured.hasLooks)
    expectEqual(measured.decomposition(of: metric, candidate: "newest", by: .look), nil)
    // Runs that were stored before looks were counted have none.
    let old = ExperimentResults(
      design: results.design,
      outcomes: results.outcomes.map {
        WorldOutcome(
          arm: $0.arm, world: $0.world, values: $0.values, looks: $0.world == 2 ? nil : $0.looks,
          digest: $0.digest, summary: $0.summary)
      })
    #expect(!old.hasLooks)
    expectEqual(old.decomposition(of: metric, candidate: "affinity", by: .look), nil)
  }
}
