import SocialFeed
import TestSupport

/// A refresh of a feed to be compared, page by page.
struct RefreshPlan {
  var viewer: MemberID?
  var surface: Surface
  var ranker: any Ranker
  var order: SlowOrder
  var number: UInt32 = 0
  var pageSize = 20
  var noise: KeyedNoise
  /// Random calls between two pages, at most.
  var arrivals = 0
  var habits = Habits()
}

extension RefreshPlan: CustomStringConvertible {
  var description: String {
    let viewer = viewer.map { "member \($0)" } ?? "nobody known"
    return "\(surface) by \(order) in pages of \(pageSize) for \(viewer)"
  }
}

extension Twins {
  /// Compares every page of a refresh, until the feed ends, with what sorting gives.
  ///
  /// - Returns: How many pages were compared; 0 when rounding decides the order.
  @discardableResult
  mutating func compareRefresh(
    _ plan: RefreshPlan, using generator: inout SeededGenerator
  ) throws(Difference) -> Int {
    let expected = SlowRefresh(
      viewer: plan.viewer, surface: plan.surface, order: plan.order, now: now,
      number: plan.number, noise: plan.noise, in: slow)
    guard var expected else { return 0 }
    var request = FeedRequest(
      viewer: plan.viewer, surface: plan.surface, now: now, pageSize: plan.pageSize,
      refresh: plan.number, noise: plan.noise)
    var (page, shown, pages) = (FeedPage(), Set<PostID>(), 0)
    while true {
      request.now = now
      community.fill(&page, for: request, by: plan.ranker)
      let posts = expected.nextPage(of: plan.pageSize, in: slow)
      try agree(page.posts, posts, "page \(pages) of \(plan)")
      try compareColumns(of: page, for: plan.viewer)
      for post in posts where !shown.insert(post).inserted {
        throw Difference(description: "post \(post) twice in one refresh of \(plan)")
      }
      pages += 1
      guard let next = page.next else { break }
      request.cursor = next
      for _ in 0..<Int.random(in: 0...plan.arrivals, using: &generator) {
        try makeRandomCall(plan.habits, using: &generator)
      }
    }
    try agree(expected.nextPage(of: 1, in: slow), [], "what is left of \(plan)")
    return pages
  }

  private func compareColumns(of page: FeedPage, for viewer: MemberID?) throws(Difference) {
    let posts = page.posts.map { slow.posts[$0.index] }
    try agree(page.count, posts.count, "posts of a page")
    try agree(page.authors, posts.map(\.author), "authors")
    try agree(page.likeCounts, posts.map(\.likedBy.count), "like counts")
    try agree(page.commentCounts, posts.map(\.comments), "comment counts")
    try agree(page.contestTags, page.posts.map { slow.entry(of: $0)?.contest }, "contest tags")
    try agree(
      page.isFromFriend,
      posts.map { post in viewer.map { slow.isFriend($0, post.author) } ?? false },
      "friends")
    try agree(
      page.isLiked, posts.map { post in viewer.map(post.likedBy.contains) ?? false }, "likes")
    try agree(
      page.isSaved, posts.map { post in viewer.map(post.savedBy.contains) ?? false }, "saves")
  }
}
