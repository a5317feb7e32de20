package import FeedMetrics
package import SocialFeed

/// The posts and the actions on them, in the form of a log of posts and actions; others' actions count from the end of
/// the warm-up on.
package struct PostColumns: Sendable, Hashable {
  /// One post and what it received since the end of the warm-up.
  package struct Post: Sendable, Hashable {
    package let author: MemberID
    package let category: CategoryID
    /// Seconds from the start of the run; negative for the initial posts.
    package let createdAt: Double
    package fileprivate(set) var looks = 0
    /// Looks at it in a contest's feed.
    package fileprivate(set) var contestLooks = 0
    package fileprivate(set) var opens = 0
    /// Likes that were not taken back.
    package fileprivate(set) var likes = 0
    package fileprivate(set) var comments = 0
    package fileprivate(set) var saves = 0
    package fileprivate(set) var votes = 0
  }

  /// In order of identifier.
  package fileprivate(set) var posts: [Post] = []
  /// Seconds from a post of the measured time to each like and comment; zeros are excluded.
  package fileprivate(set) var likeDelays: [Double] = []
  package fileprivate(set) var commentDelays: [Double] = []
  /// Posts and comments of each member in the measured time, in order of identifier.
  package fileprivate(set) var actionsOfMember: [Int] = []
  /// Seconds between a member's successive posts or comments; zeros are excluded.
  package fileprivate(set) var actionGaps: [Double] = []
  /// Seconds between an author's successive uploads; zeros, as within a batch, are excluded.
  package fileprivate(set) var uploadGaps: [Double] = []
  /// Seconds between successive uploads of anybody; zeros are excluded.
  package fileprivate(set) var arrivalGaps: [Double] = []
  package fileprivate(set) var categoryCount = 0
  /// The measured time in seconds.
  package fileprivate(set) var window = 0.0..<0.0

  /// The posts of the measured time.
  package var published: [Post] { posts.filter { window.contains($0.createdAt) } }

  /// The posts of the measured time that are a day old at its end, so that each had time to be seen.
  package var settled: [Post] { published.filter { $0.createdAt <= window.upperBound - 86_400 } }

  /// Posts of each member in the measured time, in order of identifier.
  package var postsOfMember: [Int] {
    var counts = [Int](repeating: 0, count: actionsOfMember.count)
    for post in published { counts[post.author.index] += 1 }
    return counts
  }
}

/// Collects the posts of a run.
package final class PostSink: ObservationSink {
  package private(set) var columns = PostColumns()
  /// The times of each member's last action and upload, and of the last upload of all.
  private var lastAction: [Double] = []
  private var lastUpload: [Double] = []
  private var lastArrival = Double.nan

  package init() {}

  package func begin(_ run: RunObservation) {
    columns.window = run.windowStart..<run.duration
    columns.categoryCount = run.categoryCount
  }

  package func observe(_ member: MemberObservation) {
    columns.actionsOfMember.append(0)
    lastAction.append(.nan)
    lastUpload.append(.nan)
  }

  package func observe(_ post: PostObservation) {
    columns.posts.append(
      PostColumns.Post(
        author: post.author, category: post.category, createdAt: post.createdAt))
    guard columns.window.contains(post.createdAt) else { return }
    let author = post.author.index
    Self.add(post.createdAt, after: &lastUpload[author], to: &columns.uploadGaps)
    Self.add(post.createdAt, after: &lastArrival, to: &columns.arrivalGaps)
    act(author, at: post.createdAt)
  }

  package func observe(_ page: borrowing PageObservation) {
    guard columns.window.contains(page.time) else { return }
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index].index
      guard columns.posts[post].author != page.viewer else { continue }
      columns.posts[post].looks += 1
      if page.surface == .contest { columns.posts[post].contestLooks += 1 }
    }
  }

  package func observe(_ interaction: InteractionObservation) {
    guard columns.window.contains(interaction.time) else { return }
    if interaction.kind == .comment { act(interaction.member.index, at: interaction.time) }
    let post = columns.posts[interaction.post.index]
    guard post.author != interaction.member else { return }
    receive(interaction.kind, interaction.post.index)
    let delay = interaction.time - post.createdAt
    guard delay > 0, columns.window.contains(post.createdAt) else { return }
    if interaction.kind == .like { columns.likeDelays.append(delay) }
    if interaction.kind == .comment { columns.commentDelays.append(delay) }
  }

  private func receive(_ kind: InteractionKind, _ post: Int) {
    switch kind {
    case .view: columns.posts[post].opens += 1
    case .like: columns.posts[post].likes += 1
    // A like of the warm-up may be taken back after it.
    case .unlike: columns.posts[post].likes = max(0, columns.posts[post].likes - 1)
    case .comment: columns.posts[post].comments += 1
    case .save: columns.posts[post].saves += 1
    case .unsave: columns.posts[post].saves = max(0, columns.posts[post].saves - 1)
    case .vote: columns.posts[post].votes += 1
    }
  }

  private func act(_ member: Int, at time: Double) {
    columns.actionsOfMember[member] += 1
    Self.add(time, after: &lastAction[member], to: &columns.actionGaps)
  }

  /// Adds the gap since the last time, if there was one and the gap is above 0.
  private static func add(_ time: Double, after last: inout Double, to gaps: inout [Double]) {
    if time > last { gaps.append(time - last) }
    last = time
  }
}
