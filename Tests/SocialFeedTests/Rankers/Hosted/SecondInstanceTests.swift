import SocialFeed
import Synchronization
import TestSupport
import Testing

/// Requests that are asked again in another instance of the ranker, which finds what a ranker remembers.
@Suite struct SecondInstanceTests {
  /// What an instance of a ranker has, for all of its lanes.
  private final class Instance: Sendable {
    let scores = Mutex<[PostID: Double]>([:])
    /// The refreshes that were asked for.
    let refreshes = Mutex<[UInt32]>([])
  }

  /// A host of any kind that ranks by likes, and may remember the first number of each post.
  private struct RememberingHost: RankerHost {
    var kind = RankerKind.score
    var learns = false
    /// Whether a post keeps the score of the first request, or, where the host learns, the likes of all lanes count.
    var remembers = true
    let instance = Instance()
    let second = Instance()

    var name: String { "memo.py" }
    var digest: String { "memo" }
    var features: FeatureSet { learns ? [] : [.likes] }

    func open(world: RankerWorld) -> any RankerLane {
      Lane(self, instance, second: SecondInstance(.fresh) { Lane(self, second) })
    }
  }

  private final class Lane: RankerLane, Sendable {
    let second: SecondInstance?
    private let host: RememberingHost
    private let instance: Instance
    private let own = Mutex<[PostID: Double]>([:])

    init(_ host: RememberingHost, _ instance: Instance, second: SecondInstance? = nil) {
      (self.host, self.instance, self.second) = (host, instance, second)
    }

    func learn(_ events: [RankerEvent]) {
      for case .interaction(.like, let post, _, _) in events.map(\.content) {
        own.withLock { $0[post, default: 0] += 1 }
        instance.scores.withLock { $0[post, default: 0] += 1 }
      }
    }

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      for (index, score) in given(candidates).enumerated() { scores[index] = score }
    }

    func order(_ candidates: borrowing Candidates) -> [PostID] {
      let scored = zip(given(candidates), candidates.posts).sorted { ($0.0, $0.1) > ($1.0, $1.1) }
      return scored.map(\.1)
    }

    /// One post, which is the next one at each request where the host remembers.
    func serve(_ request: ServeRequest) -> ServedPage {
      let before = instance.refreshes.withLock { refreshes in
        refreshes.append(request.refresh)
        return refreshes.count - 1
      }
      return ServedPage([PostID(host.remembers ? before : 0)])
    }

    private func given(_ candidates: borrowing Candidates) -> [Double] {
      instance.refreshes.withLock { $0.append(candidates.refresh) }
      if host.learns {
        let likes = host.remembers ? instance.scores.withLock { $0 } : own.withLock { $0 }
        return candidates.posts.map { likes[$0] ?? 0 }
      }
      let likes = candidates[.likes]
      guard host.remembers else { return likes }
      return instance.scores.withLock { scores in
        for (post, likes) in zip(candidates.posts, likes) where scores[post] == nil {
          scores[post] = likes
        }
        return candidates.posts.map { scores[$0] ?? 0 }
      }
    }
  }

  /// Three posts, of which post *n* has *n* likes.
  private func community() throws -> Community {
    var community = Community(members: 6)
    for number in 0..<3 {
      try community.publish(author: member(5), category: category(0), now: Double(number))
      for liker in 0..<number {
        try community.like(PostID(number), by: member(liker), now: Double(number))
      }
    }
    return community
  }

  private func request(_ refresh: Int) -> FeedRequest {
    FeedRequest(
      viewer: member(0), surface: .latest, now: Double(10 + refresh), refresh: UInt32(refresh))
  }

  private func ranker(_ host: any RankerHost, world: RankerWorld = 0) -> HostedRanker {
    // No request besides the first one is asked twice at once.
    HostedRanker(host, world: world, pool: 10, probe: RankerProbe(share: 1e-18))
  }

  /// Why a ranker fails at the end of a world in which post 0 has three likes more at the second of two refreshes.
  private func failure(_ host: RememberingHost) throws -> RankerFailure? {
    var community = try community()
    let ranker = ranker(host)
    _ = community.page(request(0), by: ranker)
    for liker in 0..<3 { try community.like(PostID(0), by: member(liker), now: 10) }
    _ = community.page(request(1), by: ranker)
    expectEqual(ranker.failure, nil)
    ranker.endWorld()
    return ranker.failure
  }

  private static let beginning =
    "the ranker 'memo.py' gave two orders for one request, by member 0 at 11s in refresh 1, that was asked again in a"
    + " fresh instance of the ranker, with its 3 candidates in reverse order: from position 1 on, the first order has "

  private static let end =
    " and for a memory of other requests, worlds or arms, or a look at the clock"

  @Test func `a score that is remembered is found, with both answers`() throws {
    let failure = try #require(try failure(RememberingHost()))
    expectEqual(
      failure.message,
      Self.beginning
        + "post 2 (2, then 2), post 1 (1, then 1) and post 0 (0, then 3), and the second one has post 0 (0, then 3), post 2"
        + " (2, then 2) and post 1 (1, then 1); a post's score may depend on the request and on its candidates as a set, not"
        + " on their order, on chance or on other requests; look for random numbers that are not made of the lane's seed, the"
        + " viewer, the refresh and the post, for a score that depends on the position in the columns or on the candidates"
        + " before," + Self.end)
    #expect(failure.isUnrepeatable && failure.request?.posts == posts(2, 1, 0))
    expectEqual(failure.request?.answers, [[2, 1, 0], [2, 1, 3]])
  }

  @Test func `an order that is remembered is found, with both answers`() throws {
    let failure = try #require(try failure(RememberingHost(kind: .order)))
    #expect(
      failure.message.hasPrefix(
        Self.beginning
          + "post 2, post 1 and post 0, and the second one has post 0, post 2 and post 1; an order may"
      )
        && failure.message.hasSuffix(Self.end), "\(failure.message)")
    expectEqual(failure.request?.answers, [[1, 2, 3], [2, 3, 1]])
  }

  @Test(arguments: [RankerKind.score, .order])
  func `a ranker that remembers nothing passes`(kind: RankerKind) throws {
    try expectEqual(failure(RememberingHost(kind: kind, remembers: false)), nil)
  }

  @Test func `requests 1 to 8, 10, 12 and so on are asked again, the last first`() throws {
    let (host, community) = (RememberingHost(remembers: false), try community())
    let ranker = ranker(host)
    for refresh in 0..<13 { _ = community.page(request(refresh), by: ranker) }
    #expect(host.second.refreshes.withLock { $0 }.isEmpty)
    DiversityRanker(of: ranker).endWorld()
    expectEqual(host.second.refreshes.withLock { $0 }, [11, 9, 7, 6, 5, 4, 3, 2, 1, 0])
    SabotagedRanker(of: ranker, every: 2).endWorld()
    expectEqual(host.second.refreshes.withLock { $0 }, [11, 9, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  /// Why a second world fails after one with a like of post 0.
  private func failureOfLearner(remembers: Bool) throws -> RankerFailure? {
    let (host, community) = (
      RememberingHost(learns: true, remembers: remembers), try community()
    )
    let first = ranker(host)
    first.learn([
      RankerEvent(time: 5, .interaction(.like, PostID(0), by: member(0), request: nil))
    ])
    expectEqual(community.page(request(0), by: first).posts, posts(0, 2, 1))
    expectEqual(first.failure, nil)
    host.second.scores.withLock { $0 = [:] }
    let second = ranker(host, world: 1)
    _ = community.page(request(0), by: second)
    return second.failure
  }

  @Test func `what a learning ranker knows of another world is found at its first request`() throws
  {
    try expectEqual(failureOfLearner(remembers: false), nil)
    let message = try #require(try failureOfLearner(remembers: true)).message
    #expect(
      message.hasPrefix(
        "the ranker 'memo.py' gave two orders for one request, by member 0 at 10s in refresh 0, that was asked again in a"
          + " fresh instance of the ranker, with its 3 candidates in reverse order: from position 1 on, the first order"
          + " has post 0 (1, then 0), post 2 (0, then 0) and post 1 (0, then 0), and the second one has post 2"
      ),
      "\(message)")
  }

  @Test func `a ranker that learns has two lanes until request 512`() throws {
    let (host, community) = (
      RememberingHost(learns: true, remembers: false), try community()
    )
    let ranker = ranker(host)
    for refresh in 0..<700 {
      ranker.learn([
        RankerEvent(time: 5, .interaction(.like, PostID(0), by: member(0), request: nil))
      ])
      _ = community.page(request(refresh), by: ranker)
    }
    expectEqual(ranker.failure, nil)
    expectEqual(host.second.refreshes.withLock { $0.suffix(3) }, [383, 447, 511])
    // Request 513 ends it, and its events are learnt before.
    expectEqual(host.second.scores.withLock { $0[PostID(0)] }, 513)
    expectEqual(host.instance.scores.withLock { $0[PostID(0)] }, 700)
  }

  @Test func `pages that depend on chance or on requests are found at once`() throws {
    let ranker = ServingRanker(RememberingHost(kind: .serve), world: 0)
    _ = try community().page(request(0), by: ranker)
    expectEqual(
      ranker.failure?.message,
      "the ranker 'memo.py' gave two pages for one request, by member 0 at 10s in refresh 0, that was asked again at once:"
        + " from position 1 on, the first page has post 0, and the second one has post 1; a page may depend on the"
        + " request and on the events before it, not on chance or on other requests; look for random numbers that are not"
        + " made of the lane's seed, the viewer and the refresh, and for a state that is kept between requests"
    )
    expectEqual(ranker.failure?.isUnrepeatable, true)
  }

  @Test func `pages are asked for again in another instance, and cursors stay with theirs`() throws
  {
    let (host, community) = (RememberingHost(kind: .serve, remembers: false), try community())
    let ranker = ServingRanker(host, world: 0, probe: RankerProbe(share: 1e-18))
    for refresh in 0..<3 { _ = community.page(request(refresh), by: ranker) }
    ranker.endWorld()
    #expect(ranker.failure == nil)
    expectEqual(host.second.refreshes.withLock { $0 }, [2, 1, 0])
  }

  @Test(arguments: [
    (false, false, [0, 64, 128]), (true, false, [0, 64, 128]), (true, true, [0, 64, 128]),
    (false, true, []),
  ])
  func `the first lane and every 64th have a second instance`(
    isReused: Bool, learns: Bool, expected: [Int]
  ) {
    let instances = SecondInstances()
    expectEqual(
      (0..<130).filter { _ in instances.takesNext(isReused: isReused, learns: learns) }, expected)
  }
}
