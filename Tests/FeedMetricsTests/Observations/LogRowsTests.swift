import FeedMetrics
import SocialFeed
import TestSupport
import Testing

/// What counts of logs whose rows break rules of runs.
@Suite struct LogRowsTests {
  /// Posts 0 and 1 by member 1 in category 0, posts 2 and 3 by member 2 in category 1; member 0 looks at them.
  private func trace() -> Trace {
    var trace = Trace(categories: 2, members: 3)
    for post in 0..<4 { trace.publish(by: 1 + post / 2, category: post / 2) }
    return trace
  }

  private func measure(_ trace: Trace) -> (values: [String: MetricValue], repeats: Int) {
    let sink = MetricSink(isLog: true)
    trace.replay(to: sink)
    return (
      Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value) }), sink.repeatedRows
    )
  }

  private func expect(_ expected: [String: Double], of trace: Trace) {
    let values = measure(trace).values
    for (id, expected) in expected.sorted(by: { $0.key < $1.key }) {
      let value = values[id]?.value ?? .nan
      #expect(abs(value - expected) < 1e-6, "\(id) is \(value), expected \(expected)")
    }
  }

  /// Weights of positions 2 and 4: 1 / log₂ 3 = 0.630930 and 1 / log₂ 5 = 0.430677.
  @Test func `a post three times on a page counts once, and the others keep their positions`() {
    var trace = trace()
    let request = trace.show(
      [0, 0, 0, 2], to: 0, examined: [false, true, true, true], relevance: [1, 1, 1, 0.5],
      pool: [(0, 1.0), (2, 0.5)].map { CandidateObservation(post: PostID($0), relevance: $1) })
    trace.act(.like, by: 0, on: 0, at: 1, request: request)
    expect(
      [
        // (1 + 0.5 w₄) / (1 + 0.5 w₂), the difference, and (1 + 0.5 w₄) / (1 + w₄)
        "ndcg@10": 0.923885, "regret@10": 0.100127, "relevance@10": 0.849485,
        // (1 + w₄) / (1 + w₂), and (1 − w₄) / (2 (1 + w₄))
        "alpha_ndcg@10": 0.877215, "creator_exposure_gini": 0.198970,
        "precision@10": 1, "intra_list_diversity@10": 1, "effective_categories@10": 2,
        "unique_author_share@10": 1, "subtopic_recall@10": 1, "post_coverage": 0.5,
        "repeat_impression_share": 0, "author_repeat_share": 0, "session_examined_mean": 2,
        "like_rate": 0.5, "first_look_engagement_rate": 0.5, "examined_share": 1,
        // of four posts that the page brought
        "duplicate_post_share": 0.5,
      ], of: trace)
    expectEqual(measure(trace).repeats, 2)
  }

  @Test func `a post on a later page of the slate does not count again`() {
    var trace = trace()
    let request = trace.show([0, 2], to: 0)
    trace.show([2, 1], to: 0, at: 60, request: request, offset: 2, duplicates: 1)
    trace.show([2], to: 0, at: 120)  // another slate
    expectEqual(measure(trace).repeats, 1)
    // of four impressions one is of a known post; two of six posts were not new
    expect(["repeat_impression_share": 0.25, "duplicate_post_share": 1 / 3.0], of: trace)
  }

  @Test func `a page that begins at the top again goes on after the page before`() {
    var (whole, log) = (trace(), trace())
    let request = whole.show([0, 2], to: 0, relevance: [1, 0])
    whole.show([1, 3], to: 0, at: 60, request: request, offset: 2, relevance: [0.5, 0.25])
    log.pages = whole.pages
    log.pages[1].offset = 0
    expectEqual(measure(log).values, measure(whole).values)
    var long = Trace(members: 2)
    for _ in 0..<14 { long.publish(by: 1) }
    let first = long.show(Array(0..<5), to: 0)
    long.show(Array(5..<14), to: 0, request: first)
    expect(["session_examined_mean": 14, "relevance@10": 0.5], of: long)
  }

  @Test func `an action counts once for each impression that was looked at, within a day`() {
    var trace = trace()
    let request = trace.show([0, 1, 2, 3], to: 0, examined: [true, true, true, false])
    for (kind, post, time) in [
      (InteractionKind.like, 0, 1.0), (.like, 0, 2), (.unlike, 0, 3), (.unlike, 0, 4),
      (.comment, 0, 5), (.comment, 0, 6), (.save, 3, 7), (.vote, 1, 86_400), (.vote, 2, 86_401),
    ] {
      trace.act(kind, by: 0, on: post, at: time, request: request)
    }
    expect(
      [
        "like_rate": 1 / 3.0, "net_like_rate": 0, "comment_rate": 2 / 3.0, "save_rate": 0,
        "vote_rate": 1 / 3.0, "engagement_rate": 2 / 3.0,
      ], of: trace)
  }

  @Test func `a slate that is worth more than the candidates that are named is the best`() {
    var trace = trace()
    trace.show(
      [0, 2], to: 0, at: Trace.day, relevance: [1, 1],
      pool: [CandidateObservation(post: PostID(2), relevance: 0.5)])
    expect(["ndcg@10": 1, "regret@10": 0, "ndcf@10": 1, "alpha_ndcg@10": 1], of: trace)
  }
}
