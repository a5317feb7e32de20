import Calibration
import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct RealismCardTests {
  /// Members 0 to 2 see the posts of member 3; 0 and 1 follow each other.
  private func run() -> RunColumns {
    let sink = RunColumnsSink()
    sink.begin(
      RunObservation(
        duration: 86_400, windowStart: 0, categoryCount: 1, groupNames: ["all"],
        rankerNames: ["recency"]))
    for member in 0..<4 {
      sink.observe(MemberObservation(member: MemberID(member), group: 0, joinedAt: 0, taste: []))
    }
    for post in 0..<3 {
      sink.observe(
        PostObservation(
          post: PostID(post), author: MemberID(3), category: CategoryID(0), createdAt: 0, quality: 0
        ))
    }
    for (request, (viewer, posts)) in [(0, [0, 1]), (1, [0]), (2, [0])].enumerated() {
      sink.observe(
        PageObservation(
          time: Double(viewer) * 3_600, request: UInt32(request), viewer: MemberID(viewer),
          surface: .home, ranker: 0, offset: 0, posts: posts.map { PostID($0) },
          examined: posts.map { _ in true }, relevance: posts.map { _ in 0.5 }))
    }
    sink.observe(
      InteractionObservation(
        time: 9, member: MemberID(0), post: PostID(0), kind: .view, request: 0))
    for (from, to) in [(0, 1), (1, 0), (2, 1)] {
      sink.observe(
        TieObservation(time: 0, kind: .follow, from: MemberID(from), to: MemberID(to)))
    }
    return sink.columns
  }

  @Test func `all that is known of the real community is compared`() throws {
    var real = RealCommunity()
    real.activity = CountedValues([100, 200, 100])
    real.hours = [0.4, 0.25, 0.35] + [Double](repeating: 0, count: 21)
    real.followers = CountedValues([1, 2, 0, 5])
    real.producedClickRate = 0.26
    real.uniformClickRate = 0.2
    real.postPopularity = CountedValues([6, 2])
    real.reciprocity = 0.6
    real.clustering = 0.02
    real.actionRates = [RealCommunity.ActionRate(.like, 0.02)]
    let card = RealismCard(real: real, produced: run(), uniform: run())
    let rows = card.statistics
    expectEqual(
      rows.map(\.name),
      [
        "impressions of a member", "hours of the day", "followers of a member",
        "click rate, as ranked", "click rate, in random order", "impressions of a post",
        "reciprocity", "clustering", "like rate, as ranked",
      ])
    // Impressions 2, 1, 1 are the real ones over 100; a log does not know who had none.
    #expect(rows[0].distance == 0 && rows[0].measure == .kolmogorovSmirnov && rows[0].passes)
    // Shares ½, ¼, ¼ against 0.4, 0.25, 0.35.
    #expect(abs(rows[1].distance - 0.1) < 1e-15 && !rows[1].passes)
    #expect(rows[1].real == 0.4 && rows[1].simulated == 0.5)
    // Followers 1, 2, 0, 0 against 0, 1, 2, 5: at 0 the shares up to it are ½ and ¼.
    #expect(rows[2].distance == 0.25 && rows[2].real == 1.5 && rows[2].simulated == 0.5)
    // One view of four: within a tenth of 0.26, not of 0.2.
    #expect(rows[3].simulated == 0.25 && rows[3].passes)
    #expect(rows[4].simulated == 0.25 && !rows[4].passes)
    // Posts 3 and 1 are half of 6 and 2; the post never shown is left out.
    expectEqual(rows[5].distance, 0)
    // Two of three follows are returned; no member has two neighbours that are tied.
    #expect(abs(rows[6].distance - (2.0 / 3 - 0.6)) < 1e-15 && !rows[6].passes)
    #expect(rows[7].simulated == 0 && rows[7].passes)
    #expect(rows[8].simulated == 0 && !rows[8].passes)
    #expect(!card.passes)
  }

  @Test func `unknown statistics are excluded`() {
    expectEqual(RealismCard(real: RealCommunity(), produced: run(), uniform: nil).statistics, [])
    var real = RealCommunity()
    real.uniformClickRate = 0.2
    real.clustering = 0.04
    let card = RealismCard(real: real, produced: run(), uniform: nil)
    #expect(card.statistics.map(\.name) == ["clustering"] && card.passes)
  }

  @Test func `a distance equal to the tolerance passes`() {
    #expect(
      RealismStatistic.difference("share", real: 0.5, simulated: 0.25, tolerance: 0.25).passes)
    #expect(
      !RealismStatistic.difference("share", real: 0.5, simulated: 0.25, tolerance: 0.2).passes)
  }

  @Test func `a distribution relative to a mean of 0 cannot be compared`() {
    let zeros = CountedValues([0, 0])
    let ones = CountedValues([1, 1])
    expectEqual(
      RealismStatistic.distribution(
        "posts", real: ones, simulated: zeros, isRelative: true, tolerance: 0.1), nil)
    expectEqual(
      RealismStatistic.distribution(
        "posts", real: CountedValues([]), simulated: ones, tolerance: 0.1), nil)
    expectEqual(
      RealismStatistic.distribution("posts", real: ones, simulated: zeros, tolerance: 0.1)?
        .distance, 1)
  }
}
