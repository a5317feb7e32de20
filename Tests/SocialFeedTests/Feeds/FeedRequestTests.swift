import SocialFeed
import TestSupport
import Testing

@Suite struct FeedRequestTests {
  @Test func `a request is by default for the first page of twenty`() {
    let request = FeedRequest(
      viewer: nil, surface: .latest, now: 5, noise: CountingNoise())
    #expect(request.pageSize == 20 && request.cursor == nil && request.refresh == 0)
  }

  @Test(arguments: Surface.allCases)
  func `what is published between pages waits for the next refresh`(surface: Surface) throws {
    var community = Community(members: 2)
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(0), member(1), now: 0)
    community.rotateContests(now: 0)
    func publish() throws {
      let post = try community.publish(author: member(1), category: category(0), now: 0)
      try community.enter(post, by: member(1), now: 0)
    }
    for _ in 0..<10 { try publish() }
    for ranker in [RecencyRanker(), PopularityRanker()] as [any Ranker] {
      let before = community.postCount
      var request = FeedRequest(member(0), surface, now: 0, pageSize: 3)
      var shown: [PostID] = []
      repeat {
        let page = community.page(request, by: ranker)
        shown += page.posts
        request.cursor = page.next
        try publish()
      } while request.cursor != nil
      expectEqual(shown, (0..<before).reversed().map { PostID($0) })
    }
  }

  @Test func `a page may be larger than any feed`() throws {
    var community = Community(members: 2)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    let request = FeedRequest(member(0), .home, now: 5, pageSize: FeedRequest.pageSizeLimit)
    for ranker: any Ranker in [RecencyRanker(), AffinityRanker(), PopularityRanker()] {
      expectEqual(community.page(request, by: ranker).posts, posts(2, 1, 0))
    }
  }
}
