import SocialFeed
import TestSupport
import Testing

/// Rankers outside of this program that learn from events.
@Suite struct LearningRankerTests {
  private func ranker(
    _ host: any RankerHost, learnsUntil end: Double = .infinity, probe: RankerProbe = .none
  ) -> HostedRanker {
    HostedRanker(host, world: 0, pool: 1000, learnsUntil: end, probe: probe)
  }

  private func community() throws -> Community {
    var community = Community(members: 2)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    return community
  }

  private func request(_ refresh: UInt32 = 0) -> FeedRequest {
    var request = FeedRequest(member(0), .latest, now: 10)
    request.refresh = refresh
    return request
  }

  private func like(_ post: Int, at time: Double = 5) -> RankerEvent {
    RankerEvent(time: time, .interaction(.like, PostID(post), by: member(0), request: nil))
  }

  private func impression(_ post: Int, at time: Double = 5, isOwn: Bool = true) -> RankerEvent {
    RankerEvent(
      time: time,
      .impression(
        RankerEvent.Impression(
          post: PostID(post), viewer: member(0), surface: .latest, request: 4, refresh: 1,
          position: 2, isLookedAt: true, isOwn: isOwn)))
  }

  @Test func `events come before the next request, in order and once`() throws {
    let (host, community) = (LearningHost(), try community())
    let ranker = ranker(host)
    #expect(ranker.learns)
    expectEqual(community.page(request(), by: ranker).posts, posts(2, 1, 0))
    ranker.learn([impression(2), impression(1)])
    ranker.learn([like(1)])
    expectEqual(host.messages, [.request])
    expectEqual(community.page(request(1), by: ranker).posts, posts(1, 2, 0))
    expectEqual(community.page(request(2), by: ranker).posts, posts(1, 2, 0))
    expectEqual(
      host.messages,
      [
        .request, .events([impression(2), impression(1), like(1)]), .request, .request,
      ])
  }

  @Test func `a request that is asked twice finds the same state`() throws {
    let host = LearningHost()
    let ranker = ranker(host, probe: RankerProbe(share: 1))
    ranker.learn([like(0)])
    try expectEqual(community().page(request(), by: ranker).posts, posts(0, 2, 1))
    #expect(host.messages == [.events([like(0)]), .request, .request] && ranker.failure == nil)
  }

  @Test func `a refresh stands still though the ranker learns meanwhile`() throws {
    let (host, community) = (LearningHost(), try community())
    let ranker = ranker(host)
    ranker.learn([like(1)])
    var request = request()
    request.pageSize = 1
    var (shown, order): ([PostID], [Double?]) = ([], [])
    repeat {
      let page = community.page(request, by: ranker)
      shown += page.posts
      request.cursor = page.next
      order = ranker.columns(of: posts(2, 1, 0), for: self.request(), from: community)[0].values
      ranker.learn([like(0), like(0)])
      // Another member's refresh changes nothing.
      _ = community.page(FeedRequest(member(1), .friends, now: 10), by: ranker)
    } while request.cursor != nil
    #expect(shown == posts(1, 2, 0) && order == [0, 1, 0])
    expectEqual(community.page(self.request(1), by: ranker).posts, posts(0, 1, 2))
  }

  @Test func `two refreshes stand still, and one that no run depends on is not kept`() throws {
    let (host, community) = (LearningHost(), try community())
    let ranker = ranker(host)
    ranker.learn([like(1)])
    var requests = (1...2).map { refresh in
      var request = request(UInt32(refresh))
      request.pageSize = 1
      return request
    }
    for index in requests.indices {
      let page = community.page(requests[index], by: ranker)
      expectEqual(page.posts, posts(1))
      requests[index].cursor = page.next
    }
    ranker.learn([like(0), like(0)])
    for refresh in 3...5 {
      var look = request(UInt32(refresh))
      look.isHypothetical = true
      expectEqual(community.page(look, by: ranker).posts, posts(0, 1, 2))
    }
    for request in requests { expectEqual(community.page(request, by: ranker).posts, posts(2)) }
    _ = community.page(request(3), by: ranker)
    // The first one is forgotten: behind post 1 with one like there is post 2 with none, and post 0 has two.
    expectEqual(host.messages.count { $0 == .request }, 6)
    for request in requests.reversed() { _ = community.page(request, by: ranker) }
    expectEqual(host.messages.count { $0 == .request }, 7)
  }

  @Test func `impressions of sabotaged refreshes are not those of the ranker`() throws {
    func impressions(every: UInt32) throws -> [Bool] {
      let host = LearningHost()
      let sabotaged = SabotagedRanker(of: ranker(host), every: every)
      sabotaged.learn((0..<4).map { impression($0) } + [like(1)])
      _ = try community().page(request(), by: sabotaged.inner)
      expectEqual(host.events.last, like(1))
      return host.events.compactMap { event -> Bool? in
        if case .impression(let impression) = event.content { impression.isOwn } else { nil }
      }
    }
    try expectEqual(impressions(every: 1), [false, false, false, false])
    try expectEqual(impressions(every: 1000), [true, true, true, true])
  }

  @Test func `many events do not wait for a request`() {
    let host = LearningHost()
    let ranker = ranker(host)
    for _ in 1..<HostedRanker.mostWaiting { ranker.learn([like(0)]) }
    #expect(host.messages.isEmpty)
    ranker.learn([like(1), like(2)])
    #expect(host.messages.count == 1 && host.events.count == HostedRanker.mostWaiting + 1)
    expectEqual(host.events.last, like(2))
  }

  @Test func `after the freeze members, ties and posts go on alone`() throws {
    let host = LearningHost()
    let ranker = ranker(host, learnsUntil: 5)
    let facts = [
      .join(member(2), group: 1),
      .post(PostID(3), author: member(1), category: category(0), visibility: .everyone),
      .delete(PostID(3), author: member(1)),
      .enter(PostID(3), author: member(1), contest: ContestID(rawValue: 0)),
      .tie(.follow, from: member(0), to: member(1)),
    ].map { RankerEvent(time: 6, $0) }
    ranker.learn([like(0, at: 4), impression(1, at: 5), like(1, at: 5)] + facts)
    _ = try community().page(request(), by: ranker)
    expectEqual(host.events, [like(0, at: 4)] + facts)
  }

  @Test func `a ranker around one that learns hands events on`() throws {
    let host = LearningHost()
    let inner = RankerSettings(HostedRanker.command, host: host)
    let around = RankerSettings(DiversityRanker.descriptor, of: inner)
      .makeRanker(learnsUntil: 5)
    let sabotaged = SabotagedRanker(of: around, every: 2)
    #expect(sabotaged.learns)
    sabotaged.learn([like(0, at: 4), like(0, at: 6)])
    _ = try community().page(request(), by: around)
    expectEqual(host.events, [like(0, at: 4)])
  }

  @Test func `what stands still of two refreshes has its bytes`() {
    func bytes(_ host: any RankerHost) -> Double {
      RankerSettings(HostedRanker.command, ["pool": 500], host: host).frozenBytes
    }
    #expect(bytes(LearningHost()) == 2 * 500 * 12 && bytes(LikesHost()) == 0)
    expectEqual(bytes(AnsweringHost(.order) { _ in ServedPage([]) }), 2 * 500 * 4)
    expectEqual(bytes(AnsweringHost(.serve) { _ in ServedPage([]) }), 0)
    expectEqual(RankerSettings(GravityRanker.descriptor).frozenBytes, 0)
  }

  @Test func `a host that does not learn gets nothing`() throws {
    let ranker = RankerSettings(HostedRanker.command, host: LikesHost()).makeRanker()
    #expect(!ranker.learns && !RecencyRanker().learns)
    ranker.learn([like(0)])
    _ = try community().page(request(), by: ranker)
    expectEqual(ranker.failure, nil)
  }

  @Test func `a failure while learning ends the ranker, with or without a request`() throws {
    let host = LearningHost(failingCount: 2)
    let ranker = ranker(host)
    ranker.learn([like(0), like(1)])
    expectEqual(ranker.failure, nil)
    _ = try community().page(request(), by: ranker)
    expectEqual(ranker.failure?.message, "learning.py ended at event 2")
    ranker.learn([like(0)])
    expectEqual(host.events.count, 2)
    let silent = self.ranker(LearningHost(failingCount: 2))
    silent.learn([RankerEvent](repeating: like(0), count: HostedRanker.mostWaiting))
    expectEqual(silent.failure?.message, "learning.py ended at event 2")
  }

  @Test func `an impression is another ranker's for those that did not serve it`() {
    expectEqual(impression(1).ofOthers, impression(1, isOwn: false))
    expectEqual(like(1).ofOthers, like(1))
  }
}
