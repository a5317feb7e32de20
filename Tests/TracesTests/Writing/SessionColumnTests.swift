import FeedMetrics
import SocialFeed
import TestSupport
import Testing
import Traces

/// The columns `session_id` and `day`, which follow from the others.
@Suite struct SessionColumnTests {
  /// A page: when, of which request, to whom, and from which position on.
  private typealias Page = (time: Double, request: UInt32, viewer: Int, offset: Int)

  /// Columns of the files of pages and of likes.
  private func columns(
    of pages: [Page], likes: [(time: Double, request: UInt32?)] = []
  ) throws -> (impressions: [String], interactions: [String]) {
    let folder = try TraceFolder()
    let writer = try TraceWriter(path: folder.path("trace"), facts: HandMadeRun.facts)
    writer.sink.begin(
      RunObservation(
        duration: 200_000, windowStart: 0, categoryCount: 1, groupNames: ["all"],
        rankerNames: ["recency"]))
    for member in 0..<3 {
      writer.sink.observe(
        MemberObservation(member: MemberID(member), group: 0, joinedAt: -1, taste: []))
    }
    writer.sink.observe(
      PostObservation(
        post: PostID(0), author: MemberID(0), category: CategoryID(0), createdAt: 0, quality: 1))
    for page in pages {
      writer.sink.observe(
        PageObservation(
          time: page.time, request: page.request, viewer: MemberID(page.viewer), surface: .home,
          ranker: 0, offset: page.offset, posts: [PostID(0)], examined: [true], relevance: [1]))
    }
    for like in likes {
      writer.sink.observe(
        InteractionObservation(
          time: like.time, member: MemberID(1), post: PostID(0), kind: .like, request: like.request)
      )
    }
    try writer.finish(digest: "")
    func lastTwo(_ table: String) throws -> [String] {
      try folder.read("trace/\(table).csv").split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).suffix(2)
          .joined(separator: ",")
      }
    }
    return (try lastTwo("impressions"), try lastTwo("interactions"))
  }

  @Test func `a session ends after more than half an hour between two requests of a member`() throws
  {
    let found = try columns(of: [
      (0, 0, 1, 0),  // member 1 comes: session 0
      (60, 1, 2, 0),  // member 2: session 1
      (1_500, 0, 1, 1),  // a further page, which is no request
      (1_800, 2, 1, 0),  // 1,800 s after the request at 0: still session 0
      (3_601, 4, 1, 0),  // 1,801 s later: session 2; request 3 had no page
      (3_602, 2, 1, 1),  // a late page of request 2, which began in session 0
      (86_399, 5, 2, 0),  // session 3, at the end of day 0
      (86_400, 6, 2, 0),  // one second later, on day 1
    ])
    expectEqual(found.impressions, ["0,0", "1,0", "0,0", "0,0", "2,0", "0,0", "3,0", "3,1"])
  }

  @Test func `what a member does belongs to the session of the request that showed the post`()
    throws
  {
    let found = try columns(
      of: [(0, 0, 1, 0), (5_000, 1, 1, 0)],
      likes: [(5_001, 0), (5_002, 1), (5_003, nil), (90_000, 1)])
    expectEqual(found.interactions, ["0,0", "1,0", ",0", "1,1"])
  }
}
