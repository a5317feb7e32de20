import SocialFeed
import TestSupport
import Testing

/// Scores that change while the viewer scrolls, because of what was shown and looked at.
@Suite struct ChangingScoresTests {
  private func community(posts count: Int) throws -> Community {
    var community = Community(members: 8)
    for number in 0..<count {
      try community.publish(
        author: member(1 + number * 5 % 7), category: category(0), now: Double(number))
    }
    return community
  }

  /// Pages of a refresh whose viewer looks at all that a page shows before the next, as their posts.
  private func pages(
    _ request: FeedRequest, by ranker: any Ranker, of community: borrowing Community
  ) -> [[PostID]] {
    var (request, pages, memory) = (request, [[PostID]](), LookMemory())
    request.history = memory
    repeat {
      let page = community.page(request, by: ranker)
      pages.append(page.posts)
      request.shown += page.posts
      request.sessionLooks += page.count
      for post in page.posts {
        memory.own[post.index, default: 0] += 1
        memory.all[post.index, default: 0] += 1
      }
      request.cursor = page.next
    } while request.cursor != nil && pages.count < 100
    return pages
  }

  @Test(arguments: [
    "0 - times_seen", "hours_since_seen", "0 - looks", "opens_per_look", "likes_per_look",
    "0 - author_shown", "uniform(0, 1) * if(session_depth > 10, 1, -1)",
  ])
  func `each post comes once, whatever its looks do to its score`(text: String) throws {
    let community = try community(posts: 60)
    let ranker = try FormulaRanker(ScoreFormula(text), pool: 40)
    for pageSize in [1, 3, 20, 100] {
      let request = FeedRequest(member(0), .home, now: 60, pageSize: pageSize)
      let shown = pages(request, by: ranker, of: community).flatMap(\.self)
      #expect(shown.count == 60 && Set(shown).count == 60, "\(text), pages of \(pageSize)")
      // The 20 behind the pool are newest first.
      expectEqual(Array(shown.suffix(20)), (0..<20).reversed().map { PostID($0) })
    }
  }

  @Test func `a page has the best of what was not shown`() throws {
    // Authors of posts 0 to 6: 1, 6, 4, 2, 7, 5, 3; of 7 to 9: 1, 6, 4.
    let community = try community(posts: 10)
    let ranker = try FormulaRanker(ScoreFormula("0 - 10 * author_shown - age_hours"))
    let request = FeedRequest(member(0), .home, now: 10, pageSize: 4)
    // First the newest, by authors 4, 6, 1 and 3; then others by 5, 7 and 2 before the second by any, who
    // all have one: the newest of those is post 2.
    expectEqual(
      pages(request, by: ranker, of: community),
      [
        posts(9, 8, 7, 6), posts(5, 4, 3, 2), posts(1, 0),
      ])
  }

  @Test func `without what was shown, pages go on behind the last score`() throws {
    let community = try community(posts: 6)
    let ranker = try FormulaRanker(ScoreFormula("0 - times_seen"))
    var request = FeedRequest(member(0), .home, now: 10, pageSize: 3)
    request.cursor = community.page(request, by: ranker).next
    request.history = LookMemory(own: [5: 1, 4: 1, 3: 1])
    // 5, 4 and 3 have −1 now and come behind the last score, 0 of post 3, once more.
    expectEqual(community.walk(request, by: ranker), posts(2, 1, 0, 5, 4, 3))
  }

  @Test func `windows of another ranker go by the score alone`() throws {
    let community = try community(posts: 30)
    let inner = try FormulaRanker(ScoreFormula("0 - looks"), pool: 1000)
    let ranker = AuthorDiscountRanker(of: inner, window: 30)
    #expect(ranker.changesByLooks)
    let request = FeedRequest(member(0), .home, now: 30, pageSize: 4)
    let shown = pages(request, by: ranker, of: community).flatMap(\.self)
    #expect(shown.count == 30 && Set(shown).count == 30)
  }

  @Test func `only what a ranker reads makes its scores change`() throws {
    #expect(!RecencyRanker().changesByLooks)
    #expect(try !ScoreFormula("likes + views - age_hours + affinity_share").features.changesByLooks)
    #expect(try ScoreFormula("likes - times_seen").features.changesByLooks)
    #expect(FeatureSet.all.changesByLooks)
  }
}
