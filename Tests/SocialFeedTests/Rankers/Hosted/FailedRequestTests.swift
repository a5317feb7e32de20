import SocialFeed
import TestSupport
import Testing

/// The request that a ranker outside of this program failed at, and asking again.
@Suite struct FailedRequestTests {
  /// Three posts of members 3, 4 and 5, of which post *n* has *n* likes.
  private func community() throws -> Community {
    var community = Community(members: 6)
    for number in 0..<3 {
      try community.publish(
        author: member(3 + number), category: category(number % 2), now: Double(number))
      for liker in 0..<number {
        try community.like(PostID(number), by: member(liker), now: Double(number))
      }
    }
    return community
  }

  private let request = FeedRequest(viewer: member(2), surface: .latest, now: 10, refresh: 4)

  private func failure(
    of host: some RankerHost, probe: RankerProbe = .none
  ) throws -> RankerFailure {
    let ranker = HostedRanker(host, world: 7, pool: 10, probe: probe)
    _ = try community().page(request, by: ranker)
    return try #require(ranker.failure)
  }

  @Test func `a failure has the request, with the ranker and its parameters`() throws {
    let failure = try failure(of: LikesHost(failingRequest: 1))
    let failed = try #require(failure.request)
    #expect(failed.ranker.name == "likes.py" && failed.ranker.digest == "likes")
    expectEqual(failed.ranker.parameters, ["factor": 1])
    #expect(failed.world == 7 && failed.viewer == member(2) && failed.refresh == 4)
    #expect(failed.now == 10 && failed.posts == posts(2, 1, 0))
    expectEqual(failed.authors, [member(5), member(4), member(3)])
    expectEqual(failed.categories, [category(0), category(1), category(0)])
    #expect(failed.columns == [.likes: [2, 1, 0]] && failed.reads == [.likes])
    #expect(failed.answers.isEmpty)
    // A failure that cannot start has its first request too.
    try expectEqual(self.failure(of: LikesHost(failingRequest: 0)).request?.posts, posts(2, 1, 0))
  }

  @Test func `two orders are kept by post, as they were given`() throws {
    let failure = try failure(of: ProbedHost { Double($0.index) }, probe: RankerProbe(share: 1))
    expectEqual(failure.request?.posts, posts(2, 1, 0))
    expectEqual(failure.request?.answers, [[0, 1, 2], [2, 1, 0]])
    // The failure is the same with another request.
    expectEqual(failure, RankerFailure(failure.message, isUnrepeatable: true))
    expectEqual(failure.adding("it is saved").message, "\(failure.message); it is saved")
    expectEqual(failure.adding("it is saved").request, failure.request)
  }

  @Test func `a request that is asked again has the same candidates, in both orders`() throws {
    let failed = try #require(try failure(of: LikesHost(failingRequest: 1)).request)
    let candidates = Candidates(failed)
    #expect(candidates.posts == posts(2, 1, 0) && candidates[.likes] == [2, 1, 0])
    #expect(candidates.authors == failed.authors && candidates.categories == failed.categories)
    #expect(candidates.viewer == member(2) && candidates.refresh == 4 && candidates.now == 10)
    let mended = HostedRanker.ask(LikesHost(parameters: ["factor": 3]), again: failed)
    #expect(mended.answers == [[6, 3, 0], [6, 3, 0]] && mended.failure == nil)
    let host = ProbedHost { $0.likes / 3 }
    expectEqual(HostedRanker.ask(host, again: failed).answers[0][0], 0.6666666865348816)
    expectEqual(host.requests, 2)
  }

  @Test func `asking again fails as the ranker does`() throws {
    let failed = try #require(try failure(of: LikesHost(failingRequest: 1)).request)
    let still = HostedRanker.ask(LikesHost(failingRequest: 0), again: failed)
    #expect(still.answers.isEmpty)
    expectEqual(still.failure, RankerFailure("likes.py does not start in world 7"))
    let late = HostedRanker.ask(LikesHost(failingRequest: 2), again: failed)
    expectEqual(late.answers, [[2, 1, 0]])
    expectEqual(late.failure, RankerFailure("likes.py ended at request 2"))
    let positional = HostedRanker.ask(ProbedHost { Double($0.index) }, again: failed)
    expectEqual(positional.answers, [[0, 1, 2], [2, 1, 0]])
    expectEqual(
      positional.failure?.message.hasPrefix(
        "the ranker 'mine.py' gave two orders for one request, by member 2 at 10s in refresh 4, "),
      true)
    expectEqual(positional.failure?.isUnrepeatable, true)
  }

  /// Orders by likes, or as the candidates come, and leaves the last one out.
  private struct OrderHost: RankerHost {
    var isPositional = false
    var name: String { "order.py" }
    var digest: String { "order" }
    var features: FeatureSet { [.likes] }
    var kind: RankerKind { .order }

    func open(world: RankerWorld) -> any RankerLane { Lane(host: self) }

    private final class Lane: RankerLane {
      let host: OrderHost
      init(host: OrderHost) { self.host = host }

      func order(_ candidates: borrowing Candidates) -> [PostID] {
        let (posts, likes) = (candidates.posts, candidates[.likes])
        let best = posts.indices.sorted { (likes[$0], posts[$0]) > (likes[$1], posts[$1]) }
        return (host.isPositional ? posts : best.map { posts[$0] }).dropLast()
      }
    }
  }

  @Test func `an order has positions, and none for what is left out`() throws {
    let failure = try failure(of: OrderHost(isPositional: true), probe: RankerProbe(share: 1))
    let failed = try #require(failure.request)
    #expect(failed.kind == .order && failed.answers == [[1, 2, nil], [nil, 2, 1]])
    let again = HostedRanker.ask(OrderHost(isPositional: true), again: failed)
    #expect(again.answers == failed.answers && again.failure?.isUnrepeatable == true)
    let mended = HostedRanker.ask(OrderHost(), again: failed)
    #expect(mended.answers == [[1, 2, nil], [1, 2, nil]] && mended.failure == nil)
  }

  @Test func `without a feature an order is another one, whatever its refresh stands still in`()
    throws
  {
    let ranker = HostedRanker(OrderHost(), world: 0, pool: 10)
    let community = try community()
    expectEqual(community.page(request, by: ranker).posts, posts(2, 1))
    let found = try #require(ranker.dependence(of: posts(2, 1), for: request, from: community))
    // All have one like, so that the newest come first: post 0 is left out again.
    expectEqual(
      found, [FeatureDependence(.likes, neutral: 1, scores: [nil, nil], positions: [1, 2])])
  }

  @Test func `a ranker that reads more than the request has is not asked`() throws {
    let failed = try #require(try failure(of: LikesHost(failingRequest: 1)).request)
    for kind in RankerKind.allCases {
      var host = AnsweringHost(kind) { ServedPage($0.posts) }
      host.features = [.ageHours, .likes, .views]
      let repeated = HostedRanker.ask(host, again: failed)
      #expect(repeated.answers.isEmpty && host.asked.isEmpty)
      expectEqual(
        repeated.failure?.message,
        "the ranker 'mine.py' reads 'age_hours', 'views', which the saved request does not have: a request has the features that"
          + " its ranker read when it failed")
    }
  }

  @Test func `the failure of a ranker that learns has no request, which could not be asked again`()
    throws
  {
    let ranker = HostedRanker(LearningHost(failingCount: 1), world: 7, pool: 10, probe: .none)
    ranker.learn([RankerEvent(time: 1, .join(member(2), group: 0))])
    _ = try community().page(request, by: ranker)
    let failure = try #require(ranker.failure)
    #expect(failure.message == "learning.py ended at event 1" && failure.request == nil)
  }

  @Test func `one candidate is asked for once`() throws {
    let failed = FailedRequest(
      by: FailedRequest.AskedRanker(name: "mine.py", digest: "mine", parameters: [:]), world: 0,
      viewer: member(0), refresh: 0, now: 5, posts: posts(9), authors: [member(1)],
      categories: [nil], columns: [.likes: [4]])
    let host = ProbedHost { $0.likes }
    expectEqual(HostedRanker.ask(host, again: failed).answers, [[4]])
    expectEqual(host.requests, 1)
    expectEqual(Candidates(failed).categories, [nil])
  }
}
