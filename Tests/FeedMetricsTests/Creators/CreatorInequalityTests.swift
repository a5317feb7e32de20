internal import FeedMetrics
import Foundation
import TestSupport
import Testing

/// An impression at position 1 is worth 1, at position 3 ½; member 0 is the viewer throughout.
@Suite struct CreatorInequalityTests {
  private static let second = 1 / log2(3.0)

  /// Authors 1, 2 and 3 with one post each, shown 1, 4 and 1 times at position 1.
  private func oneFourOne() -> Trace {
    var trace = Trace(members: 4)
    for author in 1...3 { trace.publish(by: author) }
    for post in [1, 0, 1, 1, 2, 1] { trace.show([post], to: 0) }
    return trace
  }

  private static let ofOneFourOne: [(String, Double)] = [
    ("creator_exposure_gini(exposure=log2)", 1.0 / 3),  // (−2·1 + 0·1 + 2·4) / (3·6)
    ("creator_exposure_gini_unbiased", 0.5),  // 1/3 · 3/2
    ("creator_theil_t", log(2) / 3),  // E/μ = ½, 2, ½: (2·½ ln ½ + 2 ln 2) / 3
    ("creator_theil_l", log(2) / 3),  // (2 ln 2 − ln 2) / 3
    ("creator_atkinson", 1.0 / 9),  // (2·√½ + √2)/3 = 2√2/3, squared 8/9
    ("creator_atkinson(epsilon=1)", 1 - cbrt(0.5)),  // (½·½·2)^⅓
    ("creator_palma", 1),  // 0.3·4 of 6 against 1.2·1 of 6
    ("creator_hoover", 1.0 / 3),  // (1 + 2 + 1) / (2·6)
    ("creator_top10_share", 0.2),  // 0.3 of the first author's 4, of 6
    ("creator_bottom50_share", 0.25),  // one and a half of the authors with 1, of 6
    ("creator_jain", 2.0 / 3),  // 6² / (3·18)
    ("creator_cv", 0.5.squareRoot()),  // √((1 + 4 + 1)/3) / 2
  ]

  @Test(arguments: ofOneFourOne)
  func `inequality of 1, 4 and 1 agrees with values worked by hand`(id: String, expected: Double) {
    #expect(oneFourOne().metric(id).isAbout(expected, support: 3))
  }

  private static let withTheUnexposed: [(String, Double?)] = [
    ("creator_exposure_gini_unbiased", 2.0 / 3),  // (−3·0 − 1 + 1 + 3·4) / (4·6) · 4/3
    ("creator_theil_l", nil),
    ("creator_atkinson(epsilon=1)", 1),
    ("creator_palma", 8.0 / 3),  // 0.4·4 against 0 + 0.6·1
    ("creator_bottom50_share", 1.0 / 6),  // (0 + 1) / 6
    ("creator_jain", 0.5),  // 6² / (4·18)
  ]

  @Test(arguments: withTheUnexposed)
  func `an author who was never shown counts`(id: String, expected: Double?) {
    var trace = oneFourOne()
    trace.join()
    trace.publish(by: 4)
    #expect(trace.metric(id).isAbout(expected, support: 4))
  }

  private static let ofVariants: [(String, Double)] = [
    // two authors with a and b: (a − b) / (2(a + b)); 1 + 0.85 against 0.85²
    ("creator_exposure_gini(exposure=geometric)", (1.85 - 0.7225) / (2 * 2.5725)),
    ("creator_exposure_gini(exposure=impressions)", 1.0 / 6),  // 2 against 1
    ("creator_exposure_gini(exposure=examined)", 0),  // 1 against 1
    ("creator_exposure_gini(exposure=log2)", (0.5 + second) / (2 * (1.5 + second))),
  ]

  @Test(arguments: ofVariants)
  func `impressions can be worth something else`(id: String, expected: Double) {
    var trace = Trace(members: 3)
    for author in [1, 1, 2] { trace.publish(by: author) }
    trace.show([0, 1, 2], to: 0, examined: [true, false, true])
    #expect(trace.metric(id).isAbout(expected, support: 2))
  }

  /// Author 1, of group a, has posts shown 3 times and once, author 2, of group b, one shown once.
  private func threeOneOne() -> Trace {
    var trace = Trace()
    for group in [0, 0, 1] { trace.join(group: group) }
    for (author, quality) in [(1, 0.9), (1, 0.5), (2, 0.6)] {
      trace.publish(by: author, quality: quality)
    }
    for post in [0, 1, 2, 0, 0] { trace.show([post], to: 0) }
    return trace
  }

  @Test func `posts are compared one by one`() {
    let trace = threeOneOne()
    // 4 for 2 posts against 1: (2 − 1) / (2·3)
    #expect(trace.metric("creator_exposure_per_post_gini").isAbout(1.0 / 6, support: 2))
    // 1, 1, 3: (−2 + 0 + 6) / (3·5)
    #expect(trace.metric("post_exposure_gini").isAbout(4.0 / 15, support: 3))
    // shares 0.6, 0.2, 0.2 against 0.45, 0.25, 0.3: ½ (0.15 + 0.05 + 0.1)
    #expect(trace.metric("post_attention_merit_gap").isAbout(0.15, support: 3))
    // two pairs agree, one is tied in exposure: 2 / √(3·2)
    #expect(
      trace.metric("post_exposure_quality_tau").isAbout(2 / 6.0.squareRoot(), support: 3))
  }

  @Test func `exposures that differ by the order of addition alone are tied`() {
    var trace = Trace(members: 4)
    for author in [1, 2, 3, 3, 3, 3, 3, 3, 3] { trace.publish(by: author, quality: 0.2) }
    trace.posts[0].quality = 0.9
    // posts 0 and 1 at positions 2, 5, 7 and at 7, 5, 2; the others fill the positions
    for (one, other) in [(2, 7), (5, 5), (7, 2)] {
      for (post, position) in [(0, one), (1, other)] {
        trace.show(Array(2..<position + 1) + [post], to: 0)
      }
    }
    let tau = trace.metric("post_exposure_quality_tau")
    var lone = trace
    lone.posts[0].quality = 0.2
    lone.posts[1].quality = 0.9
    expectEqual(tau, lone.metric("post_exposure_quality_tau"))
  }

  @Test func `groups are compared by the mean exposure of their posts`() {
    // 4 / 2 posts against 1 / 1 post
    #expect(threeOneOne().metric("group_exposure_gap").isAbout(1, support: 2))
    #expect(oneFourOne().metric("group_exposure_gap").isAbout(nil, support: 1))
  }

  @Test func `new authors have shares of exposure and of posts`() {
    var trace = Trace(days: 20, members: 2)
    trace.join(at: 0)
    trace.publish(by: 1, at: 0)
    trace.publish(by: 2, at: Trace.week - 1)
    trace.publish(by: 2, at: Trace.week)  // not new any more
    #expect(trace.metric("new_creator_exposure_share").isAbout(nil, support: 1))
    for post in [0, 0, 0, 1] { trace.show([post], to: 0, at: 8 * Trace.day) }
    #expect(trace.metric("new_creator_exposure_share").isAbout(0.25, support: 1))
    #expect(trace.metric("new_creator_supply_share").isAbout(1.0 / 3, support: 3))
  }

  @Test func `a post counts as unseen that nobody was shown within a day`() {
    var trace = Trace(days: 3, members: 2)
    for _ in 0..<3 { trace.publish(by: 1, at: 0) }
    trace.publish(by: 1, at: 2 * Trace.day + 1)  // less than a day before the end: does not count
    trace.show([0], to: 0, at: Trace.day, examined: [false])
    trace.show([1], to: 0, at: Trace.day + 1)
    #expect(trace.metric("zero_impression_share").isAbout(2.0 / 3, support: 3))
  }

  @Test func `without impressions there is no inequality`() {
    var trace = Trace(members: 3)
    for author in 0...2 { trace.publish(by: author) }
    for id in [
      "creator_exposure_gini(exposure=geometric)", "creator_exposure_gini(exposure=examined)",
      "creator_theil_t",
      "creator_theil_l", "creator_atkinson", "creator_palma", "creator_hoover",
      "creator_top10_share", "creator_bottom50_share", "creator_jain", "creator_cv",
      "creator_exposure_per_post_gini", "post_exposure_gini", "post_attention_merit_gap",
      "post_exposure_quality_tau",
    ] {
      #expect(trace.metric(id).isAbout(nil, support: 3), "\(id)")
    }
  }
}
