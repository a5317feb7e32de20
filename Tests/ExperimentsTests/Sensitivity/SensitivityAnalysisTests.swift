import Experiments
internal import FeedMetrics
import Scenarios
internal import Stochastics
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What is run, with worlds that are made up.
@Suite struct SensitivityAnalysisTests {
  @Test func `the budget is trajectories times parameters and one more, worlds and arms`() throws {
    let design = try analysis().design
    expectEqual(design.societies, 4 * (3 + 1))
    expectEqual(design.runs, 16 * 3 * 2)
  }

  @Test func `a society has the values of its levels, and the seed of its trajectory`() throws {
    let design = try analysis().design
    let slopes = [0.2, 0.5, 0.8, 1.1]
    for society in 0..<design.societies {
      let levels = design.screening.points[society]
      expectEqual(design.values(of: society)[0], slopes[levels[0]])
      expectEqual(design.value(of: 0, atLevel: levels[0]), slopes[levels[0]])
      expectEqual(design.seed(of: society), design.seed(of: society / 4 * 4))
    }
    expectEqual(Set((0..<design.societies).map(design.seed)).count, 4)
  }

  @Test func `a parameter's settings are its values, each once`() throws {
    try expectEqual(analysis().design.settings(of: 0), [0.2, 0.5, 0.8, 1.1])
    let ranges = [
      PlausibleRange("behaviour.utility.satiation", -0.5, 0, .onOff, reason: "a test"),
      PlausibleRange("behaviour.scrolling.limit", 1, 3, reason: "a test"),
    ]
    let design = SensitivityDesign(
      try analysis().design.experiment, parameters: ranges, scenarioValues: [-0.5, 400])
    expectEqual(design.settings(of: 0), [-0.5, 0])
    // Thirds of the way from 1 to 3 are 1.67 and 2.33, and whole numbers.
    expectEqual(design.settings(of: 1), [1, 2, 3])
  }

  @Test func `every arm is simulated in every world of every society, with its values`() throws {
    let analysis = try analysis()
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      let outcome = gainingWorld(run, shouldContinue)
      // All else is as the scenario has it.
      expectEqual(run.parameters.world.members, 60)
      expectEqual(run.parameters.scrolling, SocietyParameters().scrolling)
      return outcome?.replacing("relevance@10", with: run.parameters.examination.eta)
    }
    let relevance = try #require(results.findings.first { $0.metric.id == "relevance@10" })
    expectEqual(
      relevance.comparisons.map(\.baselineMean), (0..<16).map { analysis.design.values(of: $0)[0] })
  }

  @Test(arguments: [2, 3, 64])
  func `results do not depend on the number of threads`(jobs: Int) throws {
    let analysis = try analysis()
    let one = try analysis.run(jobs: 1, monitor: ExperimentMonitor(), simulate: gainingWorld)
    try expectEqual(
      analysis.run(jobs: jobs, monitor: ExperimentMonitor(), simulate: gainingWorld), one)
  }

  @Test(arguments: [1, 3])
  func `a value that is no number names its society`(jobs: Int) throws {
    let analysis = try analysis()
    let seed = analysis.design.seed(of: 4)
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: jobs, monitor: ExperimentMonitor()) { run, shouldContinue in
        let outcome = gainingWorld(run, shouldContinue)
        let isBroken = run.seed == seed && run.world == 1
        return isBroken ? outcome?.replacing("ndcg@10", with: .infinity) : outcome
      }
    }
    expectEqual(
      failure?.description,
      "world 1 of arm 'newest' in community 4: ndcg@10 is inf, which is not a finite number")
  }

  @Test func `cancelling counts the whole worlds of all societies`() throws {
    let analysis = try analysis()
    let monitor = ExperimentMonitor()
    let seed = analysis.design.seed(of: 4)
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: 1, monitor: monitor) { run, shouldContinue in
        // Four societies of three worlds, and an arm of the next.
        if run.seed == seed, run.arm.name == "affinity" { monitor.cancel() }
        return gainingWorld(run, shouldContinue)
      }
    }
    expectEqual(failure?.description, "interrupted after 12 of 48 worlds")
  }

  @Test func `progress adds up to the budget`() throws {
    let analysis = try analysis()
    let monitor = ExperimentMonitor()
    _ = try analysis.run(jobs: 2, monitor: monitor, simulate: gainingWorld)
    expectEqual(monitor.progress.finishedRuns, analysis.design.runs)
    expectEqual(monitor.progress.runs, analysis.design.runs)
    expectEqual(monitor.progress.share, 1)
  }

  @Test func `the scenario's own values are reported and not used`() throws {
    let analysis = try analysis(extra: "behaviour: {examination: {eta: 2}}")
    expectEqual(analysis.design.scenarioValues, [2, 0.5, 0.05])
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      #expect(run.parameters.examination.eta != 2)
      return gainingWorld(run, shouldContinue)
    }
    expectEqual(results.design, analysis.design)
  }

  @Test func `one world a society is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = try analysis(worlds: 1) }
  }
}

/// Societies in which people live.
@Suite struct LivingSocietiesTests {
  @Test func `a society is what the scenario is with its seed and its values`() throws {
    let analysis = try analysis(of: ["behaviour.examination.eta", "behaviour.utility.match"])
    let ranges = analysis.design.parameters
    let results = try analysis.run(jobs: 2)
    // The last point of the walk, in which both have moved.
    let society = 2
    let overrides = zip(ranges, analysis.design.values(of: society)).map { "\($0.key)=\($1)" }
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms: {newest: {home: recency}, affinity: {home: affinity}}
      metrics: {relevance@10: {margin: 1%}}
      ab: {primary: none}
      """
    let again = try Scenario.parse(
      Array(text.utf8), file: "again.yml",
      overrides: overrides + ["seed=\(analysis.design.seed(of: society))"])
    let comparisons = try Experiment(again, worlds: 2).run(jobs: 2).comparisons
    expectEqual(results.findings.map { $0.comparisons[society] }, comparisons)
  }

  @Test func `a parameter that the scenario has no use for changes nothing at all`() throws {
    // Without contests nobody votes, but everybody looks.
    let analysis = try analysis(of: ["behaviour.examination.eta", "behaviour.voting.fatigue"])
    try expectEqual(analysis.run(jobs: 2).idleParameters, [1])
  }

  private func analysis(of keys: [String]) throws -> SensitivityAnalysis {
    SensitivityAnalysis(
      Experiment(try scenario(), candidates: ["affinity"], worlds: 2),
      parameters: PlausibleRange.all.filter { keys.contains($0.key) }, trajectories: 1)
  }
}
