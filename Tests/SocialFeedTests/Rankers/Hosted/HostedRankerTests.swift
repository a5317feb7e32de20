import SocialFeed
import TestSupport
import Testing

@Suite struct HostedRankerTests {
  private func ranker(_ host: LikesHost, world: RankerWorld = 0) -> any Ranker {
    RankerSettings(HostedRanker.command, host: host).makeRanker(world: world)
  }

  /// Four posts, of which those of even numbers have a like.
  private func community() throws -> Community {
    var community = Community(members: 2)
    for number in 0..<4 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
      if number.isMultiple(of: 2) {
        try community.like(PostID(number), by: member(0), now: Double(number))
      }
    }
    return community
  }

  private let request = FeedRequest(member(0), .latest, now: 10)

  @Test func `a feed is in the order of the scores that the host gives, ties to the newer`() throws
  {
    let ranker = ranker(LikesHost())
    try expectEqual(community().page(request, by: ranker).posts, posts(2, 0, 3, 1))
    #expect(ranker.failure == nil && !ranker.changesByLooks)
  }

  @Test func `the score and the features that the host reads are in the columns`() throws {
    let columns = ranker(LikesHost(parameters: ["factor": 0.5])).columns(
      of: posts(2, 3), for: request, from: try community())
    expectEqual(columns.map(\.name), ["score", "likes"])
    expectEqual(columns.map(\.values), [[0.5, 0], [1, 0]])
  }

  @Test func `after a failure the reason stays, and no page means anything`() throws {
    // The first request of a world is asked twice.
    let ranker = ranker(LikesHost(failingRequest: 3))
    _ = try community().page(request, by: ranker)
    expectEqual(ranker.failure, nil)
    for _ in 0..<2 {
      try expectEqual(community().page(request, by: ranker).posts, posts(3, 2, 1, 0))
      expectEqual(ranker.failure?.message, "likes.py ended at request 3")
    }
    expectEqual(DiversityRanker(of: ranker).failure, ranker.failure)
  }

  @Test func `a host that does not start, and a score that is no number, are failures`()
    throws
  {
    let closed = ranker(LikesHost(failingRequest: 0), world: 7)
    _ = try community().page(request, by: closed)
    expectEqual(closed.failure?.message, "likes.py does not start in world 7")
    let wrong = ranker(LikesHost(score: .nan))
    _ = try community().page(request, by: wrong)
    expectEqual(
      wrong.failure?.message,
      "the ranker 'likes.py' gave post 3 a score that is no number, candidate 1 of 4")
  }

  @Test func `two settings are equal when their hosts have one digest`() {
    let one = RankerSettings(HostedRanker.command, host: LikesHost())
    let same = RankerSettings(HostedRanker.command, host: LikesHost(name: "other"))
    let other = RankerSettings(HostedRanker.command, host: LikesHost(digest: "other"))
    #expect(one == same && one.hashValue == same.hashValue && one != other)
    #expect(one != RankerSettings(HostedRanker.library, host: LikesHost()))
  }

  @Test func `a parameter of the host is set by its path, inside of another ranker too`() throws {
    let path = RankerPath("factor", in: .parameters)
    #expect(path.description == "parameters.factor" && !path.isWeight)
    let hosted = RankerSettings(HostedRanker.command, host: LikesHost())
    let changed = hosted.setting(path, to: 3)
    #expect((changed.host as? LikesHost)?.parameters == ["factor": 3] && changed != hosted)
    let around = RankerSettings(DiversityRanker.descriptor, of: hosted)
    expectEqual(path.outer.description, "of.parameters.factor")
    expectEqual(around.setting(path.outer, to: 3).inner, changed)
  }
}
