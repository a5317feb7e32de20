import SocialFeed
import TestSupport
import Testing

@Suite struct FeedPageTests {
  @Test func `a page carries what an app shows of each post`() throws {
    var community = Community(members: 3)
    for number in 0..<3 {
      try community.publish(author: member(number), category: category(0), now: Double(number))
    }
    try community.befriend(member(0), member(2), now: 0)
    try community.like(PostID(2), by: member(0), now: 3)
    try community.like(PostID(2), by: member(1), now: 3)
    try community.save(PostID(1), by: member(0), now: 3)
    try community.comment("nice", on: PostID(1), by: member(2), now: 3)
    community.rotateContests(now: 3)
    try community.enter(PostID(2), by: member(2), now: 3)
    let page = community.page(FeedRequest(member(0), .latest, now: 4), by: RecencyRanker())
    #expect(page.count == 3 && page.posts == posts(2, 1, 0))
    expectEqual(page.authors, [member(2), member(1), member(0)])
    expectEqual(page.isFromFriend, [true, false, false])
    expectEqual(page.isLiked, [true, false, false])
    expectEqual(page.isSaved, [false, true, false])
    expectEqual(page.likeCounts, [2, 0, 0])
    expectEqual(page.commentCounts, [0, 1, 0])
    expectEqual(page.saveCounts, [0, 1, 0])
    expectEqual(page.contestTags, [ContestID(0), nil, nil])
    expectEqual(page.next, nil)
    var states: [InteractionState] = []
    page.fill(&states)
    try expectEqual(states, community.interactionStates(of: page.posts, for: member(0)).states)
  }

  @Test func `a page that is filled again holds nothing of before`() throws {
    var community = Community(members: 2)
    for number in 0..<5 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    var page = FeedPage()
    #expect(page.count == 0 && page.next == nil)
    try! community.fill(
      &page, for: FeedRequest(member(0), .latest, now: 5, pageSize: 4), by: RecencyRanker())
    #expect(page.count == 4 && page.next != nil)
    try! community.fill(&page, for: FeedRequest(member(0), .friends, now: 5), by: RecencyRanker())
    #expect(page.count == 0 && page.next == nil && page.authors.isEmpty && page.isLiked.isEmpty)
  }

  @Test func `a feed that ends with a full page is followed by an empty one`() throws {
    var community = Community(members: 2)
    for number in 0..<4 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    for ranker: any Ranker in [RecencyRanker(), AffinityRanker(), PopularityRanker()] {
      var request = FeedRequest(member(0), .home, now: 5, pageSize: 2)
      for expected in [posts(3, 2), posts(1, 0), []] {
        let page = community.page(request, by: ranker)
        expectEqual(page.posts, expected)
        request.cursor = page.next
      }
      expectEqual(request.cursor, nil)
    }
  }

  @Test func `an anonymous viewer gets public posts, the newest first, by every ranker`()
    throws
  {
    var community = Community(members: 2)
    for (number, privacy) in [Privacy.everyone, .friendsOnly, .onlyMe, .everyone].enumerated() {
      try community.publish(
        author: member(1), category: category(0), privacy: privacy, now: Double(number))
    }
    try community.like(PostID(0), by: member(0), now: 4)
    for descriptor in RankerCatalogue.standard.descriptors {
      let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
      let request = FeedRequest(nil, .home, now: 5)
      expectEqual(community.walk(request, by: ranker), posts(3, 0), "\(descriptor.name)")
    }
  }
}
