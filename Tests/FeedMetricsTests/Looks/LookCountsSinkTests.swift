import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct LookCountsSinkTests {
  private func counts(_ trace: Trace) -> LookCounts {
    let sink = LookCountsSink()
    trace.replay(to: sink)
    return sink.counts
  }

  /// The levels that have looks, with their sums.
  private func sums(_ counts: LookCounts, _ dimension: LookDimension) -> [String: [Double]]? {
    counts.table(dimension).map { table in
      Dictionary(uniqueKeysWithValues: zip(table.levels, table.sums)).filter { $0.value[0] > 0 }
    }
  }

  /// Four days, the first of them warm-up.
  ///
  /// The entropies of the members at the start are 0, 0.56 and 0.69 and their sessions 1, 2 and 3 a day, so that each
  /// is a third. Member 3, who comes later, is as broad as the broadest and as active as the middle.
  private var handMade: Trace {
    var trace = Trace(days: 4, warmUp: 1, categories: 2)
    trace.join(group: 0, at: -100 * Trace.day, taste: [1, 0])
    // 27.995 days before the page of day 1.99, and 28.015 before the vote of day 2.01.
    trace.join(group: 0, at: -26.005 * Trace.day, taste: [0.75, 0.25])
    trace.join(group: 1, at: -20 * Trace.day, taste: [0.5, 0.5])
    trace.join(group: 1, at: 1.25 * Trace.day, taste: [0.5, 0.5])
    for (member, sessions) in [1, 2, 3, 2.5].enumerated() {
      trace.members[member].sessionsPerDay = sessions
    }
    trace.publish(by: 0, category: 0)
    trace.publish(by: 2, category: 1)
    trace.publish(by: 2, category: 0)

    // In the warm-up: all that counts is that the next look is the second.
    let early = trace.show([1], to: 0, at: 0.5 * Trace.day)
    trace.act(.like, by: 0, on: 1, at: 0.5 * Trace.day, request: early)

    // An own post, a post at position 2, and one that is not looked at.
    let first = trace.show(
      [0, 1, 2], to: 0, at: Trace.day, examined: [true, true, false], relevance: [0.9, 0.25, 0.9])
    for kind in [InteractionKind.like, .save, .unsave, .unlike] {
      trace.act(kind, by: 0, on: 1, at: 1.01 * Trace.day, request: first)
    }
    trace.act(.like, by: 0, on: 0, at: 1.01 * Trace.day, request: first)

    // A page before midnight, and what it leads to after.
    let late = trace.show(
      [0, 1], to: 1, at: 1.99 * Trace.day, surface: .contest, relevance: [0.5, 0.75])
    trace.act(.vote, by: 1, on: 0, at: 2.01 * Trace.day, request: late)
    trace.act(.view, by: 1, on: 1, at: 2.02 * Trace.day, request: late)

    // Positions 4 and 5; two comments engage one look.
    let newcomer = trace.show(
      [2, 0], to: 3, at: 2.5 * Trace.day, surface: .latest, offset: 3, relevance: [0.125, 1])
    for _ in 0..<2 { trace.act(.comment, by: 3, on: 0, at: 2.6 * Trace.day, request: newcomer) }

    // The third and the fourth look at post 1, what is done elsewhere, and a page after the end.
    trace.show([1], to: 0, at: 3.5 * Trace.day, relevance: [0.25])
    trace.act(.view, by: 0, on: 1, at: 3.6 * Trace.day, request: nil)
    trace.show([1, 2], to: 0, at: 3.75 * Trace.day, offset: 20)
    trace.show([2], to: 1, at: 4 * Trace.day)
    return trace
  }

  /// Of each level the looks, those engaged, opens, likes, unlikes, comments, saves, votes, and the relevance.
  ///
  /// In order of time the looks are: home, post 1, second look, relevance 0.25, liked, saved, unliked; contest, posts 0
  /// and 1, first looks, 0.5 and 0.75, voted for and opened; latest, posts 2 and 0, first looks, 0.125 and 1, the
  /// latter with two comments; home, post 1, third look, 0.25; home, posts 1 and 2, fourth and first look, 0.5 each.
  private static let expected: [(LookDimension, [String: [Double]])] = [
    (
      .surface,
      [
        // 0.25 + 0.25 + 0.5 + 0.5
        "home": [4, 1, 0, 1, 1, 0, 1, 0, 1.5], "contest": [2, 1, 1, 0, 0, 0, 0, 1, 1.25],
        "latest": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
      ]
    ),
    (
      .look,
      [
        // 0.5 + 0.75 + 0.125 + 1 + 0.5
        "first": [5, 2, 1, 0, 0, 2, 0, 1, 2.875], "second": [1, 1, 0, 1, 1, 0, 1, 0, 0.25],
        "third": [1, 0, 0, 0, 0, 0, 0, 0, 0.25], "fourth or later": [1, 0, 0, 0, 0, 0, 0, 0, 0.5],
      ]
    ),
    (
      .surfaceAndLook,
      [
        "home, first": [1, 0, 0, 0, 0, 0, 0, 0, 0.5],
        "home, second": [1, 1, 0, 1, 1, 0, 1, 0, 0.25],
        "home, third": [1, 0, 0, 0, 0, 0, 0, 0, 0.25],
        "home, fourth or later": [1, 0, 0, 0, 0, 0, 0, 0, 0.5],
        "contest, first": [2, 1, 1, 0, 0, 0, 0, 1, 1.25],
        "latest, first": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
      ]
    ),
    (
      .position,
      [
        // The contest's post 0 and the third look at post 1.
        "position 1": [2, 1, 0, 0, 0, 0, 0, 1, 0.75],
        // The second look at post 1 and the contest's.
        "position 2": [2, 1, 1, 1, 1, 0, 1, 0, 1],
        "positions 4 to 6": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
        "positions 21 to 50": [2, 0, 0, 0, 0, 0, 0, 0, 1],
      ]
    ),
    (
      .day,
      [
        "day 1": [3, 2, 1, 1, 1, 0, 1, 1, 1.5], "day 2": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
        "day 3": [3, 0, 0, 0, 0, 0, 0, 0, 1.25],
      ]
    ),
    (
      .activity,
      [
        "least active third": [4, 1, 0, 1, 1, 0, 1, 0, 1.5],
        "middle third": [4, 2, 1, 0, 0, 2, 0, 1, 2.375],
      ]
    ),
    (
      .tenure,
      [
        "first week": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
        "second to fourth week": [2, 1, 1, 0, 0, 0, 0, 1, 1.25],
        "fifth week or later": [4, 1, 0, 1, 1, 0, 1, 0, 1.5],
      ]
    ),
    (
      .breadth,
      [
        "narrowest third": [4, 1, 0, 1, 1, 0, 1, 0, 1.5],
        "middle third": [2, 1, 1, 0, 0, 0, 0, 1, 1.25],
        "broadest third": [2, 1, 0, 0, 0, 2, 0, 0, 1.125],
      ]
    ),
    // Post 0 is by member 0 of group a; it was looked at twice.
    (.creators, ["a": [2, 2, 0, 0, 0, 2, 0, 1, 1.5], "b": [6, 1, 1, 1, 1, 0, 1, 0, 2.375]]),
    (
      .category,
      [
        // Posts 0 and 2: 0.5 + 1 and 0.125 + 0.5.
        "category 0": [4, 2, 0, 0, 0, 2, 0, 1, 2.125],
        "category 1": [4, 1, 1, 1, 1, 0, 1, 0, 1.75],
      ]
    ),
  ]

  @Test(arguments: expected)
  func `agrees with values worked by hand`(
    dimension: LookDimension, expected: [String: [Double]]
  ) {
    expectEqual(sums(counts(handMade), dimension), expected)
  }

  @Test func `levels are in order, and those without looks are there`() throws {
    let counts = counts(handMade)
    expectEqual(counts.tables.map(\.dimension), LookDimension.allCases)
    expectEqual(
      counts.table(.surface)?.levels,
      [
        "home", "contest", "friends", "latest", "following", "global",
      ])
    expectEqual(counts.table(.day)?.levels, ["day 1", "day 2", "day 3"])
    expectEqual(counts.table(.surfaceAndLook)?.levels.count, 24)
    let surfaces = try #require(counts.table(.surface))
    expectEqual(surfaces["latest", .comments], 2)
    #expect(surfaces["friends", .looks] == 0 && surfaces["nowhere", .looks] == 0)
  }

  @Test func `members count from the start of the window, or from when they join`() {
    // Three of 3 days, and one of 4 − 1.25.
    expectEqual(counts(handMade).memberDays, 11.75)
  }

  @Test func `without the sessions of all members nothing is divided by activity`() {
    var trace = handMade
    trace.members[2].sessionsPerDay = nil
    let counts = counts(trace)
    expectEqual(counts.table(.activity), nil)
    expectEqual(counts.tables.map(\.dimension), LookDimension.allCases.filter { $0 != .activity })
    expectEqual(sums(counts, .surface), sums(self.counts(handMade), .surface))
  }

  @Test func `a window that begins within a day has that day, and what is done a day later counts`()
  {
    var trace = Trace(days: 3.5, warmUp: 0.5, members: 2)
    trace.publish(by: 1)
    let request = trace.show([0], to: 0, at: 0.75 * Trace.day)
    // A day of pages goes by.
    for hour in 0..<23 { trace.show([0], to: 0, at: (18.5 + Double(hour)) * 3600) }
    trace.act(.like, by: 0, on: 0, at: 1.74 * Trace.day, request: request)
    let counts = counts(trace)
    expectEqual(counts.table(.day)?.levels, ["day 0", "day 1", "day 2", "day 3"])
    expectEqual(counts.table(.day)?["day 0", .likes], 1)
    expectEqual(counts.table(.look)?["first", .engaged], 1)
    expectEqual(counts.table(.look)?["fourth or later", .looks], 21)
  }

  @Test
  func `a request's later page is found, and the first looks of a page are those of its order`() {
    var trace = Trace(members: 2)
    for _ in 0..<4 { trace.publish(by: 1) }
    let request = trace.show([3, 0], to: 0, at: 10)
    trace.show([2, 1], to: 0, at: 20, request: request, offset: 2)
    trace.show([0], to: 0, at: 30)
    trace.act(.save, by: 0, on: 0, at: 40, request: request)
    trace.act(.save, by: 0, on: 1, at: 50, request: request)
    let table = counts(trace).table(.position)
    // The save of post 0 belongs to position 2 of its request, not to position 1 of the next.
    #expect(table?["position 1", .saves] == 0 && table?["position 2", .saves] == 1)
    expectEqual(table?["positions 4 to 6", .saves], 1)
  }

  @Test func `every table equals its definition on random traces`() {
    var compared = 0
    for seed in 0..<300 as Range<UInt64> {
      let trace = Trace.lookedAt(seed)
      let (counts, oracle) = (counts(trace), LookOracle(trace))
      for dimension in LookDimension.allCases {
        guard let expected = oracle.sums(by: dimension) else { continue }
        let found = sums(counts, dimension) ?? [:]
        expectEqual(Set(found.keys), Set(expected.keys), "seed \(seed), \(dimension)")
        for (level, sums) in expected {
          let isSame = zip(found[level] ?? [], sums).allSatisfy { abs($0 - $1) < 1e-9 }
          #expect(
            isSame, "seed \(seed), \(dimension), \(level): \(found[level] ?? []), expected \(sums)")
          compared += 1
        }
      }
    }
    #expect(compared > 5000)
  }

  @Test func `the sums over the levels are those of the metrics on random traces`() throws {
    var compared = 0
    for seed in 0..<300 as Range<UInt64> {
      let trace = Trace.lookedAt(seed)
      let counts = counts(trace)
      for (id, value) in trace.metrics() {
        guard let ratio = MetricCatalogue.ratio(of: id) else { continue }
        for table in counts.tables {
          let numerator = table.sums.map(ratio.numerator).reduce(0, +)
          let denominator = ratio.denominator(counts, table)
          #expect(
            value.isAbout(
              denominator > 0 ? numerator / denominator : nil, support: value.support),
            "seed \(seed), \(table.dimension): \(id) is \(value), not \(numerator)/\(denominator)")
          if ratio.denominator == .looks { expectEqual(Int(denominator), value.support) }
          compared += value.value == nil ? 0 : 1
        }
      }
    }
    #expect(compared > 10_000)
  }

  @Test func `the metrics that are ratios of sums over looks`() {
    expectEqual(
      Set(MetricCatalogue.all.map(\.id).filter { MetricCatalogue.ratio(of: $0) != nil }),
      [
        "like_rate", "comment_rate", "save_rate", "vote_rate", "engagement_rate",
        "engagement_per_member_day", "likes_per_member_day", "comments_per_member_day",
        "saves_per_member_day", "votes_per_member_day", "looks_per_member_day", "net_like_rate",
        "examined_relevance_mean",
      ])
    expectEqual(MetricCatalogue.ratio(of: "no_such_metric"), nil)
  }

  @Test func `a sink begins anew with each run`() {
    let sink = LookCountsSink()
    Trace.lookedAt(3).replay(to: sink)
    handMade.replay(to: sink)
    expectEqual(sink.counts, counts(handMade))
  }
}
