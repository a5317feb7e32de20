import SocialFeed
import TestSupport
import Testing

@Suite struct IdealRankerTests {
  /// A relevance that is given by post, and half as much again for friends.
  private final class GivenRelevance: LatentRelevance, @unchecked Sendable {
    let values: [Double]
    init(_ values: [Double]) { self.values = values }

    func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double {
      values[post.index] * (isFriend ? 1.5 : 1)
    }
  }

  /// Four posts by members 1, 2, 1 and 2, of whom 2 is member 0's friend, and one by member 0.
  private func community() throws -> Community {
    var community = Community(members: 3)
    try community.befriend(member(0), member(2), now: 0)
    for author in [1, 2, 1, 2, 0] {
      try community.publish(author: member(author), category: category(0), now: 0)
    }
    return community
  }

  @Test func `posts stand by latent relevance`() throws {
    var request = FeedRequest(member(0), .home, now: 1, pageSize: 3)
    request.latent = GivenRelevance([0.5, 0.3, 0.4, 0.4, 1])
    // 0.5, 0.45, 0.4, 0.6; one's own is not in the home feed.
    try expectEqual(community().walk(request, by: IdealRanker()), posts(3, 0, 1, 2))
    request.surface = .latest
    try expectEqual(community().walk(request, by: IdealRanker()), posts(4, 3, 0, 1, 2))
  }

  @Test func `in a contest one's own entries come first`() throws {
    var community = try community()
    community.rotateContests(now: 0)
    for number in 0..<5 {
      try community.enter(PostID(number), by: community.author(of: PostID(number))!, now: 1)
    }
    var request = FeedRequest(member(0), .contest, now: 1, pageSize: 2)
    request.latent = GivenRelevance([0.5, 0.3, 0.4, 0.4, 0])
    expectEqual(community.walk(request, by: IdealRanker()), posts(4, 3, 0, 1, 2))
  }

  @Test func `without latent relevance it is refused, inside others too`() throws {
    let community = try community()
    for ranker: any Ranker in [IdealRanker(), DiversityRanker(of: IdealRanker())] {
      #expect(throws: FeedRequestError.noLatentRelevance) {
        try community.page(.home, for: member(0), now: 1, by: ranker)
      }
    }
  }
}
