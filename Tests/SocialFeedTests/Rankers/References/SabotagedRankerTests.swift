import SocialFeed
import TestSupport
import Testing

@Suite struct SabotagedRankerTests {
  /// The second of two posts is the more relevant one, and the newer.
  private final class GivenRelevance: LatentRelevance, @unchecked Sendable {
    func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double {
      post == PostID(0) ? 0.1 : 0.9
    }
  }

  private static let viewers = 100
  private static let sessions = 20

  /// By viewer, in how many sessions the first refresh shows the less relevant post first.
  private func sabotaged(every: UInt32) throws -> [Int] {
    var community = Community(members: Self.viewers + 1)
    for time in [0.0, 1] {
      try community.publish(author: member(Self.viewers), category: category(0), now: time)
    }
    let ranker = SabotagedRanker(of: RecencyRanker(), every: every)
    return (0..<Self.viewers).map { viewer in
      (0..<UInt32(Self.sessions)).count { session in
        var request = FeedRequest(member(viewer), .home, now: 2)
        request.refresh = session << 8
        request.latent = GivenRelevance()
        let order = community.walk(request, by: ranker)
        #expect(order == posts(0, 1) || order == posts(1, 0))
        return order == posts(0, 1)
      }
    }
  }

  /// Of 2,000 refreshes as many as a binomial number of probability ½ and deviation 22 has, but for 4.5 of
  /// these; that a viewer of 100 has none or nothing else has a probability of 100 · 2 · 2⁻²⁰ = 2 · 10⁻⁴.
  @Test func `every viewer has some pages that are spoilt and some that are not`() throws {
    let counts = try sabotaged(every: 2)
    #expect(abs(counts.reduce(0, +) - 1000) <= 100)
    #expect(counts.allSatisfy { (1..<Self.sessions).contains($0) })
  }

  @Test func `it fails with the ranker whose order it spoils`() throws {
    let host = AnsweringHost(.order) { _ throws(RankerFailure) in
      throw RankerFailure("mine.py ended")
    }
    let inner = HostedRanker(host, world: 0, pool: 10, probe: .none)
    let ranker = SabotagedRanker(of: inner, every: 1000)
    var community = Community(members: 2)
    try community.publish(author: member(1), category: category(0), now: 0)
    expectEqual(ranker.failure, nil)
    // A refresh that is not sabotaged.
    var request = FeedRequest(member(0), .latest, now: 2)
    (request.refresh, request.latent) = (1, GivenRelevance())
    _ = community.page(request, by: ranker)
    expectEqual(ranker.failure?.message, "mine.py ended")
  }

  @Test func `one of one is all`() throws {
    #expect(try sabotaged(every: 1).allSatisfy { $0 == Self.sessions })
  }
}
