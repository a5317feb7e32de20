import SocialFeed
import TestSupport
import Testing

/// Rankers of kind `serve`, whose pages are checked and not refilled.
@Suite struct ServingRankerTests {
  /// Posts 0 to 5 of member 1, post 6 of member 2, whose account is private, post 7 of member 3, who is blocked by
  /// member 0, post 8 of member 0, and post 9 of member 1, which is deleted.
  private func community() throws -> Community {
    var community = Community(members: 4)
    for (number, author) in [1, 1, 1, 1, 1, 1, 2, 3, 0, 1].enumerated() {
      try community.publish(author: member(author), category: category(0), now: Double(number))
    }
    try community.setPrivate(true, for: member(2), now: 10)
    try community.block(member(0), member(3))
    try community.delete(PostID(9), by: member(1), now: 10)
    return community
  }

  private func request(_ surface: Surface = .home, pageSize: Int = 4) -> FeedRequest {
    FeedRequest(member(0), surface, now: 20, pageSize: pageSize)
  }

  /// The page of posts that a ranker serves, and what was left out.
  private func page(
    _ served: [Int], _ request: FeedRequest? = nil, mayHaveOwn: Bool = false
  ) throws -> (posts: [PostID], breaches: [ServeBreach: Int]) {
    let ranker = ServingRanker(
      AnsweringHost(.serve) { _ in
        ServedPage(served.map { PostID($0) }, mayHaveOwn: mayHaveOwn)
      }, world: 0, probe: .none)
    let page = try community().page(request ?? self.request(), by: ranker)
    #expect(ranker.failure == nil && page.next == nil)
    return (page.posts, counts(page.breaches))
  }

  private func counts(_ breaches: ServeBreaches) -> [ServeBreach: Int] {
    expectEqual(breaches.total, ServeBreach.allCases.reduce(0) { $0 + breaches[$1] })
    expectEqual(breaches.isEmpty, (breaches.total == 0))
    return Dictionary(
      uniqueKeysWithValues: ServeBreach.allCases.filter { breaches[$0] > 0 }
        .map { ($0, breaches[$0]) })
  }

  @Test func `a page that may be shown is shown as it is`() throws {
    let (posts, breaches) = try page([3, 0, 5])
    #expect(posts == [PostID(3), PostID(0), PostID(5)] && breaches == [:])
  }

  @Test(arguments: [
    ([3, 4_294_967_295, 10], [3], [ServeBreach.unknown: 2]),
    ([6, 3, 7], [3], [.hidden: 2]),
    ([9, 3], [3], [.deleted: 1]),
    ([3, 8], [3], [.own: 1]),
    ([3, 2, 3, 3], [3, 2], [.duplicate: 2]),
    ([0, 1, 2, 3, 4, 9, 4], [0, 1, 2, 3], [.excess: 3]),
    // Positions that are left out are not refilled: the fifth post is one more than asked.
    ([8, 0, 1, 2, 3], [0, 1, 2], [.own: 1, .excess: 1]),
    ([10, 6], [], [.unknown: 1, .hidden: 1]),
  ])
  func `a post that must not be on the page is left out and counted`(
    served: [Int], shown: [Int], breaches: [ServeBreach: Int]
  ) throws {
    let page = try page(served)
    #expect(page.posts == shown.map { PostID($0) } && page.breaches == breaches)
  }

  @Test
  func `what a feed has not is hidden, and one's own posts are only where the feed is of others`()
    throws
  {
    #expect(try page([3, 8], request(.latest)) == (posts(3, 8), [:]))
    #expect(try page([3], request(.following)) == ([], [.hidden: 1]))
    #expect(try page([3], request(.contest)) == ([], [.hidden: 1]))
  }

  @Test func `where a protocol allows one's own posts, they are left out and are no breach`() throws
  {
    // Its place stays empty: the fifth post is still one more than asked.
    #expect(
      try page([8, 0, 8, 1, 2], mayHaveOwn: true) == (posts(0, 1), [.excess: 1]))
    // Nothing else is allowed, and a feed that has them keeps them.
    #expect(
      try page([10, 8, 9, 7], mayHaveOwn: true) == ([], [.unknown: 1, .deleted: 1, .hidden: 1]))
    #expect(try page([3, 8], request(.latest), mayHaveOwn: true) == (posts(3, 8), [:]))
  }

  @Test func `the cursor comes back, and no post is on two pages of a refresh`() throws {
    let host = AnsweringHost(.serve) { asked in
      switch asked.page?.cursor {
      case nil: ServedPage(posts(5, 4), cursor: "nach 4 — ✓")
      case "nach 4 — ✓": ServedPage(posts(4, 3, 5), cursor: "")
      default: ServedPage(posts(2, 3))
      }
    }
    let (community, ranker) = (try community(), ServingRanker(host, world: 0, probe: .none))
    var request = request(pageSize: 3)
    var (pages, breaches) = ([[PostID]](), [[ServeBreach: Int]]())
    for number in 0..<3 {
      request.now = 20 + Double(number)
      let page = community.page(request, by: ranker)
      pages.append(page.posts)
      breaches.append(counts(page.breaches))
      request.cursor = try page.next.map { try FeedCursor(text: $0.text) }
    }
    #expect(pages == [posts(5, 4), posts(3), posts(2)] && request.cursor == nil)
    expectEqual(breaches, [[:], [.duplicate: 2], [.duplicate: 1]])
    let asked = host.asked.compactMap(\.page)
    #expect(asked.map(\.cursor) == [nil, "nach 4 — ✓", ""] && asked.map(\.now) == [20, 21, 22])
    expectEqual(
      asked[0], ServeRequest(viewer: member(0), surface: .home, limit: 3, refresh: 0, now: 20))
    // The next refresh may show them again.
    request.now = 30
    expectEqual(community.page(request, by: ranker).posts, posts(5, 4))
  }

  @Test func `the pool of home decides nothing, neither for a page nor for a tape`() throws {
    var request = request()
    request.pool.audience = .network
    #expect(try page([3, 0, 8], request) == (posts(3, 0), [.own: 1]))
    let community = try community()
    #expect(community.areCandidates(posts(3, 0), for: request))
    #expect(!community.areCandidates(posts(3, 8), for: request))
    #expect(!community.areCandidates(posts(3, 7), for: request))
  }

  @Test func `two refreshes know what they have shown, and one that no run depends on is not kept`()
    throws
  {
    let host = AnsweringHost(.serve) { _ in ServedPage(posts(5, 4), cursor: "2") }
    let (community, ranker) = (try community(), ServingRanker(host, world: 0, probe: .none))
    var requests = [request(), request()]
    for index in 0..<2 {
      requests[index].refresh = UInt32(index)
      requests[index].cursor = community.page(requests[index], by: ranker).next
    }
    var look = request()
    for refresh in 2..<4 {
      (look.refresh, look.isHypothetical) = (UInt32(refresh), true)
      expectEqual(community.page(look, by: ranker).posts, posts(5, 4))
    }
    for request in requests {
      let page = community.page(request, by: ranker)
      #expect(page.posts == [] && counts(page.breaches) == [.duplicate: 2])
    }
  }

  @Test func `a post that goes between two pages is deleted, and one that was shown may be`() throws
  {
    let host = AnsweringHost(.serve) { asked in
      asked.page?.cursor == nil ? ServedPage(posts(5, 4), cursor: "2") : ServedPage(posts(5, 3, 2))
    }
    var community = try community()
    let ranker = ServingRanker(host, world: 0, probe: .none)
    var request = request()
    request.cursor = community.page(request, by: ranker).next
    for post in posts(5, 3) { try community.delete(post, by: member(1), now: 21) }
    let page = community.page(request, by: ranker)
    #expect(page.posts == posts(2) && counts(page.breaches) == [.deleted: 2])
  }

  @Test func `after a failure pages are empty and the reason stays`() throws {
    let host = AnsweringHost(.serve) { asked throws(RankerFailure) in
      if asked.number == 2 { throw RankerFailure("mine.py ended") }
      return ServedPage(posts(1))
    }
    let (community, ranker) = (try community(), ServingRanker(host, world: 0, probe: .none))
    expectEqual(community.page(request(), by: ranker).posts, posts(1))
    for _ in 0..<2 {
      let page = community.page(request(), by: ranker)
      #expect(page.posts == [] && page.breaches.isEmpty)
      #expect(ranker.failure?.message == "mine.py ended" && host.asked.count == 2)
    }
  }

  @Test func `a cursor that is too long is a failure`() throws {
    for length in [1000, 1001] {
      let ranker = ServingRanker(
        AnsweringHost(.serve) { _ in
          ServedPage([], cursor: String(repeating: "c", count: length))
        }, world: 0, probe: .none)
      _ = try community().page(request(), by: ranker)
      expectEqual(
        ranker.failure?.message,
        (length == 1000
          ? nil
          : "the ranker 'mine.py' ended a page with a cursor of 1001 bytes; a cursor has at most 1000")
      )
    }
  }

  @Test func `the settings of a host make the ranker of its kind`() {
    let made = RankerKind.allCases.map { kind in
      RankerSettings(
        HostedRanker.command, host: AnsweringHost(kind) { _ in ServedPage([]) }
      ).makeRanker()
    }
    expectEqual(made.map { $0 is ServingRanker }, [false, false, true])
    expectEqual(made.map { ($0 as? HostedRanker)?.leavesOut }, [false, true, nil])
  }

  @Test func `breaches add up`() {
    var (one, other) = (ServeBreaches(), ServeBreaches())
    one[.own] = 2
    other[.own] = 3
    other[.excess] = 1
    one += other
    expectEqual(counts(one), [.own: 5, .excess: 1])
  }
}
