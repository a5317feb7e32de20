import SocialFeed
import TestSupport
import Testing

/// A ranker as a package outside would write it, by public API alone: the posts with the longest captions
/// first.
private struct LongestFirst: Ranker {
  func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let bound = request.cursor?.bound ?? community.bound(of: request.surface)
    var candidates: [PostID] = []
    community.forEachCandidate(for: request, bound: bound) { candidates.append($0) }
    let length = { [community = copy community] (post: PostID) in
      community.post(post)?.caption.count ?? 0
    }
    candidates.sort { (length($0), $0) > (length($1), $1) }
    // A client may have changed the position.
    let start = min(Int(request.cursor?.ownPosition?.first ?? 0), candidates.count)
    for post in candidates[start...].prefix(request.pageSize) { page.append(post) }
    if start + page.count < candidates.count {
      page.end(at: request.cursor(at: [UInt8(start + page.count)], in: community))
    }
  }
}

/// A ranker that appends what nobody should see.
private struct Careless: Ranker {
  let appended: [PostID]

  func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    for post in appended { page.append(post) }
  }
}

@Suite struct OwnRankerTests {
  private func community() throws -> Community {
    var community = Community(members: 4)
    for (number, length) in [3, 9, 1, 9, 4, 0, 7].enumerated() {
      try community.publish(
        author: member(1), category: category(0), caption: String(repeating: "a", count: length),
        now: Double(number))
    }
    return community
  }

  @Test func `a ranker from outside serves several pages, from cursors and from their texts`()
    throws
  {
    let community = try community()
    var (shown, text): ([PostID], String?) = ([], nil)
    repeat {
      let cursor = try text.map { try FeedCursor(text: $0) }
      let page = try community.page(
        .home, for: member(0), now: 9, pageSize: 2, cursor: cursor, by: LongestFirst())
      shown += page.posts
      text = page.next?.text
    } while text != nil
    expectEqual(shown, posts(3, 1, 6, 4, 0, 2, 5))
    let request = FeedRequest(member(0), .home, now: 9, pageSize: 3)
    expectEqual(community.walk(request, by: LongestFirst()), shown)
    // Inside a reranker, and by offset.
    expectEqual(
      community.walk(request, by: DiversityRanker(of: LongestFirst(), lambda: 1, window: 2)), shown)
    var byOffset = request
    byOffset.paging = .offset
    expectEqual(community.walk(byOffset, by: LongestFirst()), shown)
  }

  @Test func `what nobody may see, doubles and what is too long never reach a viewer`() throws {
    var community = try community()
    let hidden = try community.publish(
      author: member(1), category: category(0), privacy: .onlyMe, now: 8)
    let own = try community.publish(author: member(0), category: category(0), now: 8)
    try community.delete(PostID(2), by: member(1), now: 0)
    let all = [hidden, PostID(1), PostID(1), PostID(2), own, PostID(99), PostID(3), PostID(4)]
    let ranker = Careless(appended: all)
    func page(_ surface: Surface, _ size: Int = 20) throws -> [PostID] {
      try community.page(surface, for: member(0), now: 9, pageSize: size, by: ranker).posts
    }
    try expectEqual(page(.home), posts(1, 3, 4))
    try expectEqual(page(.home, 2), posts(1, 3))
    try expectEqual(page(.latest), [PostID(1), own, PostID(3), PostID(4)])
    try expectEqual(page(.friends), [own])
    #expect(try page(.following) == [] && page(.contest) == [])
    community.rotateContests(now: 9)
    try community.enter(PostID(4), by: member(1), now: 9)
    try expectEqual(page(.contest), posts(4))
    let reranked = try community.page(
      .home, for: member(0), now: 9, by: DiversityRanker(of: ranker, lambda: 1))
    expectEqual(reranked.posts, posts(1, 3, 4))
  }

  @Test func `rankers without a fingerprint of their own are distinguished by their types`() {
    #expect(LongestFirst().fingerprint != Careless(appended: []).fingerprint)
    expectEqual(LongestFirst().fingerprint, RankerFingerprint("LongestFirst"))
    let one = RankerFingerprint("warm").with(1).with(2.0)
    #expect(one != RankerFingerprint("warm").with(2.0).with(1) && one != RankerFingerprint("warm"))
  }

  @Test func `candidates and their features are there for rankers from outside`() throws {
    let community = try community()
    let request = FeedRequest(member(0), .home, now: 9)
    let candidates = try #require(
      Candidates(posts(0, 1, 99), [.ageHours], for: request, from: community))
    #expect(candidates.posts == posts(0, 1) && candidates[.ageHours][0] == 9.0 / 3600)
    let nobody = Candidates(posts(0), .all, for: FeedRequest(nil, .home, now: 9), from: community)
    #expect(nobody == nil)
    var count = 0
    for bound in [-1, .max] {
      community.forEachCandidate(for: request, bound: bound) { _ in count += 1 }
    }
    community.forEachCandidate(for: FeedRequest(member(9), .friends, now: 9), bound: 5) { _ in
      count += 1
    }
    expectEqual(count, 7)
  }
}
