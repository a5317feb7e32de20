internal import SocialFeed

/// The knowledge of the posts at their publication.
struct PostColumns: Sendable {
  /// What each impression of a post needs, side by side: one cache line instead of three.
  struct Origin: Sendable {
    let author: UInt32
    /// Seconds from the start of the run.
    let createdAt: Int32
    let category: UInt32
  }

  private(set) var origin: [Origin] = []
  private(set) var quality: [Double] = []
  private let run: RunObservation

  init(run: RunObservation) { self.run = run }

  var count: Int { origin.count }

  /// - Parameter memberCount: Members who have joined.
  mutating func add(_ post: PostObservation, memberCount: Int) {
    precondition(post.post.index == count, "post \(post.post) comes after \(count) others")
    precondition(post.author.index < memberCount, "the author of post \(post.post) has not joined")
    precondition(
      post.category.index < run.categoryCount,
      "category \(post.category) of \(run.categoryCount)")
    precondition(
      post.quality.isFinite && post.quality >= 0,
      "the quality of post \(post.post) is \(post.quality)")
    let createdAt = wholeSeconds(post.createdAt, of: "post")
    precondition(
      createdAt >= origin.last?.createdAt ?? .min, "post \(post.post) is older than the one before")
    origin.append(
      Origin(
        author: post.author.rawValue, createdAt: createdAt, category: post.category.rawValue))
    quality.append(post.quality)
  }

  /// How many posts were created before a time; they are the first ones.
  func count(createdBefore time: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Double(origin[middle].createdAt) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
