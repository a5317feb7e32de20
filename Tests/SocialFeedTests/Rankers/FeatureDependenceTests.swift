import SocialFeed
import TestSupport
import Testing

/// What scores and positions are without a feature.
@Suite struct FeatureDependenceTests {
  /// Five posts of 0, 1, 2, 3 and 4 h of age at 4 h, of which post *n* has *n* likes.
  private func community() throws -> Community {
    var community = Community(members: 7)
    for number in 0..<5 {
      try community.publish(
        author: member(6), category: category(0), now: Double(number) * 3600)
      for liker in 0..<number {
        try community.like(PostID(number), by: member(liker), now: Double(number) * 3600)
      }
    }
    return community
  }

  private let request = FeedRequest(viewer: member(5), surface: .latest, now: 4 * 3600)

  private func dependence(_ ranker: any Ranker, of posts: [PostID]) throws -> [FeatureDependence]? {
    ranker.dependence(of: posts, for: request, from: try community())
  }

  @Test func `all candidates get the lower median, and scores and positions follow`() throws {
    // The score of post n is 2 n − 3 (4 − n) = 5 n − 12: 8, 3, −2, −7, −12 for posts 4 to 0.
    let ranker = RankerSettings(
      FormulaRanker.descriptor, formula: try ScoreFormula("2 * likes - 3 * age_hours")
    ).makeRanker()
    let found = try #require(try dependence(ranker, of: posts(4, 3, 0)))
    expectEqual(found.map(\.feature), [.ageHours, .likes])
    // All have an age of 2 h: 2 n − 6.
    #expect(
      found[0].neutral == 2 && found[0].scores == [2, 0, -6] && found[0].positions == [1, 2, 5])
    // All have 2 likes: 3 n − 8.
    #expect(found[1].neutral == 2 && found[1].scores == [4, 1, -8])
    // Other signs turn the order around; of equal scores the newer post comes first.
    let other = RankerSettings(
      FormulaRanker.descriptor, formula: try ScoreFormula("likes + 3 * age_hours")
    ).makeRanker()
    let turned = try #require(try dependence(other, of: posts(0, 4)))
    #expect(turned[0].positions == [5, 1] && turned[0].scores == [6, 10])
    #expect(turned[1].positions == [1, 5] && turned[1].scores == [14, 2])
  }

  @Test func `a host is asked once for each feature whose values differ, and never twice`() throws {
    let host = ProbedHost { $0.likes }
    let ranker = HostedRanker(host, world: 0, pool: 10, probe: RankerProbe(share: 1))
    let found = try #require(try dependence(ranker, of: posts(4, 2)))
    #expect(found.count == 1 && found[0].scores == [2, 2] && found[0].positions == [1, 3])
    // The request itself, which is asked twice, and one without likes.
    #expect(host.requests == 3 && ranker.failure == nil)
    // A ranker that gives two orders without a feature has not failed.
    let positional = ProbedHost { $0.likes == 2 && $0.all.max() == 2 ? Double($0.index) : $0.likes }
    let passing = HostedRanker(positional, world: 0, pool: 10, probe: RankerProbe(share: 1))
    try expectEqual(dependence(passing, of: posts(4))?[0].scores, [0])
    expectEqual(passing.failure, nil)
  }

  @Test func `a post behind the candidates has no position, and rankers without scores have none`()
    throws
  {
    let ranker = HostedRanker(ProbedHost { $0.likes }, world: 0, pool: 2)
    let found = try #require(try dependence(ranker, of: posts(4, 0)))
    #expect(
      found[0].neutral == 3 && found[0].positions == [1, nil] && found[0].scores == [3, nil])
    for descriptor in [RecencyRanker.descriptor, SeenDiscountRanker.descriptor] {
      try expectEqual(dependence(RankerSettings(descriptor).makeRanker(), of: posts(4)), nil)
    }
  }
}
