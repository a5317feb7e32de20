import SocialFeed
import TestSupport
import Testing

@Suite struct ContestFeedTests {
  /// Posts 0…9, by members 0 and 1 in turn, of which those of `entered` take part in this order.
  private func contest(_ entered: [Int]) throws -> Community {
    var community = Community(members: 3)
    for number in 0..<10 {
      try community.publish(author: member(number % 2), category: category(0), now: 0)
    }
    community.rotateContests(now: 0)
    for number in entered { try community.enter(number, now: 1) }
    return community
  }

  @Test func `one's own entries come first, the rest by submission, the last first`() throws {
    let community = try contest([4, 1, 3, 0, 9, 2])
    let own = community.walk(FeedRequest(member(0), .contest, now: 2), by: RecencyRanker())
    expectEqual(own, posts(2, 0, 4, 9, 3, 1))
    let other = community.walk(FeedRequest(member(2), .contest, now: 2), by: RecencyRanker())
    expectEqual(other, posts(2, 9, 0, 3, 1, 4))
    let unknown = community.walk(FeedRequest(nil, .contest, now: 2), by: RecencyRanker())
    expectEqual(unknown, other)
  }

  @Test func `a contest without entries and a time without contest have an empty feed`() throws {
    for community in [try contest([]), Community(members: 1)] {
      for ranker: any Ranker in [
        RecencyRanker(), RandomRanker(), ContestScoreRanker(), PopularityRanker(),
      ] {
        let page = community.page(FeedRequest(member(0), .contest, now: 2), by: ranker)
        #expect(page.count == 0 && page.next == nil)
      }
    }
  }

  /// An old post that enters between two pages, one's own above all, must not move the others.
  @Test func `entries of old posts between pages wait for the next refresh`() throws {
    for viewer in 0..<3 {
      for ranker: any Ranker in [
        RecencyRanker(), RandomRanker(), ContestScoreRanker(), PopularityRanker(),
      ] {
        var community = try contest([4, 1, 3, 0])
        var request = FeedRequest(member(viewer), .contest, now: 2, pageSize: 1)
        let expected = community.walk(request, by: ranker)
        var shown: [PostID] = []
        var later = [9, 2, 5, 6].makeIterator()
        repeat {
          let page = community.page(request, by: ranker)
          shown += page.posts
          request.cursor = page.next
          if let next = later.next() { try community.enter(next, now: 3) }
        } while request.cursor != nil
        #expect(shown == expected && shown.count == 4)
        request.cursor = nil
        expectEqual(community.walk(request, by: ranker).count, 8)
      }
    }
  }

  /// Posts 0…3 by members 0 and 1 in turn, all entered, 0 and 2 of a pet that member 2 keeps too.
  private func contestOfAPet() throws -> Community {
    var community = Community(members: 3)
    let pet = try community.addPet(owner: member(0), name: "Mo", type: "cat")
    try community.inviteGuardian(member(2), of: pet, by: member(0), now: 0)
    try community.approveGuardianship(of: pet, by: member(2), now: 0)
    for number in 0..<4 {
      try community.publish(
        author: member(number % 2), category: category(0), pet: number % 2 == 0 ? pet : nil, now: 0)
    }
    community.rotateContests(now: 0)
    for number in 0..<4 { try community.enter(number, now: 1) }
    return community
  }

  @Test(arguments: [RecencyRanker(), RandomRanker(), ContestScoreRanker()] as [any Ranker])
  func `a block hides entries of one's pet by others`(ranker: any Ranker) throws {
    var community = try contestOfAPet()
    let request = FeedRequest(member(2), .contest, now: 2)
    expectEqual(Set(community.walk(request, by: ranker).prefix(2)), Set(posts(0, 2)))
    try community.block(member(0), member(2))
    expectEqual(community.walk(request, by: ranker).sorted(), posts(1, 3))
  }

  @Test func `own entries that come and go between two pages move no others`() throws {
    var community = try contestOfAPet()
    var request = FeedRequest(member(2), .contest, now: 2, pageSize: 1)
    var page = community.page(request, by: RecencyRanker())
    expectEqual(page.posts, posts(2))
    request.cursor = page.next
    // Entry 2 was shown and goes: 0, one's own, is still next, then 3 and 1.
    try community.delete(PostID(2), by: member(0), now: 0)
    expectEqual(community.walk(request, by: RecencyRanker()), posts(0, 3, 1))
    page = community.page(request, by: RecencyRanker())
    request.cursor = page.next
    // Another entry of one's own comes, which would stand before what was shown.
    try community.publish(author: member(2), category: category(0), now: 2)
    try community.enter(PostID(4), by: member(2), now: 2)
    expectEqual(community.walk(request, by: RecencyRanker()), posts(3, 1))
  }

  @Test func `a refresh ends when its contest does`() throws {
    for ranker: any Ranker in [
      RecencyRanker(), RandomRanker(), ContestScoreRanker(), PopularityRanker(),
    ] {
      var community = try contest([4, 1, 3, 0])
      var request = FeedRequest(member(2), .contest, now: 2, pageSize: 2)
      request.cursor = community.page(request, by: ranker).next
      #expect(request.cursor != nil)
      community.rotateContests(now: 7 * 86_400)
      for number in [9, 2, 5, 6, 7] { try community.enter(number, now: 7 * 86_400) }
      request.now = 7 * 86_400
      expectEqual(community.page(request, by: ranker).count, 0)
      request.cursor = nil
      expectEqual(Set(community.walk(request, by: ranker)), Set(posts(9, 2, 5, 6, 7)))
    }
  }
}

extension Community {
  fileprivate mutating func enter(_ number: Int, now: Double) throws {
    try enter(PostID(number), by: author(of: PostID(number))!, now: now)
  }
}
