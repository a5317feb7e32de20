import SocialFeed
import TestSupport
import Testing

/// Rankers of kind `order`.
@Suite struct OrderedRankerTests {
  /// Ten posts of member 1, a second each.
  private func community() throws -> Community {
    var community = Community(members: 3)
    for number in 0..<10 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    return community
  }

  private func ranker(
    _ host: AnsweringHost, pool: Int = 100, probe: RankerProbe = .none
  ) -> HostedRanker {
    HostedRanker(host, world: 0, pool: pool, probe: probe)
  }

  private func request(now: Double = 20, pageSize: Int = 2) -> FeedRequest {
    FeedRequest(member(0), .latest, now: now, pageSize: pageSize)
  }

  /// All pages of a refresh, with a change of the community after the first.
  private func pages(
    _ request: FeedRequest, of community: Community, by ranker: HostedRanker,
    then change: (inout Community) throws -> Void = { _ in }
  ) throws -> [[PostID]] {
    var (community, request, pages) = (community, request, [[PostID]]())
    while pages.count < 20 {
      let page = community.page(request, by: ranker)
      pages.append(page.posts)
      request.cursor = page.next
      if pages.count == 1 { try change(&community) }
      if page.next == nil { return pages }
    }
    Issue.record("a refresh does not end")
    return pages
  }

  @Test func `pages have the order of the ranker without the posts that it leaves out`() throws {
    let host = AnsweringHost(.order) { _ in ServedPage(posts(4, 9, 0, 7)) }
    try expectEqual(
      pages(request(), of: community(), by: ranker(host)), [posts(4, 9), posts(0, 7), []])
    #expect(host.asked.count == 1 && Set(host.asked[0].posts) == Set((0..<10).map { PostID($0) }))
  }

  @Test func `behind the pool older posts follow, and none that was left out`() throws {
    let host = AnsweringHost(.order) { _ in ServedPage(posts(6, 9)) }
    let pages = try pages(request(pageSize: 3), of: community(), by: ranker(host, pool: 4))
    expectEqual(pages, [posts(6, 9, 5), posts(4, 3, 2), posts(1, 0)])
    expectEqual(Set(host.asked[0].posts), Set(posts(6, 7, 8, 9)))
  }

  @Test func `where all candidates are left out a page begins behind them`() throws {
    let host = AnsweringHost(.order) { _ in ServedPage([]) }
    try expectEqual(community().page(request(), by: ranker(host, pool: 7)).posts, posts(2, 1))
    try expectEqual(community().page(request(), by: ranker(host)).posts, [])
  }

  @Test func `a refresh stands still when a post is published, deleted or hidden between pages`()
    throws
  {
    // A second answer would be another order.
    let host = AnsweringHost(.order) {
      ServedPage($0.number == 1 ? posts(4, 9, 0, 7, 2) : posts(2, 7, 0))
    }
    let pages = try pages(request(), of: community(), by: ranker(host)) { community in
      try community.publish(author: member(2), category: category(0), now: 21)
      try community.delete(PostID(0), by: member(1), now: 21)
    }
    #expect(pages == [posts(4, 9), posts(7, 2), []] && host.asked.count == 1)
  }

  @Test func `the next refresh of a viewer is asked anew, and other viewers have their own`() throws
  {
    let host = AnsweringHost(.order) { asked in
      ServedPage([asked.posts.sorted()[asked.number]])
    }
    let (community, ranker) = (try community(), ranker(host))
    expectEqual(community.page(request(), by: ranker).posts, posts(1))
    expectEqual(community.page(request(now: 30), by: ranker).posts, posts(2))
    expectEqual(
      community.page(FeedRequest(member(2), .latest, now: 30), by: ranker).posts, posts(3))
    expectEqual(community.page(request(now: 30), by: ranker).posts, posts(2))
    expectEqual(host.asked.count, 3)
  }

  @Test func `the two newest refreshes of a viewer stand still, as on two devices`() throws {
    let host = AnsweringHost(.order) { ServedPage(posts($0.number, 5, 6)) }
    let (community, ranker) = (try community(), ranker(host))
    func first(_ refresh: UInt32) -> (FeedRequest, [PostID]) {
      var request = request(pageSize: 1)
      request.refresh = refresh
      let page = community.page(request, by: ranker)
      request.cursor = page.next
      return (request, page.posts)
    }
    let (one, other) = (first(1), first(2))
    #expect(one.1 == posts(1) && other.1 == posts(2))
    expectEqual(community.page(one.0, by: ranker).posts, posts(5))
    #expect(community.page(other.0, by: ranker).posts == posts(5) && host.asked.count == 2)
    // The third one takes the room of the first, which is asked for again.
    expectEqual(first(3).1, posts(3))
    #expect(community.page(other.0, by: ranker).posts == posts(5) && host.asked.count == 3)
    _ = community.page(one.0, by: ranker)
    expectEqual(host.asked.count, 4)
  }

  @Test func `a page that no run depends on is asked for anew, and nothing is kept of it`() throws {
    let host = AnsweringHost(.order) { ServedPage(posts($0.number, 8, 9)) }
    let (community, ranker) = (try community(), ranker(host, probe: RankerProbe(share: 1)))
    var look = request(pageSize: 1)
    look.isHypothetical = true
    for number in 1...3 {
      look.refresh = UInt32(number)
      expectEqual(community.page(look, by: ranker).posts, posts(number))
    }
    #expect(host.asked.count == 3 && ranker.failure == nil)
    let quiet = self.ranker(host)
    var request = request(pageSize: 1)
    let page = community.page(request, by: quiet)
    request.cursor = page.next
    for _ in 1...3 { _ = community.page(look, by: quiet) }
    #expect(page.posts == posts(4) && community.page(request, by: quiet).posts == posts(8))
    expectEqual(host.asked.count, 7)
  }

  @Test func `a ranker around one that orders takes its windows`() throws {
    let host = AnsweringHost(.order) { _ in ServedPage(posts(4, 9, 0)) }
    let around = SeenDiscountRanker(of: ranker(host))
    try expectEqual(community().page(request(pageSize: 9), by: around).posts, posts(4, 9, 0))
  }

  @Test(arguments: [
    (
      [3, 4, 3],
      "the ranker 'mine.py' put post 3 at position 1 and again at position 3; an order has each candidate at most once"
    ),
    (
      [3, 12],
      "the ranker 'mine.py' put post 12 at position 2, which is none of the 10 candidates; an order has candidates alone"
    ),
    (
      [12, 12],
      "the ranker 'mine.py' put post 12 at position 1, which is none of the 10 candidates; an order has candidates alone"
    ),
  ])
  func `an order of other posts than the candidates is a failure`(
    order: [Int], message: String
  ) throws {
    let ranker = ranker(AnsweringHost(.order) { _ in ServedPage(order.map { PostID($0) }) })
    _ = try community().page(request(), by: ranker)
    expectEqual(ranker.failure, RankerFailure(message))
  }

  @Test func `a lane that answers no orders is a failure`() throws {
    struct ScoringHost: RankerHost {
      var kind: RankerKind { .order }
      var name: String { "mine.py" }
      var digest: String { "mine" }
      var features: FeatureSet { [] }
      func open(world: RankerWorld) -> any RankerLane { Lane() }
      final class Lane: RankerLane {}
    }
    let ranker = HostedRanker(ScoringHost(), world: 0, pool: 10, probe: .none)
    _ = try community().page(request(), by: ranker)
    expectEqual(ranker.failure?.message, "the ranker does not answer requests of the kind 'order'")
  }

  // MARK: Asked twice

  private func failure(_ host: AnsweringHost) throws -> RankerFailure? {
    let ranker = ranker(host, probe: RankerProbe(share: 1))
    _ = try community().page(request(), by: ranker)
    return ranker.failure
  }

  @Test func `an order of the candidates as a set passes, and is asked twice`() throws {
    let host = AnsweringHost(.order) { ServedPage($0.posts.sorted().dropLast(3)) }
    try expectEqual(failure(host), nil)
    #expect(host.asked.count == 2 && host.asked[0].posts == host.asked[1].posts.reversed())
  }

  private static let advice =
    "an order may depend on the request and on its candidates as a set, not on their order, on chance or on other"
    + " requests; look for random numbers that are not made of the lane's seed, the viewer, the refresh and the post,"
    + " for ties that the order of the candidates breaks, and for a state that is kept between requests"

  @Test func `an order that the order of the candidates decides is found`() throws {
    let host = AnsweringHost(.order) { asked in
      ServedPage(posts(5) + asked.posts.filter { $0.index < 2 } + posts(7))
    }
    let failure = try failure(host)
    // Candidates come in no promised order.
    let pair = host.asked[0].posts.filter { $0.index < 2 }
    expectEqual(
      failure?.message,
      "the ranker 'mine.py' gave two orders for one request, by member 0 at 20s in refresh 0, that was asked again with its 10"
        + " candidates in reverse order: from position 2 on, the first order has post \(pair[0]), post \(pair[1]) and"
        + " post 7, and the second one has post \(pair[1]), post \(pair[0]) and post 7; \(Self.advice)"
    )
    expectEqual(failure?.isUnrepeatable, true)
  }

  @Test func `a post that is left out the second time is found`() throws {
    let failure = try failure(
      AnsweringHost(.order) { ServedPage(posts(5, 6).dropLast($0.number - 1)) })
    expectEqual(
      failure?.message.contains(
        "from position 2 on, the first order has post 6, and the second one has no post; an order"),
      true)
  }
}
