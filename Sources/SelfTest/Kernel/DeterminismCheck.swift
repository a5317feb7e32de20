internal import Experiments
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// K4: a world does not depend on the process, the threads or the sinks of its simulation.
///
/// The check compares digests of all observations and is deterministic. Two processes have the same hash
/// seed with a probability of 2⁻⁶⁴.
struct DeterminismCheck: SelfCheck {
  let id = "K4"
  let suites = [SelfTestSuite.kernel]
  let source = "determinism: same scenario, seed and version"
  let seconds = 8.0

  private static let arms: [(Surface, String)] = [
    (.home, "affinity"), (.home, "random"), (.contest, "contest-score"), (.home, "ideal"),
    (.contest, "diversity"), (.following, "author-discount"), (.home, "trending"),
    (.home, "round-robin"), (.home, "friends-first"), (.home, "linear"), (.home, "recency"),
    (.contest, "ideal"),
  ]
  private static let processes = 3

  private static let scenario = """
    feedlab: 1
    world: {members: 60, days: 2, warm-up: 0.5}
    arms: {newest: {home: recency}, affinity: {home: affinity}, random: {home: random}}
    """

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let arms = setting.sample(of: Self.arms.count, atLeast: 3)
    let runs = Self.arms.prefix(arms.count).map {
      DigestWorld.run(.ordering($0, by: $1))
    }
    let digests = runs.map { $0.digest() }
    let again = zip(runs, digests).count { $0.digest() != $1 }
    let watched = zip(runs, digests).count { run, digest in
      run.digest(with: [MetricSink(), DigestSink(), MetricSink()]) != digest
    }
    let size = "\(arms.count) rankers, 150 members, 3 days"
    return [
      Finding(never: "worlds that differ when run again", size: size, times: again),
      Finding(never: "worlds that differ under more sinks", size: size, times: watched),
      try threads(setting),
    ] + (try hashSeeds(setting))
  }

  private func threads(_ setting: SelfTestSetting) throws(SelfTestFailure) -> Finding {
    let worlds = setting.sample(of: 4, atLeast: 2)
    let experiment = Experiment(
      try .selfTest(Self.scenario), worlds: worlds.count, metrics: MetricCatalogue.all)
    let one = experiment.outcomes(jobs: 1)
    let two = experiment.outcomes(jobs: 2)
    return Finding(
      never: "worlds that differ on 1 and on 2 threads",
      size: "3 arms × \(worlds.count) worlds, all metrics",
      times: zip(one, two).count { $0 != $1 } + (one.count == two.count ? 0 : 1))
  }

  private func hashSeeds(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    guard let digestElsewhere = setting.digestElsewhere else { return [] }
    let here = DigestWorld.digest()
    var times = 0
    for _ in 0..<Self.processes where try digestElsewhere() != here { times += 1 }
    return [
      Finding(
        never: "worlds that differ under other hash seeds",
        size: "\(Self.processes) processes", times: times)
    ]
  }
}

extension Experiment {
  /// The outcomes of the experiment's runs.
  func outcomes(jobs: Int) -> [WorldOutcome] {
    do {
      return try run(jobs: jobs).outcomes
    } catch {
      preconditionFailure("an experiment of the self-test ended early: \(error)")
    }
  }
}
