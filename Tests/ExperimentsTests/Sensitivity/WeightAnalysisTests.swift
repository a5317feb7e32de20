import Experiments
import FeedMetrics
import Scenarios
internal import SocialFeed
internal import Stochastics
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What is run of an arm with the weights view (1 of 0 to 9), like (3 of 0 to 9) and comment (4 of 0 to
/// 9), with worlds that are made up.
@Suite struct WeightAnalysisTests {
  private let scenario: Scenario
  private static let metrics = ["engagement_rate", "relevance@10", "ndcg@10"]

  init() throws {
    let text = """
      feedlab: 1
      name: tuned
      seed: 7
      world: {members: 60, days: 2, warm-up: 0.5}
      arms:
        newest: {home: recency}
        blend:
          home:
            ranker: affinity
            weights:
              view: {value: 1, tune: [0, 9]}
              like: {value: 3, tune: [0, 9]}
              comment: {value: 4, tune: [0, 9]}
      """
    scenario = try Scenario.parse(Array(text.utf8), file: "tuned.yml")
  }

  private func experiment(worlds: Int = 3) -> Experiment {
    Experiment(
      measuring: scenario, arms: ["blend"], worlds: worlds,
      metrics: MetricCatalogue.all.filter { Self.metrics.contains($0.id) })
  }

  private func screening(trajectories: Int = 4) -> WeightAnalysis {
    WeightAnalysis(
      screening: experiment(), parameters: scenario.tunables, trajectories: trajectories)
  }

  /// Engagement is view + 2 like, relevance differs from world to world with the comment weight, but not
  /// on average, and nDCG is the share of view in view and like.
  @Sendable private static func weighed(
    _ run: WorldRun, _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) -> WorldOutcome? {
    guard shouldContinue(172_800, 10) else { return nil }
    let ranker = run.arm.ranker(of: .home)
    let (view, like) = (ranker["view"]!, ranker["like"]!)
    let noise = Double(Int(run.world & 0xFFFF) % 3) - 1
    let values: [String: Double?] = [
      "engagement_rate": view + 2 * like + noise, "relevance@10": noise * ranker["comment"]!,
      "ndcg@10": view + like > 0 ? view / (view + like) : nil,
    ]
    return WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world),
      values: values.mapValues { MetricValue($0, support: 1) }, digest: "",
      summary: WorldSummary())
  }

  private func results(_ analysis: WeightAnalysis, jobs: Int = 1) throws -> WeightResults {
    try analysis.run(jobs: jobs, monitor: ExperimentMonitor(), simulate: Self.weighed)
  }

  @Test func `the budget is trajectories times numbers and one more, the own values and a ray`() {
    let design = screening().design
    expectEqual(design.methodPoints, 4 * (3 + 1))
    expectEqual(design.points, 16 + 2)
    expectEqual(design.runs, 18 * 3)
    expectEqual(design.rays, [[0, 1, 2]])
    expectEqual(design.values(at: 16), [1, 3, 4])
    expectEqual(design.values(at: 17), [0.5, 1.5, 2])
    // Levels are thirds of the range from 0 to 9.
    #expect((0..<16).allSatisfy { design.values(at: $0).allSatisfy([0, 3, 6, 9].contains) })
  }

  @Test func `samples times numbers and two more make Sobol's indices, in the same worlds`() {
    let analysis = WeightAnalysis(
      varianceOf: experiment(worlds: 1), parameters: scenario.tunables, samples: 8)
    expectEqual(analysis.design.methodPoints, 8 * (3 + 2))
    expectEqual(analysis.design.runs, 42)
    #expect((0..<42).allSatisfy { analysis.design.world(0, at: $0) == 0 })
  }

  @Test func `a point's worlds are those of its trajectory, and for training`() throws {
    let design = screening().design
    expectEqual((0..<16).map { design.world(0, at: $0) }, (0..<16).map { $0 / 4 * 3 })
    expectEqual(design.world(2, at: 17), 2)
    _ = try screening().run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      expectEqual(WorldSpace.train.world(WorldSpace.number(of: run.world)), run.world)
      return Self.weighed(run, shouldContinue)
    }
  }

  @Test func `a screening finds coefficients, and no effect where worlds alone differ`() throws {
    let results = try results(screening())
    let engagement = try #require(results.findings.first { $0.metric.id == "engagement_rate" })
    guard case .screening(let influences) = engagement.evidence else {
      Issue.record("not a screening")
      return
    }
    // 1 and 2 per unit of ranges of 9; worlds cancel in the differences.
    for (influence, expected) in zip(influences, [9.0, 18, 0]) {
      #expect(abs(try #require(influence.effects?.meanMagnitude) - expected) < 1e-12)
      expectEqual(influence.isMeasurable, (expected > 0))
    }
    expectEqual(engagement.measurable, [1, 0])
    // Differences of −d, 0 and d in the three worlds of a trajectory have the mean 0.
    let relevance = try #require(results.findings.first { $0.metric.id == "relevance@10" })
    expectEqual(relevance.measurable, [])
    expectEqual(results.idleParameters, [])
  }

  @Test func `weights of which the ratios count alone lie on a flat ray`() throws {
    try expectEqual(results(screening()).flatRays, [])
    let onRatio = try screening().run(jobs: 1, monitor: ExperimentMonitor()) {
      run, shouldContinue in
      let ranker = run.arm.ranker(of: .home)
      let (view, like) = (ranker["view"]!, ranker["like"]!)
      let share = view / max(1e-9, view + like)
      return Self.weighed(run, shouldContinue)?.replacing("engagement_rate", with: share)
        .replacing("relevance@10", with: 1)
    }
    expectEqual(onRatio.flatRays, [0])
    expectEqual(onRatio.idleParameters, [2])
  }

  @Test func `Sobol's indices divide the variance of a sum as its squares`() throws {
    let analysis = WeightAnalysis(
      varianceOf: experiment(worlds: 1), parameters: scenario.tunables, samples: 512)
    let results = try results(analysis)
    let engagement = try #require(results.findings.first { $0.metric.id == "engagement_rate" })
    guard case .variance(let indices?) = engagement.evidence else {
      Issue.record("no indices")
      return
    }
    // 1² and 2² of 5.
    for (index, share) in zip(indices.total, [0.2, 0.8, 0]) {
      #expect(abs(index.estimate - share) < 0.02)
    }
    expectEqual(engagement.measurable, [1, 0])
    expectEqual(results.idleParameters, [])
  }

  @Test func `a metric that does not vary has no indices`() throws {
    let analysis = WeightAnalysis(
      varianceOf: experiment(worlds: 1), parameters: scenario.tunables, samples: 4)
    let results = try analysis.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      Self.weighed(run, shouldContinue)?.replacing("relevance@10", with: 0.5)
    }
    let relevance = try #require(results.findings.first { $0.metric.id == "relevance@10" })
    expectEqual(relevance.evidence, .variance(nil))
    expectEqual(relevance.measurable, [])
  }

  @Test(arguments: [2, 64])
  func `results do not depend on the number of threads`(jobs: Int) throws {
    try expectEqual(results(screening(), jobs: jobs), results(screening()))
  }

  @Test func `a value that is no number names its point`() throws {
    let failure = #expect(throws: ExperimentFailure.self) {
      try screening().run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
        let isBroken = WorldSpace.number(of: run.world) == 4
        let outcome = Self.weighed(run, shouldContinue)
        return isBroken ? outcome?.replacing("ndcg@10", with: .nan) : outcome
      }
    }
    // The second world of the second trajectory, at its first point.
    expectEqual(
      failure?.description,
      "world 4 of arm 'blend' at point 4: ndcg@10 is nan, which is not a finite number")
  }

  @Test func `one world a point is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let tests = try WeightAnalysisTests()
      _ = WeightAnalysis(
        screening: tests.experiment(worlds: 1), parameters: tests.scenario.tunables)
    }
  }
}
