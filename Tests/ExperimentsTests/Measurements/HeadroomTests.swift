import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
internal import Stochastics
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// How far order can move the primary, and what follows where it cannot.
@Suite struct HeadroomTests {
  private static let metric = "relevance@10"

  /// Affinity gains a fifth over newest in each world, give or take a hundredth; the reference rankers are given.
  private func found(
    random: [Double] = [0.9, 1.0, 0.8], ideal: [Double], affinity: Double = 1.2, worlds: Int = 8
  ) throws -> (results: ExperimentResults, runs: [String: Int]) {
    var experiment = Experiment(try scenario(), candidates: ["affinity"], worlds: worlds)
    experiment.setHypotheses(Scenario.Questions(primary: Self.metric))
    experiment.addHeadroom()
    let runs = Mutex<[String: Int]>([:])
    let results = try experiment.run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
      runs.withLock { $0[run.arm.name, default: 0] += 1 }
      let world = Int(run.world)
      let value =
        switch run.arm.name {
        case "random": random[world % random.count]
        case "ideal": ideal[world % ideal.count]
        case "affinity": affinity + 0.01 * Double(world % 2)
        default: 1.0
        }
      return madeUp(run, shouldContinue)?.replacing(Self.metric, with: value)
    }
    return (results, runs.withLock { $0 })
  }

  @Test func `random and ideal order against the baseline, in the first worlds`() throws {
    let (results, runs) = try found(ideal: [1.4, 1.5, 1.6])
    let headroom = try #require(results.headroom)
    expectEqual(headroom.worlds, 3)
    expectEqual(runs, ["newest": 8, "affinity": 8, "random": 3, "ideal": 3])
    // Means of 0.9, 1.5 and 1 over three worlds.
    let random = try #require(headroom.random.relative)
    let ideal = try #require(headroom.ideal.relative)
    #expect(abs(random.estimate + 0.1) < 1e-12 && abs(ideal.estimate - 0.5) < 1e-12)
    // Differences of 0.5, 0.5 and 0.8: mean 0.6, standard error 0.1, and Student's factor for two degrees of freedom.
    let range = try #require(headroom.range.difference?.interval)
    #expect(abs(range.lower - (0.6 - 0.430265)) < 1e-6 && abs(range.upper - 1.030265) < 1e-6)
    #expect(headroom.isFound)
    expectEqual(results.decisions.map(\.outcome), [.ship])
    expectEqual(results.outcomes.count, 16)
  }

  /// 8 worlds of two arms and 3 of two reference rankers, of 2 days each.
  @Test func `progress counts the reference rankers from the first run on`() throws {
    let experiment = try experiment("newest: {home: recency}\n  own: {home: affinity}", worlds: 8)
    let monitor = ExperimentMonitor()
    let totals = Mutex<Set<Double>>([])
    _ = try experiment.run(jobs: 2, monitor: monitor) { run, shouldContinue in
      totals.withLock { _ = $0.insert(monitor.progress.allSeconds) }
      return madeUp(run, shouldContinue)?.replacing(Self.metric, with: 1)
    }
    expectEqual(totals.withLock { $0 }, [22 * 2 * 86_400])
    expectEqual(monitor.progress.simulatedSeconds, 22 * 2 * 86_400)
  }

  @Test func `no arm is shipped where ideal order is as random order in all worlds`() throws {
    let (results, runs) = try found(ideal: [1.0, 0.9, 0.85])
    expectEqual(results.decisions.map(\.outcome), [.noHeadroom])
    expectEqual(results.headroom?.isFound, false)
    // Three worlds do not refuse an arm; 6 and 8 have to agree.
    expectEqual(results.headroom?.worlds, 8)
    expectEqual([runs["random"], runs["ideal"]], [8, 8])
  }

  @Test func `more worlds are simulated until the two are told apart`() throws {
    // 0.1 and 0.9 more in the first two worlds, 0.05 in the third, and 0.9 in the next three.
    let (results, runs) = try found(
      random: [1.0], ideal: [1.1, 1.9, 1.05, 1.9, 1.8, 1.9, 1.0, 1.0])
    expectEqual(results.headroom?.worlds, 6)
    expectEqual(results.headroom?.isFound, true)
    expectEqual(results.decisions.map(\.outcome), [.ship])
    expectEqual([runs["random"], runs["ideal"]], [6, 6])
  }

  @Test func `other outcomes stay, and need no more worlds`() throws {
    let (results, runs) = try found(ideal: [1.0, 0.9, 0.85], affinity: 0.8)
    expectEqual(results.decisions.map(\.outcome), [.doNotShip])
    expectEqual([runs["random"], runs["ideal"]], [3, 3])
  }

  @Test func `ideal order below random order is no headroom`() throws {
    let (results, _) = try found(random: [1.4, 1.5, 1.6], ideal: [0.9, 1.0, 0.8])
    expectEqual(results.headroom?.range.verdict, .worse)
    expectEqual(results.decisions.map(\.outcome), [.noHeadroom])
  }

  @Test(arguments: [
    ("newest: {home: recency}\n  own: {home: affinity}", 8, "random", "ideal"),
    ("newest: {home: recency}\n  random: {home: random}", 8, "random", "ideal"),
    ("newest: {home: recency}\n  shuffled: {home: random}", 8, "shuffled", "ideal"),
    // An arm of the name of a reference ranker that is none of them.
    ("newest: {home: recency}\n  ideal: {home: affinity}", 8, "random", "ideal order"),
    ("newest: {home: recency}\n  own: {home: affinity}", 16, "random", "ideal"),
  ])
  func `an arm that is a reference ranker serves as one`(
    arms: String, worlds: Int, random: String, ideal: String
  ) throws {
    let design = try experiment(arms, worlds: worlds).design
    expectEqual(
      design.headroom,
      .references(worlds: worlds == 8 ? 3 : 4, random: random, ideal: ideal))
    expectEqual(
      design.storedArms.dropFirst(2), [random, ideal].filter { !design.arms.contains($0) }[...])
  }

  @Test(arguments: [
    ("newest: {home: recency}\n  own: {home: affinity}", 2, HeadroomGap.fewWorlds),
    ("newest: {home: recency}\n  same: {home: recency}", 8, .sameOrder),
    ("newest: {home: recency}\n  own: {home: affinity, app: {sync: never}}", 8, .moreThanOrder),
    ("newest: {home: recency}\n  own: {home: affinity, pool: everyone}", 8, .moreThanOrder),
    // Neither reference ranker can order this surface.
    ("newest: {home: recency}\n  own: {home: affinity, friends: diversity}", 8, .surface),
  ])
  func `where the reference rankers cannot show it, the reason is known`(
    arms: String, worlds: Int, gap: HeadroomGap
  ) throws {
    let design = try experiment(arms, worlds: worlds).design
    expectEqual(design.headroom, .unavailable(gap))
    expectEqual(design.storedArms, design.arms)
  }

  @Test func `an experiment without a primary has no headroom`() throws {
    var experiment = Experiment(try scenario(), candidates: ["affinity"], worlds: 8)
    experiment.addHeadroom()
    expectEqual(experiment.design.headroom, .unavailable(.noPrimary))
  }

  @Test func `the reference rankers of every world serve, too`() throws {
    var experiment = try experiment("newest: {home: recency}\n  own: {home: affinity}", worlds: 8) {
      try $0.addReferenceRankers()
    }
    expectEqual(experiment.design.storedArms, ["newest", "own", "random", "ideal"])
    experiment.end(by: .fixed(4))
    let results = try experiment.run(jobs: 1, monitor: ExperimentMonitor(), simulate: madeUp)
    expectEqual(results.headroom?.worlds, 4)
  }

  @Test func `a restored experiment has the same runs`() throws {
    let experiment = try experiment("newest: {home: recency}\n  ideal: {home: affinity}", worlds: 8)
    let restored = try Experiment(restoring: experiment.design, of: experiment.scenario)
    expectEqual(restored.design, experiment.design)
    expectEqual(restored.firstRuns.map(\.arm), experiment.firstRuns.map(\.arm))
  }

  @Test func `people without taste leave no headroom`() throws {
    let text = """
      feedlab: 1
      world: {members: 80, days: 3, warm-up: 1}
      behaviour: {off: [utility]}
      arms:
        newest: {home: recency}
        liked: {home: affinity}
      ab: {baseline: newest, candidates: [liked], replications: 3, primary: engagement_rate}
      """
    var experiment = Experiment(try Scenario.parse(Array(text.utf8), file: "tasteless.yml"))
    experiment.addHeadroom()
    let results = try experiment.run(jobs: 2)
    expectEqual(results.headroom?.isFound, false)
  }

  private func experiment(
    _ arms: String, worlds: Int, _ prepare: (inout Experiment) throws -> Void = { _ in }
  ) throws -> Experiment {
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms:
        \(arms)
      ab: {primary: none}
      """
    var experiment = Experiment(
      try Scenario.parse(Array(text.utf8), file: "headroom.yml"), worlds: worlds)
    experiment.setHypotheses(Scenario.Questions(primary: Self.metric))
    try prepare(&experiment)
    experiment.addHeadroom()
    return experiment
  }
}
