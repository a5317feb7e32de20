import SocialFeed
import TestSupport
import Testing

@Suite struct OffsetPagingTests {
  /// Pages of 2 of a feed newest first, with what is done before each after the first.
  private func walk(
    _ paging: FeedPaging, of community: Community, _ surface: Surface = .latest,
    by ranker: any Ranker = RecencyRanker(), between: (inout Community) throws -> Void = { _ in }
  ) rethrows -> [PostID] {
    var community = community
    var request = FeedRequest(member(0), surface, now: 10, pageSize: 2)
    request.paging = paging
    var shown: [PostID] = []
    while true {
      let page = community.page(request, by: ranker)
      shown += page.posts
      guard let next = page.next else { return shown }
      request.cursor = next
      try between(&community)
    }
  }

  private func community(posts: Int) throws -> Community {
    var community = Community(members: 3)
    for number in 0..<posts {
      try community.publish(author: member(1), category: category(number % 4), now: 0)
    }
    return community
  }

  @Test func `a publication between two pages pushes a post onto two, but not by keyset`() throws {
    let community = try community(posts: 4)
    var arrivals = 0
    func publish(_ community: inout Community) throws {
      arrivals += 1
      guard arrivals == 1 else { return }
      try community.publish(author: member(1), category: category(0), now: 1)
    }
    // 3 2, then of 4 3 2 1 0 the positions 2 and 3, then 4.
    try expectEqual(walk(.offset, of: community, between: publish), posts(3, 2, 2, 1, 0))
    arrivals = 0
    try expectEqual(walk(.keyset, of: community, between: publish), posts(3, 2, 1, 0))
  }

  @Test func `a deletion between two pages hides a post, but not by keyset`() throws {
    let community = try community(posts: 5)
    func delete(_ community: inout Community) throws {
      if community.deletedPostCount == 0 { try community.delete(PostID(4), by: member(1), now: 0) }
    }
    // 4 3, then of 3 2 1 0 the positions 2 and 3: post 2 is skipped.
    try expectEqual(walk(.offset, of: community, between: delete), posts(4, 3, 1, 0))
    try expectEqual(walk(.keyset, of: community, between: delete), posts(4, 3, 2, 1, 0))
  }

  @Test func `where nothing changes the pages are those of keyset paging, for every ranker`() {
    var continued = 0
    forEachSeed(30) { seed, generator in
      var twins = Twins()
      for _ in 0..<300 { try twins.makeRandomCall(.staying, using: &generator) }
      for surface in Surface.allCases {
        for descriptor in RankerCatalogue.standard.descriptors
        where descriptor.surfaces.contains(surface) {
          guard !descriptor.isReference, !descriptor.takesFormula else { continue }
          let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
          var request = FeedRequest(
            viewer: generator.unit() < 0.2 ? nil : member(0), surface: surface, now: twins.now,
            pageSize: Int.random(in: 1...9, using: &generator), noise: CountingNoise())
          guard twins.community.memberCount > 0 else { continue }
          let expected = twins.community.walk(request, by: ranker)
          request.paging = .offset
          try agree(
            twins.community.walk(request, by: ranker), expected, "\(surface) by \(descriptor.name)")
          if expected.count > request.pageSize { continued += 1 }
        }
      }
    }
    #expect(continued > 20)
  }

  @Test func `a page of positions beyond the end is empty and the last`() throws {
    var community = try community(posts: 4)
    var request = FeedRequest(member(0), .latest, now: 10, pageSize: 4)
    request.paging = .offset
    request.cursor = community.page(request, by: RecencyRanker()).next
    for number in 0..<3 { try community.delete(PostID(number), by: member(1), now: 0) }
    let page = community.page(request, by: RecencyRanker())
    #expect(page.count == 0 && page.next == nil && page.authors.isEmpty)
  }

  @Test func `a cursor of the other paging starts the feed again`() throws {
    let community = try community(posts: 4)
    for (paging, other) in [(FeedPaging.keyset, FeedPaging.offset), (.offset, .keyset)] {
      var request = FeedRequest(member(0), .latest, now: 10, pageSize: 2)
      request.paging = paging
      let first = community.page(request, by: RecencyRanker())
      request.cursor = first.next
      #expect(!community.page(request, by: RecencyRanker()).startedAgain)
      request.paging = other
      let again = community.page(request, by: RecencyRanker())
      #expect(again.startedAgain && again.posts == first.posts && !first.startedAgain)
      request.cursor = again.next
      expectEqual(community.page(request, by: RecencyRanker()).posts, posts(1, 0))
    }
  }

  @Test func `any offset can be asked for by itself`() throws {
    let community = try community(posts: 5)
    var request = FeedRequest(member(0), .latest, now: 10, pageSize: 2)
    request.paging = .offset
    for (offset, expected) in [
      (0, posts(4, 3)), (3, posts(1, 0)), (4, posts(0)), (5, []), (.max, []),
    ] {
      request.offset = offset
      expectEqual(community.page(request, by: RecencyRanker()).posts, expected)
    }
    request.offset = 1
    request.cursor = community.page(request, by: RecencyRanker()).next
    expectEqual(community.page(request, by: RecencyRanker()).posts, posts(1, 0))
  }
}
