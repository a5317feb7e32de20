import Experiments
import FeedMetrics
internal import Scenarios
import Stochastics
internal import Studies
internal import SyntheticSociety
import TestSupport
import Testing

/// How many worlds a comparison needs.
@Suite struct PowerAnalysisTests {
  private let relevance = MetricCatalogue.definition("relevance@10")!

  /// Four worlds of newest, affinity and random, with values of relevance by world.
  private func analysis(
    _ goal: PowerAnalysis.Goal?, _ values: [[Double]], metric: String = "relevance@10"
  ) throws -> PowerAnalysis {
    let experiment = Experiment(try scenario(), worlds: 4)
    let arms = ["newest", "affinity", "random"]
    let results = try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      madeUp(run, shouldContinue)?.replacing(
        metric, with: values[arms.firstIndex(of: run.arm.name)!][Int(run.world)])
    }
    return PowerAnalysis(
      results, metric: MetricCatalogue.definition(metric)!, goal: goal, alpha: 0.05)
  }

  private let values = [[0.5, 0.6, 0.4, 0.5], [0.52, 0.61, 0.45, 0.50], [0.5, 0.6, 0.4, 0.5]]

  @Test func `spreads are those of the differences, paired and unpaired`() throws {
    let analysis = try analysis(.effect(.absolute(0.02)), values)
    expectEqual(analysis.candidates.map(\.candidate), ["affinity", "random"])
    let affinity = analysis.candidates[0]
    // Differences .02, .01, .05, 0: mean .02, squares 0 + 1 + 9 + 4 of 10⁻⁴: s² = 14/3 · 10⁻⁴.
    let paired = try #require(affinity.paired)
    #expect(abs(paired.power.deviation - (14.0 / 3).squareRoot() / 100) < 1e-12)
    #expect(abs(try #require(affinity.difference) - 0.02) < 1e-12)
    // Variances: newest 2/3 · 10⁻²; affinity: mean .52, squares 0 + 81 + 49 + 4 of 10⁻⁴, 134/3 · 10⁻⁴.
    let unpaired = try #require(affinity.unpaired)
    #expect(abs(unpaired.power.deviation - (200.0 / 3 + 134.0 / 3).squareRoot() / 100) < 1e-12)
    #expect(abs(try #require(affinity.varianceReduction) - 334.0 / 14) < 1e-9)
    expectEqual(paired.worlds, paired.power.worlds(effect: 0.02, power: 0.8))
    expectEqual(unpaired.worlds, unpaired.power.worlds(effect: 0.02, power: 0.8))
    expectEqual(paired.readings.map(\.worlds), [8, 16, 32, 64])
    expectEqual(paired.readings[1].halfWidth, paired.power.halfWidth(worlds: 16))
  }

  @Test func `percentages are of the baseline, half-widths have their own number`() throws {
    let effect = try analysis(.effect(.relative(0.04)), values).candidates[0]
    #expect(abs(try #require(effect.size) - 0.02) < 1e-12)
    let width = try analysis(.halfWidth(.absolute(0.01)), values).candidates[0]
    expectEqual(width.paired?.worlds, width.paired?.power.worlds(halfWidth: 0.01))
    let zero = try analysis(
      .effect(.relative(0.01)), [[0, 0, 0, 0], [1, 2, 3, 4], [0, 0, 0, 0]])
    #expect(zero.candidates[0].size == nil && zero.candidates[0].paired?.worlds == nil)
  }

  @Test func `identical arms need two worlds, and no goal needs none`() throws {
    let random = try analysis(.effect(.absolute(0.02)), values).candidates[1]
    #expect(random.paired?.power.deviation == 0 && random.paired?.worlds == 2)
    expectEqual(random.varianceReduction, nil)
    try expectEqual(analysis(nil, values).candidates[0].paired?.worlds, nil)
  }

  @Test func `a target's spread is that of the distances`() throws {
    // group_exposure_ratio is best at 1: distances .5 .4 .6 .5 and .1 .2 .1 .0.
    let ratios = [[0.5, 1.4, 0.4, 1.5], [1.1, 0.8, 0.9, 1.0], [1, 1, 1, 1]]
    let metric = MetricCatalogue.definition("group_exposure_ratio")!
    expectEqual(metric.direction, .target(1))
    let candidate = try analysis(nil, ratios, metric: metric.id).candidates[0]
    let distances = Summary([-0.4, -0.2, -0.5, -0.5])
    #expect(
      abs(try #require(candidate.paired).power.deviation - distances.standardDeviation!) < 1e-12)
    #expect(abs(try #require(candidate.difference) - distances.mean) < 1e-12)
  }
}
