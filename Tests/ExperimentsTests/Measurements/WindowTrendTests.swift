import Experiments
import FeedMetrics
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Whether the measured window has a trend.
@Suite struct WindowTrendTests {
  /// A world without posts, looks and opens.
  private func world(follows: [Int]) -> DailyActivity {
    let none = Array(repeating: 0, count: follows.count)
    return DailyActivity(
      posts: none, looks: none, opens: none, follows: follows, rhythm: none.map { _ in 1 })
  }

  private func trend(_ worlds: [DailyActivity], warmUp: Double = 0) throws -> WindowTrend {
    try #require(WindowTrend(of: "newest", in: worlds, warmUpDays: warmUp))
  }

  /// Days 1 and 2 against 3 and 4. Posts 2 + 4 → 3 + 9, but the rhythm expects ½ + 1 → 1 + 1: 4 → 6 a day, +50 %.
  /// Looks 10 + 20 → 20 + 20: 20 → 20. Opens a look 3/30 → 8/40: doubled. Follows 10, 20 → 30, 30: doubled.
  @Test func `the last half of the window is compared with the first`() throws {
    let world = DailyActivity(
      posts: [99, 2, 4, 3, 9], looks: [99, 10, 20, 20, 20], opens: [9, 1, 2, 4, 4],
      follows: [1, 10, 20, 30, 30], rhythm: [1, 0.5, 1, 1, 1])
    for worlds in 3...4 {
      let trend = try trend(Array(repeating: world, count: worlds), warmUp: 0.5)
      #expect(trend.comparedDays == 2 && trend.replicates == .worlds)
      expectEqual(trend.changes.map(\.series), [.posts, .looks, .opens, .follows])
      let estimates = trend.changes.map(\.effect.estimate)
      for (estimate, expected) in zip(estimates, [0.5, 0, 1, 1]) {
        #expect(abs(estimate - expected) < 1e-12)
      }
      expectEqual(trend.trends.map(\.series), [.posts, .opens, .follows])
      expectEqual(trend.changes[0].daily, [99, 4, 4, 3, 9])
    }
  }

  @Test(arguments: [
    (1, 0), (2, 1), (3, 1), (4, 2), (13, 6), (14, 7), (15, 7), (27, 7), (28, 14), (41, 14),
    (42, 21),
  ])
  func `two weeks or more are compared in whole weeks`(days: Int, compared: Int) throws {
    let world = world(follows: Array(repeating: 1, count: days + 3))
    try expectEqual(trend([world], warmUp: 3).comparedDays, compared)
    try expectEqual(trend([world], warmUp: 2.5).comparedDays, compared)
  }

  /// 250/7 → 50 is +40 %. The days from the fifth on agree, so that MSER is 0 there: four days of warm-up.
  @Test func `MSER-5 proposes the warm-up after which the series is level`() throws {
    let follows = [10, 20, 30, 40] + Array(repeating: 50, count: 12)
    let trend = try trend(Array(repeating: world(follows: follows), count: 3))
    expectEqual(trend.changes.map(\.series), [.follows], "a series without values is not tested")
    #expect(abs(trend.changes[0].effect.estimate - 0.4) < 1e-12)
    expectEqual(
      trend.changes[0].effect.interval?.level, 0.95, "one series has all of the error rate")
    expectEqual(trend.changes[0].warmUp, 4)
    expectEqual(trend.proposedWarmUp, 4)
  }

  @Test func `growth that does not end has no warm-up`() throws {
    let trend = try trend(Array(repeating: world(follows: Array(1...16)), count: 3))
    #expect(trend.trends.count == 1 && trend.changes[0].warmUp == nil)
    expectEqual(trend.proposedWarmUp, nil)
  }

  /// From day 4 on the series swings by 20 about 100, from day 12 on about 115: days 12 to 17 are 15 % above days 5
  /// to 10. MSER of the 14 days from day 4 is about (400 + 56) ÷ 14 = 33, of the last five about 400 ÷ 5 = 80.
  @Test func `a proposal that is no longer than the warm-up is none`() throws {
    let follows = (0..<18).map { day in
      day < 4 ? 1 : (day < 12 ? 100 : 115) + (day.isMultiple(of: 2) ? 20 : -20)
    }
    let trend = try trend(Array(repeating: world(follows: follows), count: 3), warmUp: 5)
    #expect(abs(trend.changes[0].effect.estimate - 0.15) < 1e-12)
    #expect(trend.changes[0].isTrend && trend.changes[0].warmUp == 4)
    expectEqual(trend.proposedWarmUp, nil)
  }

  /// Six pairs of days, each +20 %, with hardly any spread.
  @Test func `fewer than three worlds are compared by days`() throws {
    let days = (100...105).map { $0 * 5 }
    for worlds in 1...2 {
      let trend = try trend(
        Array(repeating: world(follows: days + days.map { $0 * 6 / 5 }), count: worlds))
      expectEqual(trend.replicates, .days)
      expectEqual(trend.trends.map(\.series), [.follows])
    }
    let single = try trend([world(follows: [10, 20])])
    #expect(single.changes[0].effect.estimate == 1 && single.changes[0].effect.interval == nil)
    #expect(single.trends.isEmpty, "a pair of days is not sure")
  }

  @Test func `no worlds, no days and nothing that happens are no trend`() throws {
    expectEqual(WindowTrend(of: "newest", in: [], warmUpDays: 1), nil)
    #expect(try trend([world(follows: [])]).changes.isEmpty)
    #expect(try trend([world(follows: [1, 2])], warmUp: 2).changes.isEmpty)
    #expect(try trend([world(follows: [0, 0, 0, 9])]).changes.isEmpty)
  }

  /// Worlds of 17 days, 3 of them warm-up, with a level of their own and daily noise of 6 %.
  private func noisyWorlds(_ count: Int, change: Double, seed: Int) -> [DailyActivity] {
    var numbers = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { _ in
      let level = 50_000 * (1 + numbers.unit())
      func column(_ base: Double) -> [Int] {
        (0..<17).map { day in
          let shift = day < 10 ? 1 : 1 + change
          return Int(base * shift * (1 + 0.06 * Quantile.normal(numbers.unit())))
        }
      }
      return DailyActivity(
        posts: column(level), looks: column(level), opens: Array(repeating: 1000, count: 17),
        follows: column(level), rhythm: Array(repeating: 1, count: 17))
    }
  }

  /// Posts, looks and follows change by the threshold exactly, and opens a look by 1 ÷ 1.1 − 1. Each is a
  /// trend with 0.05 ÷ 4 ÷ 2, so that at most 2.5 % of experiments have one; a fall beyond the threshold is out of
  /// reach. Of 400, 10 are expected at most; more than 27 have a probability below 10⁻⁵ (binomial).
  @Test func `changes of the threshold warn in one experiment of forty at most`() throws {
    for count in [1, 5] {
      let warnings = try (0..<400).count { seed in
        try !trend(noisyWorlds(count, change: 0.1, seed: seed), warmUp: 3).trends.isEmpty
      }
      #expect(warnings <= 27, "\(warnings) of 400 with \(count) worlds")
    }
  }

  /// In a world the change has a standard error of 0.06 √(2/7) = 3.2 %, over five worlds 1.4 %. A warning takes an
  /// estimate beyond the threshold, 7 of these away: once in 10¹¹ for each series.
  @Test func `no change never warns, and a large one always`() throws {
    let warnings = try (0..<400).count { seed in
      try !trend(noisyWorlds(5, change: 0, seed: seed), warmUp: 3).trends.isEmpty
    }
    expectEqual(warnings, 0)
    for seed in 0..<50 {
      let trend = try trend(noisyWorlds(5, change: 0.6, seed: seed), warmUp: 3)
      expectEqual(trend.trends.map(\.series), [.posts, .looks, .opens, .follows], "seed \(seed)")
    }
  }
}

/// The trend of simulated worlds.
@Suite struct WindowTrendRunTests {
  private func growing(_ share: Double) throws -> Experiment {
    Experiment(
      measuring: try scenario("behaviour: {joining: {share: \(share)}}"), arms: ["newest"],
      worlds: 3,
      metrics: [])
  }

  @Test func `an experiment counts the whole days of its worlds`() throws {
    let results = try growing(0).run(jobs: 2)
    for outcome in results.outcomes {
      let activity = try #require(outcome.activity)
      expectEqual(activity.days, 2)
      expectEqual(activity.looks.reduce(0, +), outcome.summary.examined)
      expectEqual(activity.follows.last, outcome.summary.follows)
    }
    let trend = try #require(results.trend)
    expectEqual(trend.comparedDays, 0, "the window has one whole day")
    expectEqual(trend.arm, "newest")
  }

  @Test func `a look counts what the first world of an experiment does`() throws {
    var experiment = try growing(0.5)
    experiment.end(by: .fixed(1))
    let look = try #require(experiment.firstLook)
    expectEqual(look.trend, (try experiment.run(jobs: 1).trend))
    expectEqual(look.withoutValue, [])
    expectEqual(experiment.memberDays, 120)
  }

  @Test func `stored outcomes without days have no trend`() throws {
    let experiment = try growing(0)
    let results = try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { madeUp($0, $1) }
    expectEqual(results.trend, nil)
  }
}
