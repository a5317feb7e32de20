internal import FeedMetrics
import Foundation
import Testing

/// An impression at position 1 is worth 1, at position 3 ½; member 0 is the viewer throughout.
@Suite struct CreatorFairnessTests {
  /// Authors 1, 2 and 3 with one post each, shown 1, 2 and 3 times at position 1.
  private func oneTwoThree() -> Trace {
    var trace = Trace(members: 4)
    for author in 1...3 { trace.publish(by: author) }
    for post in [2, 0, 1, 2, 1, 2] { trace.show([post], to: 0) }
    return trace
  }

  @Test func `inequality of exposure is the Gini coefficient of authors`() {
    // exposures 1, 2, 3: (−2·1 + 0·2 + 2·3) / (3·6) = 2/9
    #expect(oneTwoThree().metric("creator_exposure_gini").isAbout(2.0 / 9, support: 3))
  }

  @Test func `an author who was never shown makes exposure more unequal`() {
    var trace = oneTwoThree()
    trace.join()
    trace.publish(by: 4)
    // exposures 0, 1, 2, 3: (−3·0 − 1·1 + 1·2 + 3·3) / (4·6) = 10/24
    #expect(trace.metric("creator_exposure_gini").isAbout(10.0 / 24, support: 4))
  }

  @Test func `an author's exposure is that of all its posts`() {
    var trace = Trace(members: 3)
    let posts = [trace.publish(by: 1), trace.publish(by: 1), trace.publish(by: 2)]
    trace.show([posts[0], posts[1], posts[2]], to: 0)
    // 1 + 1/log₂3 = 1.630930 against ½: (−1·½ + 1·1.630930) / (2·2.130930)
    let first = 1 + 1 / log2(3.0)
    let expected = (first - 0.5) / (2 * (first + 0.5))
    #expect(trace.metric("creator_exposure_gini").isAbout(expected, support: 2))
    #expect(abs(expected - 0.265_361) < 1e-6)
  }

  @Test func `a member's own posts keep their position and get no exposure`() {
    var trace = Trace(members: 3)
    let own = trace.publish(by: 0)
    let others = [trace.publish(by: 1), trace.publish(by: 2)]
    trace.show([others[0], own, others[1]], to: 0)
    // authors 0, 1, 2 get 0, 1, ½: (−2·0 + 0·½ + 2·1) / (3·1.5) = 4/9
    #expect(trace.metric("creator_exposure_gini").isAbout(4.0 / 9, support: 3))
  }

  @Test func `groups are compared by exposure a post`() {
    var trace = Trace()
    for group in [0, 0, 1, 1] { trace.join(group: group) }
    let first = [trace.publish(by: 1), trace.publish(by: 1)]
    let second = trace.publish(by: 2)
    for post in [first[0], first[0], first[1], second] { trace.show([post], to: 0) }
    // group 0: (2 + 1) / 2 posts = 1.5; group 1: 1 / 1 post = 1; 1 / 1.5
    #expect(trace.metric("group_exposure_ratio").isAbout(2.0 / 3, support: 2))
  }

  @Test func `groups are compared by exposure for merit`() {
    var trace = Trace()
    for group in [0, 0, 1] { trace.join(group: group) }
    let first = trace.publish(by: 1, quality: 0.75)
    let second = trace.publish(by: 2, quality: 0.5)
    for post in [first, first, first, second] { trace.show([post], to: 0) }
    // 3 / ¾ = 4 and 1 / ½ = 2; 2 / 4
    #expect(trace.metric("group_exposure_merit_ratio").isAbout(0.5, support: 2))
  }

  @Test func `the gap between attention and merit is the share that would have to move`() {
    var trace = Trace(members: 3)
    let first = trace.publish(by: 1, quality: 0.75)
    let second = trace.publish(by: 2, quality: 0.25)
    for post in [first, second] { trace.show([post], to: 0) }
    // shares of exposure ½, ½, of merit ¾, ¼: ½·(¼ + ¼)
    #expect(trace.metric("creator_attention_merit_gap").isAbout(0.25, support: 2))
  }

  @Test func `new authors' posts are those of the first seven days after joining`() {
    var trace = Trace(days: 20, members: 2)
    trace.join(at: 0)
    let old = trace.publish(by: 1, at: 0)
    let new = trace.publish(by: 2, at: 3600)
    trace.publish(by: 2, at: Trace.week - 1)
    trace.publish(by: 2, at: Trace.week)
    for post in [old, old, old, new] { trace.show([post], to: 0, at: Trace.day) }
    // two of four posts are new authors', with 1 of 4 exposure: ¼ / ½
    #expect(trace.metric("new_creator_exposure_ratio").isAbout(0.5, support: 2))
  }

  @Test func `reach counts posts looked at ten times within a day`() {
    var trace = Trace(days: 3, members: 2)
    for _ in 0..<4 { trace.publish(by: 1, at: 0) }
    trace.publish(by: 1, at: 2 * Trace.day)
    trace.publish(by: 1, at: 2 * Trace.day + 1)  // less than a day before the end: does not count
    for _ in 0..<9 { trace.show([0, 1, 2], to: 0, at: 10) }
    trace.show([0], to: 0, at: 20, examined: [false])  // not looked at
    trace.show([1], to: 0, at: Trace.day)  // the 10th time, at 24 h exactly
    trace.show([2], to: 0, at: Trace.day + 1)  // too late
    for _ in 0..<10 { trace.show([4, 5], to: 0, at: 2 * Trace.day + 60) }
    // posts 0…4 count; 1 and 4 were looked at often enough: 2/5
    #expect(trace.metric("cold_start_reach_rate").isAbout(0.4, support: 5))
  }

  @Test(arguments: [
    "creator_exposure_gini", "group_exposure_ratio", "group_exposure_merit_ratio",
    "creator_attention_merit_gap", "new_creator_exposure_ratio",
  ])
  func `without impressions fairness is undefined`(id: String) {
    var trace = Trace()
    for group in [0, 1] { trace.join(group: group, at: 0) }
    trace.publish(by: 0)
    trace.publish(by: 1)
    #expect(trace.metric(id).isAbout(nil, support: 2))
  }

  @Test func `one group cannot be compared`() {
    #expect(oneTwoThree().metric("group_exposure_ratio").isAbout(nil, support: 1))
    #expect(oneTwoThree().metric("group_exposure_merit_ratio").isAbout(nil, support: 1))
  }

  @Test func `a single author has an equal share`() {
    var trace = Trace(members: 2)
    trace.show([trace.publish(by: 1)], to: 0)
    #expect(trace.metric("creator_exposure_gini").isAbout(0, support: 1))
  }

  @Test func `without new authors or early posts the metrics are undefined`() {
    var trace = oneTwoThree()
    trace.run.duration = Trace.day - 1
    #expect(trace.metric("new_creator_exposure_ratio").isAbout(nil, support: 0))
    #expect(trace.metric("cold_start_reach_rate").isAbout(nil, support: 0))
  }
}
