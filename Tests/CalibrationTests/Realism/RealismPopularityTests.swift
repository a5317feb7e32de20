import Calibration
import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct RealismPopularityTests {
  /// Two posts shown 30 and 10 times have a mean of 20, the log one of 2: 3 and 1 in its measure.
  @Test func `popularity is compared in whole impressions of the log's mean`() throws {
    let sink = RunColumnsSink()
    sink.begin(
      RunObservation(
        duration: 86_400, windowStart: 0, categoryCount: 1, groupNames: ["all"],
        rankerNames: ["recency"]))
    for member in 0..<2 {
      sink.observe(MemberObservation(member: MemberID(member), group: 0, joinedAt: 0, taste: []))
    }
    for (post, shown) in [30, 10].enumerated() {
      sink.observe(
        PostObservation(
          post: PostID(post), author: MemberID(1), category: CategoryID(0), createdAt: 0, quality: 0
        ))
      for request in 0..<shown {
        sink.observe(
          PageObservation(
            time: 0, request: UInt32(request), viewer: MemberID(0), surface: .home, ranker: 0,
            offset: 0, posts: [PostID(post)], examined: [true], relevance: [0.5]))
      }
    }
    var real = RealCommunity()
    real.postPopularity = CountedValues([1, 3])
    let same = RealismCard(real: real, produced: sink.columns, uniform: nil)
    expectEqual(same.statistics.map(\.distance), [0])
    real.postPopularity = CountedValues([1, 1, 1, 5])
    let other = RealismCard(real: real, produced: sink.columns, uniform: nil)
    // At 1 the shares up to it are 3/4 and 1/2; at 3, 3/4 and 1.
    expectEqual(other.statistics.map(\.distance), [0.25])
  }
}
