internal import FeedMetrics
import Foundation
import Testing

@Suite struct DiversityTests {
  private static let day = Trace.day

  /// A run of three categories in which the last member has published ten posts of each: 0…9, 10…19 and
  /// 20…29.
  private func catalogue(days: Double = 10, members: Int) -> Trace {
    var trace = Trace(days: days, members: members + 1)
    for category in 0..<3 {
      for _ in 0..<10 { trace.publish(by: members, category: category) }
    }
    return trace
  }

  @Test func `a slate is as varied as its pairs of posts differ`() {
    var trace = catalogue(members: 1)
    trace.show([0, 10, 1, 20], to: 0)
    // one pair of six is of one category: 5/6
    #expect(trace.metric("intra_list_diversity@10").isAbout(5.0 / 6, support: 1))
    trace.show([0, 1, 2, 3], to: 0)
    trace.show([5], to: 0)  // a single post has no pairs
    #expect(trace.metric("intra_list_diversity@10").isAbout(5.0 / 12, support: 2))
  }

  @Test func `only the first ten positions make a slate varied`() {
    var trace = catalogue(members: 1)
    trace.show(Array(0..<10) + [10, 20], to: 0)
    #expect(trace.metric("intra_list_diversity@10").isAbout(0, support: 1))
  }

  @Test func `a slate's first ten positions may come on several pages`() {
    var trace = catalogue(members: 2)
    let request = trace.show([0, 1, 10], to: 0, at: 1)
    let other = trace.show([20, 21], to: 1, at: 1)
    trace.show([11, 20], to: 0, at: 2, request: request, offset: 3)
    trace.show([1], to: 1, at: 3, request: other, offset: 2)
    trace.show([7], to: 0, at: 4)
    // {0,0,1,1,2}: 2 of 10 pairs the same, 0.8; {2,2,0}: 1 of 3, 2/3
    #expect(trace.metric("intra_list_diversity@10").isAbout((0.8 + 2.0 / 3) / 2, support: 2))
  }

  @Test func `two categories in equal parts are two effective categories`() {
    var trace = catalogue(members: 2)
    trace.show(Array(0..<5) + Array(10..<15), to: 0)
    trace.show(Array(0..<9), to: 1)  // fewer than ten impressions
    #expect(trace.metric("user_week_effective_categories").isAbout(2, support: 1))
    trace.show([1], to: 1)
    // now the other has ten of one category: mean of 2 and 1
    #expect(trace.metric("user_week_effective_categories").isAbout(1.5, support: 2))
  }

  @Test func `an incomplete week does not count`() {
    var trace = catalogue(days: 13, members: 1)
    trace.show(Array(0..<10), to: 0, at: Trace.week - 1)
    trace.show(Array(10..<20), to: 0, at: Trace.week)
    #expect(trace.metric("user_week_effective_categories").isAbout(1, support: 1))
  }

  @Test func `coverage is over all posts of the run`() {
    var trace = catalogue(members: 1)
    trace.show([0, 3, 5], to: 0)
    trace.show([5], to: 0)
    #expect(trace.metric("post_coverage").isAbout(0.1, support: 30))
    trace.publish(by: 1, at: 10 * Self.day)  // at the end of the run
    #expect(trace.metric("post_coverage").isAbout(0.1, support: 30))
  }

  @Test func `overlap is the mean cosine of pairs of members`() {
    var trace = catalogue(members: 4)
    trace.show([0, 1, 2, 3], to: 0)
    trace.show([3], to: 1)
    trace.show([3, 4, 5, 6], to: 2)
    // (0,1): 1/√4; (0,2): 1/√16; (1,2): 1/√4; member 3 saw nothing: 1.25 / 3
    #expect(trace.metric("inter_user_overlap").isAbout(1.25 / 3, support: 3))
  }

  @Test func `members in two separate categories make a beta of two`() {
    var trace = catalogue(members: 2)
    trace.show(Array(0..<10), to: 0)
    trace.show(Array(10..<14), to: 1)
    // α = exp(0), γ = exp(ln 2)
    #expect(trace.metric("category_beta_diversity").isAbout(2, support: 2))
  }

  @Test func `members with one mix make a beta of one`() {
    var trace = catalogue(members: 2)
    trace.show([0, 10, 20], to: 0)
    trace.show([1, 11, 21], to: 1)
    #expect(trace.metric("category_beta_diversity").isAbout(1, support: 2))
  }

  @Test func `drift is the slope of the weekly means`() {
    var trace = catalogue(days: 21, members: 2)
    let one = Array(0..<10)
    let two = Array(0..<5) + Array(10..<15)
    for (week, posts) in [two, two, one].enumerated() {
      trace.show(posts, to: 0, at: Double(week) * Trace.week)
      trace.show(week == 2 ? two : one, to: 1, at: Double(week) * Trace.week)
    }
    trace.show(two, to: 2, at: 0)  // the author sees its own: not in the cohort
    // weekly means 1.5, 1.5, 1.5
    #expect(trace.metric("bubble_drift_per_week").isAbout(0, support: 2))
    trace.show(one + two + two, to: 1, at: 2 * Trace.week + 1)
    // member 1's third week: 25 of 40 and 15 of 40; slopes (1 − 2)/2 and (exp(H) − 1)/2
    let third = exp(-(25.0 / 40) * log(25.0 / 40) - (15.0 / 40) * log(15.0 / 40))
    let expected = ((1 - 2) / 2.0 + (third - 1) / 2) / 2
    #expect(trace.metric("bubble_drift_per_week").isAbout(expected, support: 2))
  }

  @Test func `who misses a week is not in the cohort`() {
    var trace = catalogue(days: 14, members: 2)
    trace.show(Array(0..<10), to: 0, at: 0)
    trace.show(Array(0..<5) + Array(10..<15), to: 0, at: Trace.week)
    trace.show(Array(0..<10), to: 1, at: 0)
    trace.show(Array(0..<9), to: 1, at: Trace.week)
    #expect(trace.metric("bubble_drift_per_week").isAbout(1, support: 1))
  }

  @Test func `calibration is the divergence of what was shown from taste`() {
    var trace = Trace()
    trace.join(taste: [0.5, 0.5, 0])
    trace.join(taste: [1, 0, 0])
    trace.join()  // no taste known
    for category in 0..<3 {
      for _ in 0..<10 { trace.publish(by: 2, category: category) }
    }
    trace.show(Array(0..<10), to: 0)
    trace.show(Array(0..<9), to: 1)  // fewer than ten impressions
    // q = (1, 0, 0): ½ ln(½ / 0.995) + ½ ln(½ / 0.005)
    let expected = 0.5 * log(0.5 / 0.995) + 0.5 * log(100)
    #expect(trace.metric("calibration_kl").isAbout(expected, support: 1))
    trace.show([0], to: 1)
    // member 1 is shown what it likes: ln(1 / 1)
    #expect(trace.metric("calibration_kl").isAbout(expected / 2, support: 2))
  }

  @Test(arguments: [
    "intra_list_diversity@10", "user_week_effective_categories", "inter_user_overlap",
    "category_beta_diversity",
    "bubble_drift_per_week", "calibration_kl",
  ])
  func `without impressions diversity is undefined`(id: String) {
    #expect(catalogue(members: 2).metric(id).isAbout(nil, support: 0))
  }

  @Test func `edges of diversity are undefined`() {
    #expect(Trace(members: 1).metric("post_coverage").isAbout(nil, support: 0))
    var trace = catalogue(members: 1)
    trace.show(Array(0..<10), to: 0)
    #expect(trace.metric("inter_user_overlap").isAbout(nil, support: 1))
    #expect(trace.metric("bubble_drift_per_week").isAbout(nil, support: 0))
    #expect(trace.metric("calibration_kl").isAbout(nil, support: 0))
    trace.run.duration = Trace.week - 1
    #expect(trace.metric("user_week_effective_categories").isAbout(nil, support: 0))
  }
}
