import Experiments
import FeedMetrics
import Scenarios
internal import Stochastics
internal import SyntheticSociety
import TestSupport
import Testing

/// When an experiment ends.
@Suite struct WorldPlanTests {
  private static let metric = "engagement_rate"

  /// Worlds in which the candidate's rate is that of the baseline and some more: `effect` and a noise of
  /// ±1.
  private static func simulator(effect: Double) -> RunSimulator {
    { run, shouldContinue in
      guard let outcome = madeUp(run, shouldContinue) else { return nil }
      let shift = run.arm.name == "newest" ? 0 : effect + (run.world % 2 == 0 ? 1 : -1)
      return outcome.replacing(metric, with: 100 + shift)
    }
  }

  private func experiment(_ plan: WorldPlan, alpha: Double = 0.05) throws -> Experiment {
    var experiment = Experiment(
      try scenario("ab: {primary: engagement_rate}"), candidates: ["affinity"],
      metrics: [MetricCatalogue.definition(Self.metric)!])
    experiment.end(by: plan)
    experiment.setHypotheses(
      Scenario.Questions(primary: Self.metric, alpha: alpha),
      margins: [Self.metric: .absolute(0)])
    return experiment
  }

  private func run(
    _ plan: WorldPlan, effect: Double, jobs: Int = 2
  ) throws -> ExperimentResults {
    try experiment(plan).run(
      jobs: jobs, monitor: ExperimentMonitor(), simulate: Self.simulator(effect: effect))
  }

  @Test func `a scenario with hypotheses looks at 8 worlds first`() throws {
    let design = Experiment(try scenario("ab: {primary: engagement_rate}")).design
    expectEqual(design.plan, .looks(first: 8, most: 64))
    expectEqual(design.worlds, 8)
    expectEqual(
      Experiment(try scenario("ab: {primary: ndcg@10}"), worlds: 3).design.plan, .fixed(3))
    expectEqual(
      Experiment(measuring: try scenario("ab: {primary: ndcg@10}")).design.plan, .fixed(8))
    expectEqual(Experiment(try scenario()).design.plan, .fixed(8))
  }

  @Test(arguments: [(2.5, 8, 1), (1.2, 16, 2), (0.75, 32, 3), (0.4, 64, 4)])
  func `it goes on until the interval of a look decides`(
    effect: Double, worlds: Int, look: Int
  ) throws {
    // With ±1 in turn the standard error is √(n/(n − 1))/√n = 1/√(n − 1). Reach at the look's level, t of
    // n − 1 degrees of freedom at 1 − α/2 (scipy.stats.t.ppf), α = .0025, .0075, .015, .025:
    // 4.5294/√7 = 1.712, 3.0782/√15 = .7948, 2.5729/√31 = .4621, 2.2992/√63 = .2897.
    let results = try run(.looks(first: 8, most: 64), effect: effect)
    expectEqual(results.design.worlds, worlds)
    expectEqual(results.ending, .decided(look: look, of: 4))
    expectEqual(results.comparisons[0].verdict, .better)
    let level = [0.9975, 0.9925, 0.985, 0.975][look - 1]
    #expect(abs(results.design.level - level) < 1e-12)
    expectEqual(results.comparisons[0].difference?.interval?.level, results.design.level)
    expectEqual(results.estimates[0].interval?.level, results.design.level)
    expectEqual(results.outcomes.count, 2 * worlds)
  }

  /// The primary loses 2.5 at once, with a margin of 1. A guardrail of the same margin loses `harm` and ±3 in turn, whose
  /// reach at the looks is three times that above: 5.14, 2.38, 1.39. Where it loses 3, it is open at 8 and 16 worlds and
  /// might be the larger harm; where it loses 2, it can only be the smaller one. A metric without a value ends nothing.
  @Test(arguments: [(3.0, 32, 3), (2, 8, 1), (nil, 8, 1)] as [(Double?, Int, Int)])
  func `looks go on while a guardrail may be harmed more than what broke`(
    harm: Double?, worlds: Int, look: Int
  ) throws {
    let metrics = [Self.metric, "ndcg@10"].map { MetricCatalogue.definition($0)! }
    var experiment = Experiment(
      try scenario("ab: {primary: engagement_rate}"), candidates: ["affinity"], metrics: metrics)
    experiment.end(by: .looks(first: 8, most: 64))
    experiment.setHypotheses(
      Scenario.Questions(primary: Self.metric, guardrails: ["ndcg@10"]),
      margins: [Self.metric: .absolute(1), "ndcg@10": .absolute(1)])
    let results = try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      guard let outcome = madeUp(run, shouldContinue) else { return nil }
      let (isCandidate, sign) = (run.arm.name != "newest", run.world % 2 == 0 ? 1.0 : -1)
      return outcome.replacing(Self.metric, with: 100 - (isCandidate ? 2.5 + 0.1 * sign : 0))
        .replacing("ndcg@10", with: harm.map { 100 - (isCandidate ? $0 + 3 * sign : 0) })
    }
    expectEqual(results.design.worlds, worlds)
    expectEqual(results.ending, .decided(look: look, of: 4))
    expectEqual(results.decisions[0].outcome, .doNotShip)
  }

  @Test func `tests can be undecided at the last look`() throws {
    let results = try run(.looks(first: 8, most: 20), effect: 0.1)
    expectEqual(results.design.worlds, 20)
    expectEqual(results.ending, .exhausted)
    expectEqual(results.decisions[0].outcome, .undecided)
  }

  @Test func `threads change nothing`() throws {
    let one = try run(.looks(first: 8, most: 64), effect: 0.75, jobs: 1)
    try expectEqual(run(.looks(first: 8, most: 64), effect: 0.75, jobs: 5), one)
  }

  @Test func `an open plan looks every four worlds, with intervals that are always valid`() throws {
    let results = try run(.open(first: 4, most: 100), effect: 1.2)
    expectEqual(results.ending, .decided(look: (results.design.worlds - 4) / 4 + 1, of: nil))
    let rule = results.comparisons[0].rule
    expectEqual(rule, .alwaysValid(alpha: 0.05))
    let before = try run(
      .open(first: results.design.worlds - 4, most: results.design.worlds - 4), effect: 1.2)
    expectEqual(before.ending, .exhausted)
    let none = try run(.open(first: 4, most: 10), effect: 0)
    expectEqual(none.design.worlds, 10)
    expectEqual(none.ending, .exhausted)
  }

  @Test func `two stages reach the half-width of an interval`() throws {
    // s₀ = √(8/7) of the first 8 worlds, t of 7 degrees of freedom 2.364624252: for a half-width of 0.5
    // (2.364624252·1.069044968/0.5)² = 25.56, so 26 worlds.
    func plan(_ size: Double, most: Int = 100) -> WorldPlan {
      .precise(.init(metric: Self.metric, size: size, first: 8, most: most))
    }
    let results = try run(plan(0.5), effect: 0)
    expectEqual(results.design.worlds, 26)
    expectEqual(results.ending, .precise)
    let interval = try #require(results.comparisons[0].difference?.interval)
    #expect(interval.halfWidth <= 0.5)
    // 2.364624252·1.069044968/√26.
    #expect(abs(interval.halfWidth - 0.4957598) < 1e-6)
    try expectEqual(run(plan(1), effect: 0).design.worlds, 8)
    let short = try run(plan(0.5, most: 20), effect: 0)
    expectEqual(short.design.worlds, 20)
    expectEqual(short.ending, .imprecise(needed: 26))
  }

  /// World 0 has no value: of the first 8 worlds 7 have a difference, ±1 in turn with the sum −1, whose variance is
  /// (7 − 1/7)/6 = 8/7. With t of 6 degrees of freedom, 2.446911851, (2.446911851·1.069044968/0.5)² = 27.37: 28
  /// differences, so 29 worlds, and a half-width of 2.446911851·1.069044968/√28.
  @Test func `a world without a value is of the first stage, and followed by another one`() throws {
    let simulate = Self.simulator(effect: 0)
    let plan = WorldPlan.precise(.init(metric: Self.metric, size: 0.5, first: 8, most: 100))
    let results = try experiment(plan).run(jobs: 1, monitor: ExperimentMonitor()) {
      run, shouldContinue throws(ExperimentFailure) in
      let outcome = try simulate(run, shouldContinue)
      return run.world == 0 ? outcome?.replacing(Self.metric, with: nil) : outcome
    }
    expectEqual(results.design.worlds, 29)
    expectEqual(results.ending, .precise)
    let comparison = results.comparisons[0]
    expectEqual(comparison.rule, .stein(alpha: 0.05, first: 7))
    let interval = try #require(comparison.difference?.interval)
    #expect(abs(interval.halfWidth - 0.4943508) < 1e-6)
  }

  @Test func `two stages test every metric by the first, whichever was named`() throws {
    var design = try experiment(.looks(first: 8, most: 64)).design
    design.plan = .precise(.init(metric: Self.metric, size: 0.5, first: 8, most: 100))
    for id in [Self.metric, "ndcg@10"] {
      let metric = try #require(MetricCatalogue.definition(id))
      expectEqual(design.rule(of: metric), .stein(alpha: 0.05, first: 8))
    }
  }

  @Test func `the results end a plan that may have more worlds than its first look`() {
    #expect(!WorldPlan.fixed(8).isEndedByResults)
    #expect(!WorldPlan.looks(first: 8, most: 8).isEndedByResults)
    #expect(WorldPlan.looks(first: 8, most: 9).isEndedByResults)
    #expect(WorldPlan.open(first: 8, most: 64).isEndedByResults)
    let goal = WorldPlan.HalfWidth(metric: Self.metric, size: 1, first: 8, most: 64)
    #expect(WorldPlan.precise(goal).isEndedByResults)
  }

  @Test func `an experiment that is interrupted counts the worlds of all looks`() throws {
    let monitor = ExperimentMonitor()
    let simulate = Self.simulator(effect: 0)
    let experiment = try experiment(.looks(first: 2, most: 8))
    let error = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, monitor: monitor) {
        run, shouldContinue throws(ExperimentFailure) in
        if run.world == 3 { monitor.cancel() }
        return try simulate(run, shouldContinue)
      }
    }
    expectEqual(error?.description, "interrupted after 3 of 4 worlds")
  }
}
