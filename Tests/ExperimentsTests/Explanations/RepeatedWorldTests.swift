import Experiments
import FeedMetrics
import Studies
import SyntheticSociety
import TestSupport
import Testing

@Suite struct RepeatedWorldTests {
  private func results(_ baseline: [Double?], _ candidate: [Double?]) throws -> ExperimentResults {
    let metric = try #require(MetricCatalogue.definition("like_rate"))
    let design = ExperimentDesign(
      scenario: "made-up", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 10,
      days: 1,
      warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: baseline.count,
      metrics: [metric])
    let outcomes = [("old", baseline), ("new", candidate)].flatMap { arm, values in
      values.enumerated().map { world, value in
        WorldOutcome(
          arm: arm, world: world, values: ["like_rate": MetricValue(value, support: 1)], digest: "",
          summary: WorldSummary())
      }
    }
    return ExperimentResults(design: design, outcomes: outcomes)
  }

  @Test func `the typical world is the one whose change is nearest to the mean`() throws {
    let metric = try #require(MetricCatalogue.definition("like_rate"))
    // Changes of 1, 0.5 and 0.25 with a mean of 0.583.
    let results = try results([1, 1, 1], [2, 1.5, 1.25])
    expectEqual(results.worlds, [0, 1, 2])
    expectEqual(results.typicalWorld(of: metric, candidate: "new"), 1)
    // The first of equals: −1 and 1 are as near to 0.
    try expectEqual(self.results([1, 1], [0, 2]).typicalWorld(of: metric, candidate: "new"), 0)
    // A world without a value has no change.
    try expectEqual(
      self.results([1, nil, 1], [nil, 2, 2]).typicalWorld(of: metric, candidate: "new"), 2)
    try expectEqual(self.results([nil], [1]).typicalWorld(of: metric, candidate: "new"), nil)
  }

  @Test func `a world that the results do not have`() throws {
    let results = try results([1, 1], [2, 2])
    do {
      _ = try RepeatedWorld(2, of: results)
      Issue.record("there is a world 2")
    } catch RepeatedWorld.Refusal.noWorld(let numbers) {
      expectEqual(numbers, [0, 1])
    }
  }
}
