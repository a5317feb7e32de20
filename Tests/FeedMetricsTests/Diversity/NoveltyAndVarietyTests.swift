import FeedMetrics
import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct NoveltyAndVarietyTests {
  /// The weight of position 2.
  private static let second = 1 / log2(3.0)

  /// A run of three categories; member 8 has published posts 0…9, 10…19 and 20…29 of each.
  private func catalogue(days: Double = 10, taste: [Float] = []) -> Trace {
    var trace = Trace(days: days)
    for _ in 0..<9 { trace.join(taste: taste) }
    for category in 0..<3 {
      for _ in 0..<10 { trace.publish(by: 8, category: category) }
    }
    return trace
  }

  private func pool(_ relevance: [Int: Double]) -> [CandidateObservation] {
    relevance.sorted { $0.key < $1.key }
      .map { CandidateObservation(post: PostID($0.key), relevance: $0.value) }
  }

  @Test func `slates have effective categories, authors and a share of all categories`() {
    var trace = catalogue()
    trace.publish(by: 7, category: 1)
    trace.show([0, 10, 1, 20], to: 0)
    // shares ½, ¼, ¼: H = 1.5 ln 2
    #expect(trace.metric("effective_categories@10").isAbout(pow(2, 1.5), support: 1))
    #expect(trace.metric("unique_author_share@10").isAbout(0.25, support: 1))
    #expect(trace.metric("subtopic_recall@10").isAbout(1, support: 1))
    trace.show([30, 10], to: 0)
    #expect(
      trace.metric("effective_categories@10").isAbout((1 + pow(2, 1.5)) / 2, support: 2))
    #expect(trace.metric("unique_author_share@10").isAbout(0.625, support: 2))
    #expect(trace.metric("subtopic_recall@10").isAbout(2.0 / 3, support: 2))
  }

  @Test func `only the first ten positions count`() {
    var trace = catalogue()
    trace.publish(by: 7, category: 1)
    trace.show(Array(0..<10) + [30, 10], to: 0)
    #expect(trace.metric("effective_categories@10").isAbout(1, support: 1))
    #expect(trace.metric("unique_author_share@10").isAbout(0.1, support: 1))
    #expect(trace.metric("subtopic_recall@10").isAbout(1.0 / 3, support: 1))
  }

  @Test func `a second post of a category is worth half`() {
    var trace = catalogue()
    trace.show(
      [0, 1, 10], to: 0, relevance: [1, 0.7, 0.5], pool: pool([0: 1, 1: 0.7, 10: 0.5, 20: 0.4]))
    trace.show([0], to: 0)  // nobody looked at its candidates
    trace.show([20], to: 0, relevance: [0.4], pool: pool([20: 0.4]))  // nothing is relevant
    // 1 + w/2 + ½ against 1 + w + ½·½
    let w = Self.second
    #expect(trace.metric("alpha_ndcg@10").isAbout((1.5 + w / 2) / (1.25 + w), support: 1))
  }

  @Test func `what everybody was shown is no discovery`() {
    var trace = catalogue()
    trace.show([0, 1], to: 0, relevance: [1, 0.8])
    trace.show([0], to: 1, relevance: [1])
    // post 0 is known to both, post 1 to half: w·0.8·½ / (2 + w)
    let expected = Self.second * 0.4 / (2 + Self.second)
    #expect(trace.metric("expected_popularity_complement").isAbout(expected, support: 3))
  }

  @Test func `rare posts surprise`() {
    var trace = catalogue()
    trace.show([0, 1], to: 0)
    trace.show([0], to: 1)
    trace.show([0], to: 1)
    // of four impressions three are of post 0: bits log₂(4/3) and 2; member 0 has both, member 1 one
    let common = log2(4.0 / 3)
    #expect(trace.metric("surprisal_bits").isAbout((common + (common + 2) / 2) / 2, support: 2))
    // ¾ log₂(4/3) + ¼·2
    #expect(
      trace.metric("distributional_coverage_bits").isAbout(0.75 * common + 0.5, support: 30))
  }

  @Test func `distance is from what members act on`() {
    var trace = catalogue()
    let request = trace.show([0, 1, 10], to: 0)
    trace.show([0], to: 1)  // acts on nothing
    for kind in [InteractionKind.like, .save, .view] {
      trace.act(kind, by: 0, on: 0, at: 1, request: request)
    }
    // category 0 twice at distance 0, category 1 once at 1
    #expect(trace.metric("expected_profile_distance").isAbout(1.0 / 3, support: 3))
    trace.act(.comment, by: 0, on: 10, at: 1, request: request)
    // profile ½, ½
    #expect(trace.metric("expected_profile_distance").isAbout(0.5, support: 3))
    trace.act(.vote, by: 0, on: 20, at: 1, request: nil)
    #expect(trace.metric("expected_profile_distance").isAbout(0.5, support: 3))
  }

  @Test func `exposure is shared by so many posts and authors`() {
    var trace = catalogue()
    trace.publish(by: 7)
    for post in [0, 1, 30, 30] { trace.show([post], to: 0) }
    // ¼, ¼, ½: 2^1.5; authors ½, ½ of two
    #expect(trace.metric("post_effective_number").isAbout(pow(2, 1.5), support: 31))
    #expect(trace.metric("author_effective_number").isAbout(2, support: 2))
    trace.publish(by: 6)
    #expect(trace.metric("author_coverage").isAbout(2.0 / 3, support: 3))
  }

  @Test func `members' mixes have a mean, a pool and a chance to differ`() {
    var trace = catalogue()
    trace.show([0, 1, 2, 10], to: 0)
    trace.show([0, 10, 11, 12], to: 1)
    // (¾, ¼) and (¼, ¾): α = exp(H(¾)), γ = 2, 1 − ¼ − ¼
    let alpha = exp(-0.75 * log(0.75) - 0.25 * log(0.25))
    #expect(trace.metric("category_alpha_diversity").isAbout(alpha, support: 2))
    #expect(trace.metric("category_gamma_diversity").isAbout(2, support: 2))
    #expect(trace.metric("category_gini_simpson").isAbout(0.5, support: 2))
  }

  @Test func `authors are shown to several members, and several times to one`() {
    var trace = Trace(members: 6)
    for author in [3, 3, 3, 4, 5] { trace.publish(by: author) }
    trace.show([0, 1, 2, 3], to: 0)
    trace.show([0, 3, 4], to: 1)
    // authors {3, 4} and {3, 4, 5}: 2 / √6
    #expect(
      trace.metric("inter_user_author_overlap").isAbout(2 / 6.0.squareRoot(), support: 2))
    // ¾ and ⅓
    #expect(trace.metric("user_top_author_share").isAbout(13.0 / 24, support: 2))
    trace.show([0], to: 1)  // a post shown again is no other post
    #expect(trace.metric("user_top_author_share").isAbout(13.0 / 24, support: 2))
  }

  @Test func `weeks have their effective categories`() {
    var trace = catalogue(days: 21)
    trace.show(Array(0..<5) + Array(10..<15), to: 0, at: 0)
    trace.show(Array(0..<10), to: 1, at: 1)
    trace.show(Array(0..<9), to: 2, at: 2)  // fewer than ten
    trace.show(Array(0..<10), to: 0, at: 2 * Trace.week)
    let weeks = trace.table("weekly_effective_categories")
    expectEqual(weeks.map(\.label), ["1", "2", "3"])
    #expect(weeks[0].value.isAbout(1.5, support: 2))
    #expect(weeks[1].value.isAbout(nil, support: 0))
    #expect(weeks[2].value.isAbout(1, support: 1))
    #expect(catalogue(days: 6).table("weekly_effective_categories").isEmpty)
  }

  @Test func `what is shown can be compared with taste and with actions`() {
    var trace = catalogue(taste: [0.5, 0.5, 0])
    let request = trace.show(Array(0..<10), to: 0)
    // q = (1, 0, 0), p = (½, ½, 0): ½ ln(½ / 0.995) + ½ ln(½ / 0.005)
    let latent = 0.5 * log(0.5 / 0.995) + 0.5 * log(100)
    #expect(trace.metric("calibration_kl_latent").isAbout(latent, support: 1))
    #expect(trace.metric("calibration_kl_engaged").isAbout(nil, support: 0))
    trace.act(.like, by: 0, on: 3, at: 1, request: request)
    #expect(trace.metric("calibration_kl_engaged").isAbout(0, support: 1))
    let other = trace.show([10], to: 0, at: 2)
    trace.act(.like, by: 0, on: 10, at: 3, request: other)
    // p = (½, ½), q = (10/11, 1/11)
    let engaged = [10.0 / 11, 1.0 / 11].map { 0.5 * log(0.5 / (0.99 * $0 + 0.005)) }
    #expect(
      trace.metric("calibration_kl_engaged").isAbout(engaged[0] + engaged[1], support: 1))
  }

  @Test(arguments: [
    ("effective_categories@10", 0), ("unique_author_share@10", 0),
    ("subtopic_recall@10", 0), ("alpha_ndcg@10", 0), ("expected_popularity_complement", 0),
    ("expected_profile_distance", 0), ("surprisal_bits", 0),
    ("distributional_coverage_bits", 30), ("post_effective_number", 30),
    ("author_effective_number", 1), ("category_alpha_diversity", 0),
    ("category_gamma_diversity", 0),
    ("category_gini_simpson", 0), ("inter_user_author_overlap", 0), ("user_top_author_share", 0),
    ("calibration_kl_latent", 0), ("calibration_kl_engaged", 0),
  ])
  func `without impressions there is no novelty and no variety`(id: String, support: Int) {
    #expect(catalogue().metric(id).isAbout(nil, support: support))
  }

  @Test func `one member alone overlaps with nobody`() {
    var trace = catalogue()
    trace.show([0], to: 0)
    #expect(trace.metric("inter_user_author_overlap").isAbout(nil, support: 1))
    #expect(trace.metric("surprisal_bits").isAbout(0, support: 1))
    #expect(trace.metric("expected_popularity_complement").isAbout(0, support: 1))
  }
}
