import SocialFeed

/// Which looks are the first of a viewer at a post, including looks in the warm-up.
///
/// It takes 11 to 16 bytes for each post and member who looked at it.
struct FirstLooks: Sendable {
  /// Viewers and posts.
  private var looked = PairSet()
  /// Requests and posts.
  private var impressions = RecentImpressions()

  /// Takes note of a page's looks at others' posts.
  ///
  /// - Returns: How many are first looks.
  mutating func add(
    _ page: borrowing PageObservation, origin: [PostColumns.Origin]
  ) -> Int {
    var count = 0
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index]
      guard origin[post.index].author != page.viewer.rawValue,
        looked.insert(page.viewer.rawValue, post.rawValue)
      else { continue }
      _ = impressions.insert(request: page.request, post: post.rawValue, at: page.time)
      count += 1
    }
    return count
  }

  /// Whether an impression of the last day was a first look.
  func contains(request: UInt32, post: UInt32) -> Bool {
    impressions.contains(request: request, post: post)
  }
}
