import SocialFeed
import TestSupport
import Testing

@Suite struct CommunityPageTests {
  private func community() throws -> Community {
    var community = Community(members: 3)
    for number in 0..<30 {
      try community.publish(
        author: member(1), category: category(number % 4), now: Double(number))
    }
    try community.like(PostID(2), by: member(0), now: 30)
    return community
  }

  @Test func `a page takes one line, and its order is the feed's own`() throws {
    let community = try community()
    let first = try community.page(.home, for: member(0), now: 31)
    #expect(first.count == 20 && first.posts.prefix(3) == posts(26, 22, 18)[...])
    let second = try community.page(.home, for: member(0), now: 40, cursor: first.next)
    #expect(second.count == 9 + 1 && second.next == nil)
    expectEqual(Set(first.posts + second.posts).count, 30)
    try expectEqual(community.page(.latest, for: nil, now: 31, pageSize: 2).posts, posts(29, 28))
    #expect(throws: FeedRequestError.unknownViewer(member(8))) {
      try community.page(.home, for: member(8), now: 31)
    }
  }

  @Test func `noise is the same on all pages of a refresh, and new at the next`() throws {
    let community = try community()
    func walk(from now: Double) throws -> [PostID] {
      var (shown, cursor, clock): ([PostID], FeedCursor?, Double) = ([], nil, now)
      repeat {
        let page = try community.page(
          .home, for: member(0), now: clock, pageSize: 7, cursor: cursor, by: RandomRanker())
        shown += page.posts
        cursor = page.next
        clock += 1
      } while cursor != nil
      return shown
    }
    let (one, same, other) = (try walk(from: 50), try walk(from: 50), try walk(from: 51))
    #expect(one == same && one != other)
    #expect(one.sorted() == other.sorted() && one.count == 30)
  }

  @Test(arguments: [31, Double.nan, -5])
  func `another ranker's refresh has one noise from its first page to its last`(
    now: Double
  ) throws {
    var community = try community()
    community.rotateContests(now: 30)
    for number in 0..<30 { try community.enter(PostID(number), by: member(1), now: 30) }
    let rankers: [(any Ranker, any Ranker)] = [
      (RandomRanker(), ContestScoreRanker()), (ContestScoreRanker(), RandomRanker()),
    ]
    for (first, second) in rankers {
      let page = try community.page(
        .contest, for: member(0), now: now, pageSize: 7, by: first)
      // The clock of the page that starts again may be none either.
      for clock in [now, 40] {
        var (shown, cursor, now) = ([PostID](), page.next, clock)
        repeat {
          let page = try community.page(
            .contest, for: member(0), now: now, pageSize: 7, cursor: cursor, by: second)
          expectEqual(page.startedAgain, shown.isEmpty)
          shown += page.posts
          cursor = page.next
          now = now.isNaN ? 41 : now + 1
        } while cursor != nil && shown.count < 60
        expectEqual(shown.sorted(), (0..<30).map { PostID($0) })
      }
    }
  }

  @Test func `a refresh that began at no instant has one noise`() throws {
    let community = try community()
    for now in [Double.nan, .infinity, -.infinity] {
      var (shown, cursor, now) = ([PostID](), FeedCursor?.none, now)
      repeat {
        let page = try community.page(
          .home, for: member(0), now: now, pageSize: 7, cursor: cursor, by: RandomRanker())
        shown += page.posts
        cursor = page.next
        now = now.isFinite ? now + 1 : 41
      } while cursor != nil && shown.count < 60
      expectEqual(shown.sorted(), (0..<30).map { PostID($0) })
    }
  }

  @Test func `a request can be sent to the actor that has the community`() async throws {
    actor Service {
      let community: Community
      init(_ community: Community) { self.community = community }
      func serve(_ request: FeedRequest) throws(FeedRequestError) -> FeedPage {
        var page = FeedPage()
        try community.fill(&page, for: request, by: AffinityRanker())
        return page
      }
    }
    let service = Service(try community())
    let request = FeedRequest(viewer: member(0), surface: .home, now: 31)
    try await expectEqual(service.serve(request).count, 20)
  }

  @Test func `one's own posts stand on home only when the request wants them`() throws {
    var community = try community()
    let own = try community.publish(author: member(0), category: category(2), now: 40)
    for ranker: any Ranker in [
      RecencyRanker(), AffinityRanker(), PopularityRanker(), RoundRobinRanker(),
      DiversityRanker(of: AffinityRanker()),
    ] {
      var request = FeedRequest(member(0), .home, now: 41, pageSize: 5)
      #expect(!community.walk(request, by: ranker).contains(own))
      request.includesOwnPosts = true
      let shown = community.walk(request, by: ranker)
      #expect(shown.contains(own) && shown.count == 31)
      request.pool.audience = .network
      expectEqual(community.walk(request, by: ranker), [own])
    }
    var request = FeedRequest(member(0), .home, now: 41, pageSize: 2)
    request.includesOwnPosts = true
    expectEqual(community.page(request, by: AffinityRanker()).posts, [own, PostID(26)])
  }

  @Test func `a cell carries what a client shows of a post`() throws {
    var community = Community(categoryCount: 2)
    try community.join(now: 0)
    try community.join(username: "ana", displayName: "Ana B.", now: 0)
    community.rotateContests(now: 0)
    let post = try community.publish(
      author: member(1), category: category(1), caption: "soup",
      media: [Media(key: "posts/1.jpg", kind: .video)], now: 5)
    let plain = try community.publish(author: member(0), category: category(0), now: 6)
    try community.enter(post, by: member(1), now: 7)
    try community.vote(for: post, by: member(0), now: 8)
    try community.like(post, by: member(0), now: 8)
    let page = try community.page(.latest, for: member(0), now: 9)
    let cells = community.cells(of: page)
    #expect(cells.map(\.post) == [plain, post] && page.viewer == member(0))
    let cell = try #require(cells.last)
    #expect(cell.username == "ana" && cell.displayName == "Ana B." && cell.author == member(1))
    #expect(cell.createdAt == 5 && cell.category == category(1) && cell.caption == "soup")
    expectEqual(cell.categoryName, nil)
    #expect(cell.media == [Media(key: "posts/1.jpg", kind: .video)] && cell.pet == nil)
    #expect(cell.entry?.votes == 1 && cell.hasVoted && cell.isLiked && cell.likeCount == 1)
    #expect(cells[0].username == "member0" && cells[0].entry == nil && !cells[0].hasVoted)
    let anonymous = try community.page(.latest, for: nil, now: 9)
    #expect(community.cells(of: anonymous).allSatisfy { !$0.hasVoted && !$0.isLiked })
    try community.delete(plain, by: member(0), now: 0)
    expectEqual(community.cells(of: page).map(\.post), [post])
    #expect(Community(categoryCount: 1).cells(of: page).isEmpty)
  }
}
