import Calibration
import FeedMetrics
import Foundation
import Scenarios
import SocialFeed
import Testing

@Suite struct RealCommunityTests {
  private static let scenarios = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../scenarios").standardizedFileURL

  @Test func `the calibrated scenario is compared with what its logs tell`() throws {
    let scenario = try Scenario.load(
      file: Self.scenarios.appending(path: "calibrated.yml").path(percentEncoded: false))
    let real = try #require(try RealCommunity(of: scenario))
    #expect(real.activity?.count == 19_102)
    #expect(abs(real.hours![21] - 0.06863) < 1e-5)
    #expect(real.followers?.count == 5155)
    #expect(real.producedClickRate == 0.377715 && real.uniformClickRate == 0.177213)
    #expect(real.actionRates.map(\.kind) == [.like, .comment])
    #expect(real.uniformActionRates.map(\.rate) == [0.0046975, 0.000349771])
    #expect(real.postPopularity?.count == 32_038_693)
    #expect(abs(real.reciprocity! - 0.333086) < 1e-6)
    #expect(abs(real.clustering! - 0.247732) < 1e-6)
  }

  @Test func `a scenario without a real community has none, and logs that are not there are told`()
    throws
  {
    let head = "feedlab: 1\narms: {a: {home: recency}}\n"
    let plain = try Scenario.parse(Array(head.utf8), file: "town.yml")
    #expect(try RealCommunity(of: plain) == nil)
    let lost = try Scenario.parse(
      Array((head + "realism: {mapping: nowhere/m.json}").utf8), file: "town.yml")
    let error = #expect(throws: InvalidLogs.self) { try RealCommunity(of: lost) }
    #expect(error?.description == "nowhere/m.json: there is no such file")
  }

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
    #expect(same.statistics.map(\.distance) == [0])
    real.postPopularity = CountedValues([1, 1, 1, 5])
    let other = RealismCard(real: real, produced: sink.columns, uniform: nil)
    // At 1 the shares up to it are 3/4 and 1/2; at 3, 3/4 and 1.
    #expect(other.statistics.map(\.distance) == [0.25])
  }
}
