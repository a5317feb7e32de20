import Experiments
import FeedMetrics
import Scenarios
import Stochastics
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// The best of several arms, in worlds that are made up.
@Suite struct SelectionTests {
  private let relevance = MetricCatalogue.definition("relevance@10")!
  private let gini = MetricCatalogue.definition("creator_exposure_gini")!

  /// A first stage of four worlds with the arms newest, affinity and random.
  private func experiment(
    guardrails: [String] = [], margins: String = "relevance@10: {margin: 0.001}"
  ) throws -> Experiment {
    var experiment = Experiment(try scenario(margins: margins), worlds: 4)
    experiment.setHypotheses(Scenario.Questions(guardrails: guardrails))
    return experiment
  }

  /// Lives as made up, but with the mean of the metrics by arm and a spread that arms mostly share.
  private func living(
    _ means: [String: [String: Double]]
  ) -> @Sendable (WorldRun, (Double, Int) -> Bool) -> WorldOutcome? {
    { run, shouldContinue in
      guard var outcome = madeUp(run, shouldContinue) else { return nil }
      for (metric, byArm) in means.sorted(by: { $0.key < $1.key }) {
        let own = (outcome.values[metric]?.value ?? 0) - 0.5
        let shared = Double(run.world * 7 % 5) / 10
        outcome = outcome.replacing(metric, with: (byArm[run.arm.name] ?? 0) + shared + own / 10)
      }
      return outcome
    }
  }

  private func selected(
    _ experiment: Experiment, _ metric: MetricDefinition, by delta: Double, most: Int = 200,
    jobs: Int = 2, _ means: [String: [String: Double]]
  ) throws -> SelectionResults {
    try Selection(experiment, metric: metric, indifference: delta, mostWorlds: most).run(
      jobs: jobs, monitor: ExperimentMonitor(), simulate: living(means))
  }

  private let clear = ["relevance@10": ["newest": 0.3, "affinity": 0.6, "random": 0.4]]

  @Test func `a clear lead is decided in the first stage`() throws {
    let results = try selected(try experiment(), relevance, by: 0.2, clear)
    #expect(results.best == ["affinity"] && results.contenders == [])
    #expect(results.worlds == 4 && results.outcomes.count == 12)
    expectEqual(
      results.arms.map(\.status),
      [
        .behind("affinity", worlds: 4), .best, .behind("affinity", worlds: 4),
      ])
    expectEqual(results.arms[1].shortfall, 0)
    #expect(abs(results.arms[0].shortfall - 0.3) < 0.1)
  }

  @Test func `less is better where the metric's direction is down`() throws {
    let means = ["creator_exposure_gini": ["newest": 0.3, "affinity": 0.6, "random": 0.5]]
    let results = try selected(try experiment(), gini, by: 0.2, means)
    expectEqual(results.best, ["newest"])
    #expect(results.arms[1].shortfall > 0)
  }

  @Test(arguments: [1, 3, 7])
  func `results do not depend on the number of threads`(jobs: Int) throws {
    let close = ["relevance@10": ["newest": 0.5, "affinity": 0.52, "random": 0.505]]
    let one = try selected(try experiment(), relevance, by: 0.01, jobs: 2, close)
    #expect(one.worlds > 4)
    try expectEqual(selected(try experiment(), relevance, by: 0.01, jobs: jobs, close), one)
  }

  @Test func `dropped arms live no further`() throws {
    let means = ["relevance@10": ["newest": 0.5, "affinity": 0.505, "random": 0.2]]
    let results = try selected(try experiment(), relevance, by: 0.01, means)
    let random = try #require(results.arms.last)
    #expect(random.worlds < results.worlds)
    expectEqual(results.outcomes.filter { $0.arm == "random" }.count, random.worlds)
  }

  @Test func `it agrees with the procedure fed by hand`() throws {
    let means = ["relevance@10": ["newest": 0.5, "affinity": 0.53, "random": 0.48]]
    let results = try selected(try experiment(), relevance, by: 0.02, means)
    var procedure = KimNelson(systems: 3, firstStage: 4, indifference: 0.02, risk: 0.05)
    let values = results.design.experiment.arms.map { arm in
      results.outcomes.filter { $0.arm == arm }.map { $0.values["relevance@10"]!.value! }
    }
    while !procedure.isFinished {
      let world = procedure.worlds
      procedure.observe(values.map { world < $0.count ? $0[world] : .nan })
    }
    expectEqual(results.worlds, procedure.worlds)
    expectEqual(results.best, procedure.best.map { results.design.experiment.arms[$0] })
  }

  @Test func `identical arms are the best together`() throws {
    let results = try Selection(try experiment(), metric: relevance, indifference: 0.2)
      .run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
        madeUp(run, shouldContinue)?.replacing(
          "relevance@10", with: run.arm.name == "random" ? 0.1 : Double(run.world) / 100 + 0.5)
      }
    #expect(results.best == ["newest", "affinity"] && results.worlds == 4)
  }

  @Test func `worlds that are used up leave contenders, and the number that is needed`() throws {
    let close = ["relevance@10": ["newest": 0.5, "affinity": 0.5, "random": -10]]
    let results = try selected(try experiment(), relevance, by: 0.001, most: 6, close)
    #expect(results.best == [] && results.worlds == 6)
    expectEqual(results.contenders, ["newest", "affinity"])
    expectEqual(results.arms.map(\.status).prefix(2), [.contender, .contender])
    #expect(try #require(results.mostWorlds) > 6)
  }

  @Test func `an arm that harms a guardrail is not chosen, however good it is`() throws {
    var means = clear
    means["creator_exposure_gini"] = ["newest": 0.2, "affinity": 0.9, "random": 0.2]
    let experiment = try experiment(
      guardrails: ["creator_exposure_gini"], margins: "creator_exposure_gini: {margin: 0.2}")
    let results = try selected(experiment, relevance, by: 0.05, means)
    expectEqual(results.best, ["random"])
    expectEqual(
      results.arms.map(\.status),
      [
        .behind("random", worlds: 4), .harmful(metric: "creator_exposure_gini", worlds: 4), .best,
      ])
    expectEqual(results.guardrails.map(\.candidate), ["affinity", "random"])
    expectEqual(results.guardrails.map { $0.gateTest?.gate }, [.fail, .pass])
    // Without guardrails it is.
    try expectEqual(selected(try self.experiment(), relevance, by: 0.05, means).best, ["affinity"])
  }

  @Test func `a world without a value is an error that names it`() throws {
    let selection = Selection(try experiment(), metric: relevance, indifference: 0.2)
    let error = #expect(throws: ExperimentFailure.self) {
      try selection.run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
        let outcome = madeUp(run, shouldContinue)
        guard run.world == 2, run.arm.name == "random", let outcome else { return outcome }
        var values = outcome.values
        values["relevance@10"] = MetricValue(nil, support: 0)
        return WorldOutcome(
          arm: outcome.arm, world: 2, values: values, digest: "", summary: outcome.summary)
      }
    }
    expectEqual(error?.description, "world 2 of arm 'random': relevance@10 has no value")
  }

  @Test func `a cancelled selection has no results`() throws {
    let monitor = ExperimentMonitor()
    monitor.cancel()
    let selection = Selection(try experiment(), metric: relevance, indifference: 0.2)
    #expect(throws: ExperimentFailure.self) {
      try selection.run(jobs: 2, monitor: monitor, simulate: madeUp)
    }
  }
}
