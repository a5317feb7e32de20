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
  var paging = FeedPaging.keyset
  var mediaLinks: MediaLinkSigner?
  var noise: CountingNoise
  /// Random calls between two pages, at most.
  var arrivals = 0
  var habits = Habits()
}

extension RefreshPlan: CustomStringConvertible {
  var description: String {
    let viewer = viewer.map { "member \($0)" } ?? "nobody known"
    return "\(surface) by \(order) in pages of \(pageSize) by \(paging) for \(viewer)"
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
    guard var expected = slowRefresh(plan) else { return 0 }
    var request = FeedRequest(
      viewer: plan.viewer, surface: plan.surface, now: now, pageSize: plan.pageSize,
      refresh: plan.number, paging: plan.paging, mediaLinks: plan.mediaLinks, noise: plan.noise)
    var (page, pages) = (FeedPage(), 0)
    var shown: [PostID: Bool] = [:]
    var staying = staying(of: expected, plan, since: nil)
    let contests = slow.contests.count
    while true {
      request.now = now
      if case .votes = plan.order, plan.surface != .contest, slow.contests.count > contests + 1 {
        // The votes of the first page are not known any more.
        return pages
      }
      if plan.paging == .offset {
        // The order is that of the moment, of which so many pages are passed over.
        guard let whole = slowRefresh(plan) else { return pages }
        expected = whole
        if pages > 0 { _ = expected.nextPage(of: pages * plan.pageSize, in: slow) }
      }
      try! community.fill(&page, for: request, by: plan.ranker)
      let posts = expected.nextPage(of: plan.pageSize, in: slow)
      try agree(page.posts, posts, "page \(pages) of \(plan)")
      try compareColumns(of: page, request)
      if plan.paging == .keyset { try checkAreNew(posts, &shown, plan) }
      pages += 1
      guard let next = page.next else { break }
      // What a client sends back is a text.
      request.cursor = try? FeedCursor(text: next.text)
      try agree(request.cursor, next, "a cursor as text")
      for _ in 0..<Int.random(in: 0...plan.arrivals, using: &generator) {
        try makeRandomCall(plan.habits, using: &generator)
      }
      if plan.arrivals > 0 { staying = self.staying(of: expected, plan, since: staying) }
      if let viewer = plan.viewer, !slow.knows(viewer) {
        try compareRefusal(of: request, plan, viewer)
        return pages
      }
    }
    try agree(expected.nextPage(of: 1, in: slow), [], "what is left of \(plan)")
    let missing = staying.keys.filter { shown[$0] == nil }.sorted()
    try agree(missing, [], "what stayed in \(plan) and was not shown")
    if plan.arrivals > 0 && pages > 1 && !staying.isEmpty { refreshesWithArrivals += 1 }
    return pages
  }

  /// Which posts were there at a refresh's first page and belong to it at every page since, as one's
  /// own or not as at first; none where the order moves with what happens meanwhile.
  private func staying(
    of refresh: SlowRefresh, _ plan: RefreshPlan, since before: [PostID: Bool]?
  ) -> [PostID: Bool] {
    if plan.paging == .offset { return [:] }
    if case .popularity = plan.order, plan.arrivals > 0 { return [:] }
    var staying: [PostID: Bool] = [:]
    for post in slow.candidates(for: refresh) {
      let isOwn = plan.viewer.map { slow.isOwn(post, $0) } ?? false
      guard let before else {
        staying[post] = isOwn
        continue
      }
      if before[post] == isOwn { staying[post] = isOwn }
    }
    return staying
  }

  /// A viewer whose account was deleted between two pages gets no more.
  private func compareRefusal(
    of request: FeedRequest, _ plan: RefreshPlan, _ viewer: MemberID
  ) throws(Difference) {
    var page = FeedPage()
    let refusal = Result { () throws(FeedRequestError) in
      try community.fill(&page, for: request, by: plan.ranker)
    }
    guard case .failure(.unknownViewer(viewer)) = refusal else {
      throw Difference("a page for \(viewer), whose account was deleted: \(refusal)")
    }
  }

  private func slowRefresh(_ plan: RefreshPlan) -> SlowRefresh? {
    SlowRefresh(
      viewer: plan.viewer, surface: plan.surface, order: plan.order, now: now,
      number: plan.number, noise: plan.noise, in: slow)
  }

  /// Nothing comes twice, unless it fell in the order: by losing likes where these decide, or by
  /// not being one's own any more where that stands first.
  private func checkAreNew(
    _ posts: [PostID], _ shown: inout [PostID: Bool], _ plan: RefreshPlan
  ) throws(Difference) {
    if case .popularity = plan.order, plan.arrivals > 0 { return }
    for post in posts {
      let isOwn = plan.viewer.map { slow.isOwn(post, $0) } ?? false
      if let wasOwn = shown[post], !(plan.surface == .contest && wasOwn && !isOwn) {
        throw Difference("post \(post) twice in one refresh of \(plan)")
      }
      shown[post] = isOwn
    }
  }

  private func compareColumns(
    of page: FeedPage, _ request: FeedRequest
  ) throws(Difference) {
    let viewer = request.viewer
    let posts = page.posts.map { slow.posts[$0.index] }
    try agree(page.count, posts.count, "posts of a page")
    try agree(page.authors, posts.map(\.author), "authors")
    try agree(page.likeCounts, posts.map(\.likedBy.count), "like counts")
    try agree(page.saveCounts, posts.map(\.savedBy.count), "save counts")
    try agree(page.commentCounts, page.posts.map(slow.commentCount), "comment counts")
    try agree(page.contestTags, page.posts.map { slow.entry(of: $0)?.contest }, "contest tags")
    try agree(
      page.isFromFriend,
      posts.map { post in viewer.map { slow.isFriend($0, post.author) } ?? false },
      "friends")
    try agree(
      page.isLiked, posts.map { post in viewer.map(post.likedBy.contains) ?? false }, "likes")
    try agree(
      page.isSaved, posts.map { post in viewer.map(post.savedBy.contains) ?? false }, "saves")
    let links = request.mediaLinks.map { signer in
      posts.map { $0.draft.media.map { signer.link(to: $0.key, now: request.now) } }
    }
    try agree(page.mediaLinks, links ?? [], "media links")
    guard let viewer else { return }
    var states: [InteractionState] = []
    page.fill(&states)
    try agree(
      states, page.posts.compactMap { slow.interactionState(of: $0, for: viewer) },
      "states of a page")
  }
}
