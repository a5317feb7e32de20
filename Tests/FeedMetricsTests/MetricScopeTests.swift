import FeedMetrics
internal import SocialFeed
import TestSupport
import Testing

/// A scope's values are those of a run of which only the scope's pages are known.
@Suite struct MetricScopeTests {
  private func compare(
    _ values: [(id: String, value: MetricValue)], with trace: Trace, excluding: Set<String> = [],
    _ what: String
  ) {
    let expected = TraceOracle(trace).values()
    for (id, value) in values where !excluding.contains(id) {
      guard let slow = expected[id] else { continue }
      #expect(
        value.isAbout(slow.value, support: slow.support, within: 1e-9),
        "\(what): \(id) is \(value), expected \(slow)")
    }
  }

  @Test func `a surface or ranker is measured as if its pages were all`() {
    for seed in 0..<100 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let sink = MetricSink()
      trace.replay(to: sink)
      for scope in sink.scopes {
        var part = trace
        switch scope {
        case .surface(let surface): part.pages.removeAll { $0.surface != surface }
        case .ranker(let ranker): part.pages.removeAll { $0.ranker != ranker }
        case .all, .day: continue
        }
        // Which look is the first is decided by those at all feeds.
        compare(
          sink.values(in: scope), with: part, excluding: ["first_look_engagement_rate"],
          "seed \(seed), \(scope)")
      }
    }
  }

  /// Slates count on the day on which they begin and actions on the day on which they are done, so that
  /// these are left out here.
  @Test func `a day is measured as if it were the window`() {
    var days = 0
    for seed in 0..<100 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let sink = MetricSink()
      trace.replay(to: sink)
      for case .day(let day) in sink.scopes {
        var part = trace
        part.run.windowStart = max(trace.run.windowStart, Double(day) * Trace.day)
        part.run.duration = min(trace.run.duration, Double(day + 1) * Trace.day)
        compare(
          sink.values(in: .day(day)), with: part,
          excluding: Self.ofSlates.union(Self.ofActions).union(Self.ofSessions),
          "seed \(seed), day \(day)")
        days += 1
      }
    }
    #expect(days > 40)
  }

  /// A slate that goes on after midnight counts on the earlier day, as far as it was shown there.
  @Test func `a day's slates are those that begin on it`() {
    var (compared, spanning) = (0, 0)
    for seed in 0..<100 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let sink = MetricSink()
      trace.replay(to: sink)
      for case .day(let day) in sink.scopes {
        let start = max(trace.run.windowStart, Double(day) * Trace.day)
        var part = trace
        part.run.windowStart = start
        part.run.duration = min(trace.run.duration, Double(day + 1) * Trace.day)
        part.pages.removeAll { page in
          trace.pages.contains {
            $0.request == page.request && $0.time >= trace.run.windowStart && $0.time < start
              && $0.posts.contains { trace.posts[$0.index].author != page.viewer }
          }
        }
        spanning += trace.pages.count - part.pages.count
        compare(
          sink.values(in: .day(day)).filter { Self.ofSlates.contains($0.id) }, with: part,
          "seed \(seed), day \(day)")
        compared += 1
      }
    }
    #expect(compared > 40 && spanning > 0)
  }

  @Test func `a short slate counts on its own day, whenever its feed is opened again`() {
    var trace = Trace(days: 4, categories: 2, members: 3)
    for category in [0, 1, 0] { trace.publish(by: 2, category: category) }
    trace.show([0, 1], to: 0, at: 0.5 * Trace.day)  // two categories: 1
    trace.show([0, 2], to: 1, at: 0.5 * Trace.day)  // one category: 0
    trace.show([0, 1], to: 0, at: 2.5 * Trace.day)
    trace.show([0, 1], to: 1, at: 3.5 * Trace.day)
    let sink = MetricSink()
    trace.replay(to: sink)
    func ild(_ day: Int) -> MetricValue? {
      sink.values(in: .day(day)).first { $0.id == "intra_list_diversity@10" }?.value
    }
    expectEqual(ild(0), MetricValue(0.5, support: 2))
    expectEqual(ild(1), nil)
    expectEqual(ild(2), MetricValue(1, support: 1))
    expectEqual(ild(3), MetricValue(1, support: 1))
  }

  private static let ofSlates: Set<String> = [
    "relevance@10", "ndcg@10", "regret@10", "intra_list_diversity@10", "utility_group_gap",
    "utility_group_ratio", "utility_bottom10_ratio", "utility_gini", "utility_p10", "utility_p50",
    "utility_p90", "new_viewer_utility_gap", "group_ee_d", "group_ee_r", "group_ee_l", "awrf",
    "ndcf@10", "effective_categories@10", "unique_author_share@10", "subtopic_recall@10",
    "alpha_ndcg@10", "precision@10",
  ]

  private static let ofActions: Set<String> = [
    "like_rate", "comment_rate", "save_rate", "vote_rate", "engagement_rate", "net_like_rate",
    "open_rate", "expected_profile_distance", "calibration_kl_engaged",
    "first_look_engagement_rate", "engagement_per_member_day", "likes_per_member_day",
    "comments_per_member_day", "saves_per_member_day", "votes_per_member_day",
  ]

  /// A session counts on the day on which it begins, and a request on that of its first page.
  private static let ofSessions: Set<String> = [
    "sessions_per_member_day", "minutes_per_member_day", "daily_active_share",
  ]

  @Test func `counts of surfaces, rankers and days add up to those of all`() {
    for seed in 0..<100 as Range<UInt64> {
      let sink = MetricSink()
      Trace(seed: seed).replay(to: sink)
      func impressions(_ scope: MetricScope) -> Int {
        sink.values(in: scope).first { $0.id == "fresh_exposure_share" }!.value.support
      }
      var (surfaces, rankers, days) = (0, 0, 0)
      for scope in sink.scopes {
        switch scope {
        case .surface: surfaces += impressions(scope)
        case .ranker: rankers += impressions(scope)
        case .day: days += impressions(scope)
        case .all: break
        }
      }
      let all = impressions(.all)
      #expect(surfaces == all && rankers == all && days == all, "seed \(seed)")
    }
  }

  @Test func `how impressions of one second are cut into pages changes no bit`() {
    for seed in 0..<100 as Range<UInt64> {
      let trace = Trace(seed: seed)
      var cut = trace
      cut.pages = trace.pages.flatMap(Self.halves)
      for (one, other) in zip(trace.metrics(), cut.metrics()) where one.id != "duplicate_post_share"
      {
        expectEqual(one.value, other.value, "seed \(seed): \(one.id)")
      }
    }
  }

  private static func halves(_ page: PageObservation) -> [PageObservation] {
    let middle = page.posts.count / 2
    guard middle > 0 else { return [page] }
    var (first, second) = (page, page)
    first.posts = Array(page.posts[..<middle])
    first.examined = Array(page.examined[..<middle])
    first.relevance = Array(page.relevance[..<middle])
    second.posts = Array(page.posts[middle...])
    second.examined = Array(page.examined[middle...])
    second.relevance = Array(page.relevance[middle...])
    second.offset = page.offset + middle
    second.pool = nil
    second.duplicates = 0
    return [first, second]
  }

  @Test func `a metric that no feed is part of has a value of the whole run only`() {
    var trace = Trace(members: 2)
    trace.publish(by: 1)
    trace.show([0], to: 0)
    let sink = MetricSink(options: MetricOptions(set: .core))
    trace.replay(to: sink)
    let ids = Set(sink.values().map(\.id))
    expectEqual(ids, Set(MetricCatalogue.core.map(\.id)))
    let ofSurface = Set(sink.values(in: .surface(.home)).map(\.id))
    expectEqual(
      ids.subtracting(ofSurface),
      [
        "stale_button_share", "stale_button_duration_s", "follow_growth", "follow_reciprocity",
        "friend_growth", "posts_per_member_day", "creators_started_share",
        "creators_stopped_share", "creators_returned_share",
      ])
    #expect(!sink.values(in: .day(0)).contains { $0.id == "weekly_retention" })
    #expect(sink.values(in: .day(3)).isEmpty)
    expectEqual(sink.scopes, [.surface(.home), .ranker(0), .day(0)])
    #expect(sink.tables().isEmpty)
  }

  @Test func `tables have a row for each group and week`() {
    var trace = Trace(days: 15, members: 2)
    trace.join(group: 1)
    trace.publish(by: 1)
    trace.show([0], to: 0, relevance: [0.25])
    trace.show([0], to: 2, relevance: [0.75])
    let sink = MetricSink()
    trace.replay(to: sink)
    let tables = sink.tables()
    expectEqual(tables.map(\.definition), MetricCatalogue.tables)
    // one post of group a, shown twice in the first position
    expectEqual(
      tables[0].rows,
      [
        MetricTable.Row(label: "a", value: MetricValue(2, support: 1)),
        MetricTable.Row(label: "b", value: MetricValue(nil, support: 0)),
      ])
    expectEqual(tables[1].rows.map(\.value.value), [0.25, 0.75])
    expectEqual(tables[2].rows.map(\.label), ["1", "2"])
  }
}
