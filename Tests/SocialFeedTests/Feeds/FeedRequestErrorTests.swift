import SocialFeed
import TestSupport
import Testing

@Suite struct FeedRequestErrorTests {
  /// Four posts of member 1, of which member 2 is a friend, and a contest with them.
  private func community(run: UInt64 = 0) throws -> Community {
    var community = Community(categoryCount: 4, run: run)
    for _ in 0..<3 { try community.join(now: 0) }
    try community.befriend(member(1), member(2), now: 0)
    community.rotateContests(now: 0)
    for number in 0..<4 {
      let post = try community.publish(author: member(1), category: category(number), now: 1)
      try community.enter(post, by: member(1), now: 1)
    }
    return community
  }

  private func refusal(
    _ request: FeedRequest, of community: Community, by ranker: any Ranker = RecencyRanker()
  ) -> FeedRequestError? {
    var page = community.page(FeedRequest(member(0), .latest, now: 1), by: RecencyRanker())
    let before = page.posts
    do throws(FeedRequestError) {
      try community.fill(&page, for: request, by: ranker)
      return nil
    } catch {
      #expect(page.posts == before && page.count == page.authors.count)
      return error
    }
  }

  @Test func `a page for a member that there is not is refused, and leaves the page as it was`()
    throws
  {
    for surface in Surface.allCases {
      let request = FeedRequest(member(3), surface, now: 1)
      try expectEqual(refusal(request, of: community()), .unknownViewer(member(3)))
      #expect(
        try refusal(FeedRequest(MemberID(rawValue: .max), surface, now: 1), of: community()) != nil)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1001, .max])
  func `a page of no posts or of more than a thousand is refused`(size: Int) throws {
    let request = FeedRequest(member(0), .home, now: 1, pageSize: size)
    try expectEqual(refusal(request, of: community()), .pageSize(size))
  }

  @Test func `an offset below 0 and a shown post that there is not are refused`() throws {
    var request = FeedRequest(member(0), .home, now: 1)
    request.offset = -1
    try expectEqual(refusal(request, of: community()), .offset(-1))
    request.offset = 0
    request.shown = posts(0, 4)
    try expectEqual(refusal(request, of: community()), .unknownPost(PostID(4)))
  }

  @Test func `a cursor of another feed is refused, whatever the ranker`() throws {
    let community = try community()
    let home = FeedRequest(member(0), .home, now: 1, pageSize: 1)
    let cursor = community.page(home, by: RecencyRanker()).next
    for ranker: any Ranker in [RecencyRanker(), ContestScoreRanker(), RandomRanker()] {
      var request = FeedRequest(member(0), .contest, now: 1, pageSize: 1)
      request.cursor = cursor
      expectEqual(
        refusal(request, of: community, by: ranker), .cursorOfSurface(.home, asked: .contest))
    }
  }

  @Test func `a cursor of somebody else's page is refused`() throws {
    let community = try community()
    for (from, to) in [(nil, member(0)), (member(0), nil), (member(0), member(2))] {
      let cursor = community.page(
        FeedRequest(from, .home, now: 1, pageSize: 1), by: AffinityRanker()
      )
      .next
      var request = FeedRequest(to, .home, now: 1)
      request.cursor = cursor
      expectEqual(refusal(request, of: community, by: AffinityRanker()), .cursorOfViewer(from))
    }
  }

  @Test func `a cursor of another run is refused, and one of more posts than there are`() throws {
    let community = try community(run: 7)
    let cursor = community.page(
      FeedRequest(member(0), .home, now: 1, pageSize: 1), by: RecencyRanker()
    )
    .next
    var request = FeedRequest(member(0), .home, now: 1)
    request.cursor = cursor
    expectEqual(refusal(request, of: community), nil)
    try expectEqual(refusal(request, of: self.community(run: 8)), .cursorOfRun)
    var shorter = Community(categoryCount: 4, run: 7)
    for _ in 0..<3 { try shorter.join(now: 0) }
    expectEqual(refusal(request, of: shorter), .staleCursor(bound: 4, count: 0))
  }

  @Test func `another ranker or other parameters start the feed again, on every feed`() throws {
    let community = try community()
    for surface in Surface.allCases {
      let rankers =
        try RankerCatalogue.standard.descriptors.filter {
          $0.surfaces.contains(surface) && $0.name != "ideal"
        }.map { try RankerSettings(ofAny: $0).makeRanker() }
        + [
          AffinityRanker(threshold: 1), ContestScoreRanker(vote: 4),
          DiversityRanker(of: RandomRanker()),
          PopularityRanker(pool: 2),
        ].filter { _ in surface == .home }
      for (index, one) in rankers.enumerated() {
        var request = FeedRequest(member(2), surface, now: 1, pageSize: 1)
        let first = community.page(request, by: one)
        guard let cursor = first.next else { continue }
        for (number, other) in rankers.enumerated() {
          request.cursor = nil
          let expected = community.page(request, by: other).posts
          request.cursor = cursor
          let page = community.page(request, by: other)
          expectEqual(page.startedAgain, (index != number))
          if page.startedAgain { expectEqual(page.posts, expected) }
        }
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1.7e12])
  func `no clock ends the process`(now: Double) throws {
    let community = try community()
    for descriptor in RankerCatalogue.standard.descriptors where descriptor.name != "ideal" {
      let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
      for surface in descriptor.surfaces {
        let request = FeedRequest(member(2), surface, now: now, pageSize: 1)
        expectEqual(
          community.walk(request, by: ranker).count,
          community.walk(FeedRequest(member(2), surface, now: 1), by: ranker).count)
      }
    }
  }

  @Test func `a pool without what was seen leaves nothing out when nobody has looked`() throws {
    var request = FeedRequest(member(0), .home, now: 1)
    request.pool.without = .seen
    try expectEqual(community().page(request, by: RecencyRanker()).count, 4)
  }

  @Test(
    arguments: [
      (.unknownViewer(member(9)), "there is no member 9"),
      (.pageSize(0), "a page of 0 posts was asked for; a page has 1 to 1000"),
      (.offset(-2), "an offset of -2 was asked for; an offset is at least 0"),
      (.unknownPost(PostID(4)), "there is no post 4 that could have been shown"),
      (
        .cursorOfSurface(.home, asked: .contest),
        "the cursor is of the feed home, and the feed contest was asked for"
      ),
      (.cursorOfViewer(member(3)), "the cursor is of a page for member 3"),
      (.cursorOfViewer(nil), "the cursor is of a page for an anonymous viewer"),
      (.cursorOfRun, "the cursor is of another run of the community"),
      (
        .staleCursor(bound: 4, count: 3),
        "the cursor is of a feed that begins at number 4, and there are 3"
      ),
      (
        .staleVotes(moment: 8, now: 7),
        "the cursor is of a feed after 8 gained and lost votes, and there were 7"
      ),
      (.invalidCursor, "the cursor points at something that does not exist"),
      (
        .noLatentRelevance, "the ranker orders by latent relevance, which only a simulation knows"
      ),
    ] as [(FeedRequestError, String)])
  func `errors are sentences`(error: FeedRequestError, sentence: String) {
    expectEqual("\(error)", sentence)
  }
}
