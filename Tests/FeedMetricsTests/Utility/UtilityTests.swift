import FeedMetrics
import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct UtilityTests {
  /// Twelve posts of member 1 for member 0.
  private func twelvePosts() -> Trace {
    var trace = Trace(members: 3)
    for _ in 0..<12 { trace.publish(by: 1) }
    return trace
  }

  /// Candidates of these relevances.
  private func pool(_ relevances: [Double]) -> [CandidateObservation] {
    relevances.enumerated().map { CandidateObservation(post: PostID($0), relevance: $1) }
  }

  @Test func `relevance is weighted by position`() {
    var trace = twelvePosts()
    trace.show([0, 1, 2], to: 0, relevance: [1, 0, 0.5])
    // (1·1 + w₂·0 + ½·½) / (1 + w₂ + ½)
    let first = 1.25 / (1.5 + 1 / log2(3.0))
    #expect(trace.metric("relevance@10").isAbout(first, support: 1))
    trace.show([0], to: 0, relevance: [0.25])
    #expect(trace.metric("relevance@10").isAbout((first + 0.25) / 2, support: 2))
  }

  @Test func `what stands beyond the tenth position does not count`() {
    var trace = twelvePosts()
    let relevance = [Double](repeating: 0.4, count: 10) + [1, 1]
    trace.show(
      Array(0..<12), to: 0, relevance: relevance, pool: pool([Double](repeating: 0.9, count: 11)))
    // Σ w over ten positions = 4.543559; 0.4 and 0.9 of that
    let weights = (1...10).reduce(0) { $0 + 1 / log2(Double($1) + 1) }
    #expect(abs(weights - 4.543559) < 1e-6)
    #expect(trace.metric("relevance@10").isAbout(0.4, support: 1))
    #expect(trace.metric("ndcg@10").isAbout(4 / 9.0, support: 1))
    #expect(trace.metric("regret@10").isAbout(0.5 * weights, support: 1))
  }

  @Test func `gain is compared with the ideal where it is known`() {
    var trace = twelvePosts()
    trace.show([0, 1, 2], to: 0, relevance: [0.5, 0, 1], pool: pool([1, 0.5, 1, 0, 1, 1, 1]))
    trace.show([3, 4], to: 0, relevance: [1, 1])  // not looked at
    trace.show([5], to: 2, relevance: [0], pool: pool([0, 0]))  // nothing relevant to show
    // DCG = 0.5 + 1·½ = 1; IDCG = 1·(1 + w₂ + w₃ + w₄ + w₅) + 0.5·w₆; the last one is short of nothing
    let ideal =
      (1...5).reduce(0) { $0 + 1 / log2(Double($1) + 1) } + 0.5 / log2(7.0)
    #expect(trace.metric("ndcg@10").isAbout(1 / ideal, support: 1))
    #expect(trace.metric("regret@10").isAbout((ideal - 1) / 2, support: 2))
  }

  @Test func `a slate in ideal order has a gain ratio of one and no regret, exactly`() {
    var trace = twelvePosts()
    let relevance = [0.93, 0.81, 0.77, 0.7, 0.61, 0.5, 0.31, 0.3, 0.12, 0.07, 0.01]
    trace.show(Array(0..<11), to: 0, relevance: relevance, pool: pool(relevance))
    expectEqual(trace.metric("ndcg@10").value, 1)
    expectEqual(trace.metric("regret@10").value, 0)
  }

  @Test func `the pool may come with any page of the head`() {
    var trace = twelvePosts()
    let request = trace.show([0], to: 0, relevance: [1])
    trace.show(
      [1, 2], to: 0, request: request, offset: 1, relevance: [0, 1], pool: pool([0, 1, 1]))
    // (1 + ½) / (1 + w₂)
    #expect(trace.metric("ndcg@10").isAbout(1.5 / (1 + 1 / log2(3.0)), support: 1))
  }

  @Test func `one's own posts keep their position and have no gain`() {
    var trace = twelvePosts()
    let own = trace.publish(by: 0)
    trace.show([own, 1, 2], to: 0, relevance: [1, 0, 1], pool: pool([1, 0]))
    trace.show([own], to: 0, relevance: [1], pool: pool([1]))  // nobody else's posts
    #expect(trace.metric("ndcg@10").isAbout(0.5, support: 1))
    let expected = 0.5 / (0.5 + 1 / log2(3.0))
    #expect(trace.metric("relevance@10").isAbout(expected, support: 1))
  }

  @Test func `rates are actions for each post looked at`() {
    var trace = twelvePosts()
    let request = trace.show([0, 1, 2, 3, 4], to: 0, examined: [true, true, false, true, true])
    for (kind, post) in [
      (InteractionKind.like, 0), (.like, 1), (.unlike, 1), (.like, 1), (.comment, 1), (.comment, 1),
      (.view, 3), (.save, 3), (.unsave, 3), (.vote, 0),
    ] {
      trace.act(kind, by: 0, on: post, at: 5.5, request: request)
    }
    trace.act(.like, by: 0, on: 4, at: 6, request: nil)  // not from an impression
    // four looked at; posts 0, 1 and 3 led to something
    #expect(trace.metric("like_rate").isAbout(0.75, support: 4))
    #expect(trace.metric("comment_rate").isAbout(0.5, support: 4))
    #expect(trace.metric("save_rate").isAbout(0.25, support: 4))
    #expect(trace.metric("vote_rate").isAbout(0.25, support: 4))
    #expect(trace.metric("engagement_rate").isAbout(0.75, support: 4))
  }

  /// Member 0 looks at post 0 in the warm-up and again, at post 1 twice and at post 2 once; post 3 is not examined.
  @Test func `first looks leave repeats out, those after a look in the warm-up too`() {
    var trace = Trace(days: 3, warmUp: 1, members: 2)
    for _ in 0..<4 { trace.publish(by: 1) }
    trace.show([0], to: 0, at: 10)
    let first = trace.show(
      [0, 1, 3], to: 0, at: Trace.day + 10, examined: [true, true, false])
    let second = trace.show([1, 2], to: 0, at: Trace.day + 20)
    for (post, request) in [(0, first), (1, first), (1, second)] {
      trace.act(.like, by: 0, on: post, at: Trace.day + 30, request: request)
    }
    // First looks are those at 1, by the first request, and at 2; the first is engaged.
    #expect(trace.metric("first_look_engagement_rate").isAbout(0.5, support: 2))
    #expect(trace.metric("engagement_rate").isAbout(0.75, support: 4))
  }

  @Test func `an action counts when its impression does`() {
    var trace = Trace(days: 2, warmUp: 1, members: 2)
    for _ in 0..<4 { trace.publish(by: 1) }
    let before = trace.show([0], to: 0, at: Trace.day - 10)
    trace.show([1], to: 0, at: Trace.day, request: before, offset: 1)
    let inside = trace.show([2], to: 0, at: Trace.day + 10)
    trace.show([3], to: 0, at: 2 * Trace.day, request: inside, offset: 1)
    trace.act(.like, by: 0, on: 0, at: Trace.day + 20, request: before)  // shown in the warm-up
    trace.act(.like, by: 0, on: 1, at: Trace.day + 20, request: before)
    trace.act(.like, by: 0, on: 2, at: 2 * Trace.day + 20, request: inside)  // after the end
    trace.act(.like, by: 0, on: 3, at: 2 * Trace.day + 20, request: inside)  // shown at the end
    #expect(trace.metric("like_rate").isAbout(1, support: 2))
    #expect(trace.metric("engagement_rate").isAbout(1, support: 2))
  }

  @Test func `actions on one's own posts do not count`() {
    var trace = twelvePosts()
    let own = trace.publish(by: 0)
    let request = trace.show([own, 1], to: 0)
    trace.act(.comment, by: 0, on: own, at: 1, request: request)
    #expect(trace.metric("comment_rate").isAbout(0, support: 1))
  }

  @Test func `actions on one impression are one engagement, hours apart or not`() {
    var trace = twelvePosts()
    let request = trace.show([0], to: 0)
    for hour in [1.0, 20, 40, 60] {
      trace.act(.comment, by: 0, on: 0, at: hour * 3600, request: request)
    }
    #expect(trace.metric("engagement_rate").isAbout(1, support: 1))
    #expect(trace.metric("comment_rate").isAbout(4, support: 1))
  }

  @Test(arguments: [
    "ndcg@10", "relevance@10", "regret@10", "like_rate", "comment_rate", "save_rate", "vote_rate",
    "engagement_rate",
  ])
  func `when nothing was looked at utility is undefined`(id: String) {
    #expect(twelvePosts().metric(id).isAbout(nil, support: 0))
  }
}
