internal import DataFiles
import Experiments
internal import FeedMetrics
internal import ReportKit
import Scenarios
internal import SocialFeed
internal import Stochastics
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// The societies in which a comparison is repeated.
@Suite struct ListedSocietyTests {
  private func others(
    _ parameters: SocietyParameters = SocietyParameters(), hasGraph: Bool = false, worlds: Int = 4
  ) -> [ListedSociety] {
    Array(ListedSociety.all(for: parameters, hasGraph: hasGraph, worlds: worlds).dropFirst())
  }

  /// What is at one of two levels, both by name.
  private static let pairs = [
    ("seen posts left out", "seen posts shown again"), ("posting.share 0.2", "posting.share 1"),
    ("graph.follows 20", "graph.follows 80"), ("scrolling.worth 0", "scrolling.worth 2"),
    ("returning.gain 0", "returning.gain 1.2"), ("utility.freshness 0", "utility.freshness 0.8"),
    ("freshness.half-life 1", "freshness.half-life 168"), ("1,000 members", "4,000 members"),
    ("sessions.mean 0.7", "sessions.mean 4.8"), ("utility.match 1.5", "utility.match 4.5"),
    ("utility.quality 0.2", "utility.quality 1.2"), ("changing people", "static people"),
  ]

  @Test func `the others are the runs of an orthogonal array`() {
    let others = others()
    expectEqual(others.map(\.name), (1...16).map(String.init))
    expectEqual(
      others.map { society in
        let levels = zip(Self.pairs, society.levels.dropFirst()).map { pair, level in
          level == pair.0 ? "0" : level == pair.1 ? "1" : "?"
        }
        return "\(levels.joined()) \(society.levels[0])"
      },
      [
        "001001001001 a mixed pool",
        "011100011100 posts of the network only",
        "000101111010 everyone's posts",
        "010000101111 a mixed pool",
        "110101000110 a mixed pool",
        "100000010011 posts of the network only",
        "111001110101 everyone's posts",
        "101100100000 a mixed pool",
        "001010110110 a mixed pool",
        "011111100011 posts of the network only",
        "000110000101 everyone's posts",
        "010011010000 a mixed pool",
        "110110111001 a mixed pool",
        "100011101100 posts of the network only",
        "111010001010 everyone's posts",
        "101111011111 a mixed pool",
      ])
  }

  /// Of sixteen, eight have a level, and four any pair of levels.
  @Test func `any two things have each pair of levels equally often`() {
    let others = others()
    for (index, pair) in Self.pairs.enumerated() {
      for level in [pair.0, pair.1] {
        let having = others.filter { $0.levels.contains(level) }
        expectEqual(having.count, 8, "\(level)")
        for other in Self.pairs[(index + 1)...] {
          expectEqual(having.count { $0.levels.contains(other.1) }, 4, "\(level), \(other.1)")
        }
        for (pool, count) in [
          ("a mixed pool", 4), ("everyone's posts", 2), ("posts of the network only", 2),
        ] {
          expectEqual(having.count { $0.levels.contains(pool) }, count, "\(level), \(pool)")
        }
      }
    }
  }

  @Test func `a society has what differs from the scenario, and the worlds of its size`() throws {
    let own = ListedSociety.all(for: SocietyParameters(), hasGraph: false)[0]
    #expect(own.settings.isEmpty && own.levels.isEmpty && own.pool == .standard)
    expectEqual(own.name, "as in the scenario")
    for society in others() {
      func value(_ key: String) -> Double? { society.settings.first { $0.key == key }?.value }
      let isStatic = society.levels.contains("static people")
      expectEqual(value("behaviour.utility.satiation"), isStatic ? 0 : nil)
      expectEqual(value("behaviour.churn.scale"), isStatic ? 0 : nil)
      let isLarge = society.levels.contains("4,000 members")
      expectEqual(value("world.members"), isLarge ? 4000 : 1000)
      expectEqual(
        value("behaviour.utility.match"), society.levels.contains("utility.match 1.5") ? 1.5 : 4.5)
      // 4 worlds, and 3 where there are twice the members.
      expectEqual(society.worlds, isLarge ? 3 : 4)
    }
    #expect(others(worlds: 2).allSatisfy { $0.worlds == 2 })
  }

  @Test func `a graph fixes the members and their follows, and nothing else`() {
    for (grown, fixed) in zip(others(), others(hasGraph: true)) {
      expectEqual(
        fixed.levels,
        grown.levels.filter { !$0.hasSuffix("members") && !$0.hasPrefix("graph.follows") })
    }
  }

  @Test func `pools have the discoveries and the time of the scenario's where it has them`() {
    var parameters = SocietyParameters()
    parameters.pool.audience = .mixed(discovery: 0.2)
    parameters.pool.without = .opened
    parameters.pool.exclusionTime = 7 * 86_400
    for society in others(parameters) {
      let audience: FeedPool.Audience =
        switch society.levels[0] {
        case "everyone's posts": .everyone
        case "posts of the network only": .network
        default: .mixed(discovery: 0.2)
        }
      expectEqual(society.pool.audience, audience)
      let isLeftOut = society.levels.contains("seen posts left out")
      expectEqual(society.pool.without, isLeftOut ? .opened : .nothing)
      expectEqual(society.pool.exclusionTime, 7 * 86_400)
    }
    parameters.pool = FeedPool()
    let standard = others(parameters).filter {
      $0.levels.starts(with: ["a mixed pool", "seen posts left out"])
    }
    expectEqual(standard.map(\.pool), Array(repeating: .standard, count: 4))
  }

  @Test(
    arguments: [
      // 50 members are the least that a smaller society has, and 20,000 the most of a larger one.
      (30.0, ["30 members", "60 members"]), (80, ["50 members", "160 members"]),
      (8000, ["4,000 members", "16,000 members"]), (15_000, ["7,500 members", "20,000 members"]),
      (60_000, ["30,000 members", "60,000 members"]),
    ] as [(Double, Set<String>)])
  func `sizes are bounded`(members: Double, expected: Set<String>) {
    var parameters = SocietyParameters()
    parameters.world.members = members
    let levels = others(parameters).flatMap(\.levels)
    expectEqual(Set(levels.filter { $0.hasSuffix(" members") }), expected)
  }

  @Test(arguments: [nil] + Preset.allCases)
  func `no two societies are the same`(preset: Preset?) {
    var parameters = SocietyParameters()
    preset?.apply(to: &parameters)
    let all = ListedSociety.all(for: parameters, hasGraph: true)
    for (index, society) in all.enumerated() {
      let same = all[(index + 1)...].filter {
        $0.settings == society.settings && $0.pool == society.pool
      }
      #expect(same.isEmpty, "\(society.name)")
    }
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
    // 60 members: 50 and 120, of which the latter have 2 worlds.
    expectEqual(design.societies.map(\.worlds).reduce(0, +), 3 * 9 + 2 * 8)
    expectEqual(design.runs, design.societies.map(\.worlds).reduce(0, +) * 2)
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      gainingWorld(run, shouldContinue)?
        .replacing("relevance@10", with: run.parameters.world.members)
    }
    let relevance = results.comparisons.map { comparisons in
      comparisons.comparisons.first { $0.metric.id == "relevance@10" }?.baselineMean
    }
    for (society, members) in zip(design.societies, relevance) {
      let expected =
        society.levels.contains("50 members")
        ? 50.0 : society.levels.contains("120 members") ? 120 : 60
      expectEqual(members, expected, "\(society.name)")
    }
    expectEqual(results.comparisons.map(\.design.members), relevance.map { Int($0 ?? 0) })
  }

  @Test func `each society has its own draws, and the scenario's own those of the scenario`()
    throws
  {
    let analysis = try analysis()
    let design = analysis.design
    let seeds = design.societies.indices.map(design.seed)
    expectEqual(seeds[0], 7)
    expectEqual(Set(seeds).count, 17)
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      gainingWorld(run, shouldContinue)?.replacing("relevance@10", with: Double(run.seed % 997))
    }
    for (seed, comparisons) in zip(seeds, results.comparisons) {
      let found = comparisons.comparisons.first { $0.metric.id == "relevance@10" }
      expectEqual(found?.baselineMean, Double(seed % 997))
    }
  }

  @Test func `an arm has the usual candidates of the society unless it has its own`() throws {
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms: {newest: {home: recency}, near: {home: affinity, pool: network}}
      ab: {primary: engagement_rate}
      """
    let analysis = SocietiesAnalysis(
      Experiment(try Scenario.parse(Array(text.utf8), file: "near.yml")), worlds: 2)
    // Three kinds of pool, with and without seen posts.
    expectEqual(Set(analysis.design.societies.map(\.pool)).count, 6)
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      let isOwn = run.arm.name == "near"
      let hasPool =
        isOwn ? run.arm.pool.audience == .network : run.arm.pool == run.parameters.pool
      return madeUp(run, shouldContinue)?.replacing("engagement_rate", with: hasPool ? 1 : 0)
    }
    for comparisons in results.comparisons {
      let found = comparisons.comparisons.first { $0.metric.id == "engagement_rate" }
      expectEqual(found?.baselineMean, 1)
      expectEqual(found?.difference?.mean, 0)
    }
  }

  @Test func `the record has the verdict and the decision of each society`() throws {
    let results = try analysis().run(
      jobs: 2, monitor: ExperimentMonitor(), simulate: gainingWorld)
    let record = results.record
    expectEqual(record.metric, "engagement_rate")
    expectEqual(record.candidates.map(\.name), ["affinity"])
    let candidate = try #require(record.candidates.first)
    // The scenario's own is not one of them.
    expectEqual(candidate.own.society, "as in the scenario")
    expectEqual(candidate.own.verdict, .equivalent)
    let societies = candidate.societies
    expectEqual(societies.map(\.society), (1...16).map(String.init))
    // Without feedback of attention, static people lose 0.025 with limits of 0.0025.
    let isStatic = societies.map { $0.levels.contains("static people") }
    expectEqual(societies.map { $0.verdict == .worse }, isStatic)
    expectEqual(societies.map { $0.decision == .doNotShip }, isStatic)
    // Elsewhere the rate is the same with limits of 0.0025, within 1 % of 0.5; two worlds do not show it.
    let others = societies.filter { $0.verdict != .worse }
    #expect(others.allSatisfy { $0.verdict == ($0.worlds == 2 ? .undecided : .equivalent) })
    let lost = try #require(societies.first { $0.verdict == .worse && $0.worlds == 3 })
    #expect(abs((lost.difference?.estimate ?? 0) + 0.025) < 1e-12)
    #expect(abs((lost.relative?.estimate ?? 0) + 0.05) < 1e-12)
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
    let seed = analysis.design.seed(of: 5)
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: 3, monitor: ExperimentMonitor()) { run, shouldContinue in
        let outcome = gainingWorld(run, shouldContinue)
        let isBroken = run.seed == seed && run.world == 1
        return isBroken ? outcome?.replacing("relevance@10", with: .infinity) : outcome
      }
    }
    expectEqual(
      failure?.description,
      "world 1 of arm 'newest' in community 5: relevance@10 is inf, which is not a finite number"
    )
  }

  @Test func `cancelling counts the whole worlds of all societies`() throws {
    let analysis = try analysis()
    let monitor = ExperimentMonitor()
    let worlds = analysis.design.runs / 2
    let failure = #expect(throws: ExperimentFailure.self) {
      try analysis.run(jobs: 1, monitor: monitor) { run, shouldContinue in
        // Three worlds of the scenario's own society, and an arm of the next, which has static people.
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
    expectEqual(analysis.budget, "17 communities: 43 worlds x 2 arms = 86 runs")
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
  @Test func `a society is what the scenario is with its seed, its candidates and its values`()
    throws
  {
    let experiment = Experiment(try scenario(), candidates: ["affinity"])
    let analysis = SocietiesAnalysis(experiment, worlds: 2)
    let results = try analysis.run(jobs: 2)
    // The network's posts are candidates in the second of the others, and everyone's in the third.
    for index in [0, 2, 3] {
      let society = analysis.design.societies[index]
      guard case .object(let pool) = Scenario.definition(of: society.pool) else { return }
      let seed = "seed=\(analysis.design.seed(of: index))"
      let candidates = pool.map { "pool.\($0)=\($1.canonical)" }
      let numbers = society.settings.map { setting in
        let value = setting.value
        // Members are written as a whole number.
        return "\(setting.key)=\(value == value.rounded() ? "\(Int(value))" : "\(value)")"
      }
      let text = """
        feedlab: 1
        world: {members: 60, days: 2, warm-up: 0.5}
        arms: {newest: {home: recency}, affinity: {home: affinity}}
        metrics: {relevance@10: {margin: 1%}}
        ab: {primary: none}
        """
      let again = try Scenario.parse(
        Array(text.utf8), file: "again.yml", overrides: [seed] + candidates + numbers)
      let comparisons = try Experiment(again, worlds: 2).run(jobs: 2).comparisons
      expectEqual(results.comparisons[index].comparisons, comparisons, "\(society.name)")
    }
  }
}
