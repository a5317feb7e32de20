import Experiments
internal import FeedMetrics
internal import ReportKit
import Scenarios
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// The societies in which a comparison is repeated.
@Suite struct ListedSocietyTests {
  private func names(
    _ parameters: SocietyParameters = SocietyParameters(), hasGraph: Bool = false
  ) -> [String] {
    ListedSociety.all(for: parameters, hasGraph: hasGraph).map(\.name)
  }

  @Test func `the list is the scenario's own society, presets, switches, sizes and ranges`() {
    expectEqual(
      names(),
      [
        "as in the scenario", "preset static", "preset sticky", "preset satiating",
        "preset churning", "satiation off", "herding off", "memory off", "500 members",
        "8,000 members", "sessions.mean 0.7", "sessions.mean 4.8", "utility.match 1.5",
        "utility.match 4.5", "utility.quality 0.2", "utility.quality 1.2",
      ])
  }

  @Test func `a society has what differs from the scenario, and the worlds of its size`() throws {
    let societies = ListedSociety.all(for: SocietyParameters(), hasGraph: false)
    #expect(societies[0].settings.isEmpty)
    let satiation = try #require(societies.first { $0.name == "satiation off" })
    expectEqual(satiation.settings.map(\.key), ["behaviour.utility.satiation"])
    expectEqual(satiation.settings.map(\.value), [0])
    expectEqual(satiation.circumstance, "when satiation is off")
    // 4 worlds, and 3 where there are four times the members.
    expectEqual(
      societies.filter { $0.worlds != 4 }.map { "\($0.name): \($0.worlds)" }, ["8,000 members: 3"])
    let few = ListedSociety.all(for: SocietyParameters(), hasGraph: false, worlds: 2)
    #expect(few.allSatisfy { $0.worlds == 2 })
  }

  @Test func `a society that the scenario has already, or cannot have, is left out`() {
    var parameters = SocietyParameters()
    Preset.sticky.apply(to: &parameters)
    parameters.utility.match = 4.5
    let names = names(parameters, hasGraph: true)
    // Without satiation it cannot be switched off.
    for absent in ["preset sticky", "satiation off", "500 members", "8,000 members"] {
      #expect(!names.contains(absent), "\(absent)")
    }
    #expect(names.contains("utility.match 1.5") && !names.contains("utility.match 4.5"))
    #expect(names.contains("preset static") && names.contains("herding off"))
  }

  @Test(
    arguments: [
      // 30 members are fewer than a quarter would be, and 50 the least that a smaller society has.
      (30.0, ["120 members"]), (80, ["50 members", "320 members"]),
      (8000, ["2,000 members", "20,000 members"]), (20_000, ["5,000 members"]),
      (60_000, ["15,000 members"]),
    ] as [(Double, [String])])
  func `sizes are bounded`(members: Double, expected: [String]) {
    var parameters = SocietyParameters()
    parameters.world.members = members
    expectEqual(names(parameters).filter { $0.hasSuffix("members") }, expected)
  }

  /// A set of values is a society once.
  @Test(arguments: Preset.allCases)
  func `no two societies are the same`(preset: Preset) {
    var parameters = SocietyParameters()
    preset.apply(to: &parameters)
    let settings = ListedSociety.all(for: parameters, hasGraph: false).map(\.settings)
    expectEqual(Set(settings).count, settings.count)
  }

  @Test func `one world a society is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = ListedSociety.all(for: SocietyParameters(), hasGraph: false, worlds: 1)
    }
  }
}

/// What is run, with worlds that are made up.
@Suite struct SocietiesAnalysisTests {
  /// The engagement rate is the primary metric: the candidate gains `eta` · (feedback − 0.5) ÷ 10, which is 0 by
  /// default, and loses where posting has no feedback.
  private func analysis(
    primary: String = "engagement_rate", worlds: Int = 3
  ) throws -> SocietiesAnalysis {
    let scenario = try scenario("ab: {primary: \(primary)}")
    let metrics = MetricCatalogue.all.filter { gainedMetrics.contains($0.id) }
    return SocietiesAnalysis(
      Experiment(scenario, candidates: ["affinity"], metrics: metrics), worlds: worlds)
  }

  @Test func `every arm is simulated in every world of every society, with its values`() throws {
    let analysis = try analysis()
    let design = analysis.design
    // 60 members: 50 and 240, of which the latter have 2 worlds.
    expectEqual(design.societies.map(\.worlds).reduce(0, +), 3 * (design.societies.count - 1) + 2)
    expectEqual(design.runs, design.societies.map(\.worlds).reduce(0, +) * 2)
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      expectEqual(run.seed, 7)
      return gainingWorld(run, shouldContinue)?
        .replacing("relevance@10", with: run.parameters.world.members)
    }
    let relevance = results.comparisons.map { comparisons in
      comparisons.comparisons.first { $0.metric.id == "relevance@10" }?.baselineMean
    }
    for (society, members) in zip(design.societies, relevance) {
      let expected =
        society.name == "50 members" ? 50.0 : society.name == "240 members" ? 240 : 60
      expectEqual(members, expected, "\(society.name)")
    }
    expectEqual(results.comparisons.map(\.design.members), relevance.map { Int($0 ?? 0) })
  }

  @Test func `the record has the verdict and the decision of each society`() throws {
    let results = try analysis().run(
      jobs: 2, monitor: ExperimentMonitor(), simulate: gainingWorld)
    let record = results.record
    expectEqual(record.metric, "engagement_rate")
    expectEqual(record.candidates.map(\.name), ["affinity"])
    let societies = try #require(record.candidates.first).societies
    // Without feedback of attention, the preset static loses 0.025 with limits of 0.0025.
    let isStatic = societies.map { $0.society == "preset static" }
    expectEqual(societies.map { $0.verdict == .worse }, isStatic)
    expectEqual(societies.map { $0.decision == .doNotShip }, isStatic)
    // Elsewhere the rate is the same with limits of 0.0025, within 1 % of 0.5; two worlds do not show it.
    let others = societies.filter { $0.verdict != .worse }
    #expect(others.allSatisfy { $0.verdict == ($0.worlds == 2 ? .undecided : .equivalent) })
    let change = try #require(societies[1].difference)
    #expect(abs(change.estimate + 0.025) < 1e-12)
    #expect(abs((societies[1].relative?.estimate ?? 0) + 0.05) < 1e-12)
    #expect(societies.map(\.worlds).contains(2))
  }

  @Test(arguments: [2, 3, 64])
  func `results do not depend on the number of threads`(jobs: Int) throws {
    let analysis = try analysis()
    let one = try analysis.run(jobs: 1, monitor: ExperimentMonitor(), simulate: gainingWorld)
    let more = try analysis.run(jobs: jobs, monitor: ExperimentMonitor(), simulate: gainingWorld)
    #expect(more == one && more.json == one.json && more.csv == one.csv)
  }

  @Test func `a value that is no number names its society`() throws {
    let analysis = try analysis()
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: 3, monitor: ExperimentMonitor()) { run, shouldContinue in
        let outcome = gainingWorld(run, shouldContinue)
        let isBroken = run.parameters.world.members == 50 && run.world == 1
        return isBroken ? outcome?.replacing("relevance@10", with: .infinity) : outcome
      }
    }
    let index = try #require(analysis.design.societies.firstIndex { $0.name == "50 members" })
    expectEqual(
      failure?.description,
      "world 1 of arm 'newest' in society \(index): relevance@10 is inf, which is not a finite number"
    )
  }

  @Test func `cancelling counts the whole worlds of all societies`() throws {
    let analysis = try analysis()
    let monitor = ExperimentMonitor()
    let worlds = analysis.design.runs / 2
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: 1, monitor: monitor) { run, shouldContinue in
        // Three worlds of the scenario's own society, and an arm of the next.
        if run.parameters.utility.satiation == 0, run.arm.name == "affinity" { monitor.cancel() }
        return gainingWorld(run, shouldContinue)
      }
    }
    expectEqual(failure?.description, "interrupted after 3 of \(worlds) worlds")
  }

  @Test func `progress adds up to the budget`() throws {
    let analysis = try analysis()
    let monitor = ExperimentMonitor()
    _ = try analysis.run(jobs: 2, monitor: monitor, simulate: gainingWorld)
    expectEqual(monitor.progress.finishedRuns, analysis.design.runs)
    expectEqual(monitor.progress.share, 1)
    expectEqual(analysis.budget, "16 societies: 47 worlds x 2 arms = 94 runs")
  }

  @Test func `the metric is the primary, a guardrail, a listed one, or the engagement rate`() throws
  {
    func headline(_ extra: String, margins: String = "relevance@10: {margin: 1%}") throws -> String
    {
      Experiment(try scenario(extra, margins: margins)).headlineMetric.id
    }
    try expectEqual(headline("ab: {primary: like_rate, guardrails: [ndcg@10]}"), "like_rate")
    try expectEqual(headline("ab: {guardrails: [ndcg@10]}"), "ndcg@10")
    try expectEqual(headline(""), "relevance@10")
    // This one has no good side.
    try expectEqual(
      headline("", margins: "category_beta_diversity: {margin: 1%}"), "engagement_rate")
  }
}

/// Societies in which people live.
@Suite struct LivingListedSocietyTests {
  @Test func `a society is what the scenario is with its values`() throws {
    // Many societies are as the scenario is, since each takes a moment.
    let few = """
      preset: static
      behaviour: {sessions: {mean: 0.7}, utility: {match: 1.5, quality: 0.2, seen: 0}, memory: {reopening: 1}}
      """
    let experiment = Experiment(try scenario(few), candidates: ["affinity"])
    let analysis = SocietiesAnalysis(experiment, worlds: 2)
    let results = try analysis.run(jobs: 2)
    for name in ["as in the scenario", "preset sticky", "50 members"] {
      let index = try #require(analysis.design.societies.firstIndex { $0.name == name })
      let overrides = analysis.design.societies[index].settings.map { setting in
        let value = setting.value
        // Members are written as a whole number.
        return "\(setting.key)=\(value == value.rounded() ? "\(Int(value))" : "\(value)")"
      }
      let text = """
        feedlab: 1
        seed: 7
        world: {members: 60, days: 2, warm-up: 0.5}
        arms: {newest: {home: recency}, affinity: {home: affinity}}
        metrics: {relevance@10: {margin: 1%}}
        \(few)
        """
      let again = try Scenario.parse(
        Array(text.utf8), file: "again.yml", overrides: overrides)
      let comparisons = try Experiment(again, worlds: 2).run(jobs: 2).comparisons
      expectEqual(results.comparisons[index].comparisons, comparisons, "\(name)")
    }
  }
}
