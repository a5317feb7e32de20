/// A refresh that may have several pages.
struct RefreshID: Hashable, Sendable {
  let viewer: MemberID
  /// Its number among the viewer's refreshes.
  let number: UInt32
  /// The clock at its first page.
  let beganAt: Double

  init(viewer: MemberID, number: UInt32, beganAt: Double) {
    (self.viewer, self.number, self.beganAt) = (viewer, number, beganAt)
  }

  /// The refresh that candidates are of.
  init(_ candidates: borrowing Candidates) {
    self.init(viewer: candidates.viewer, number: candidates.refresh, beganAt: candidates.now)
  }
}

/// The order in which a refresh stands still, or what was served in it so far.
struct FrozenPosts: Sendable {
  let posts: [PostID]
  /// Whether all candidates of the refresh are among them.
  let isWhole: Bool

  init(_ posts: [PostID], isWhole: Bool = false) { (self.posts, self.isWhole) = (posts, isWhole) }
}

/// What stands still of each viewer's newest refreshes, where it cannot be worked out again: orders, scores, or the posts
/// that were served so far.
///
/// A ranker that gives an order, one that learns and one that serves its own pages may answer in another way the next
/// time. Two refreshes of a viewer are kept, since a member of a world has at most two devices, each with a screen of its
/// own. Older ones are forgotten, so that there is room: a screen that is resumed after two newer refreshes goes on by what
/// the ranker answers then.
struct FrozenRefreshes<Content: Sendable>: Sendable {
  private struct Refresh: Sendable {
    let id: RefreshID
    let content: Content
  }

  /// How many refreshes of a viewer are kept.
  static var kept: Int { 2 }

  /// The newest first.
  private var newest: [MemberID: [Refresh]] = [:]

  /// What was kept of a refresh; `nil` where it is none of the newest.
  subscript(refresh: RefreshID) -> Content? {
    newest[refresh.viewer]?.first { $0.id == refresh }?.content
  }

  /// Keeps what stands still of a refresh, which is the viewer's newest from now on.
  mutating func keep(_ content: Content, of refresh: RefreshID) {
    var refreshes = newest[refresh.viewer] ?? []
    refreshes.removeAll { $0.id == refresh }
    refreshes.insert(Refresh(id: refresh, content: content), at: 0)
    newest[refresh.viewer] = Array(refreshes.prefix(Self.kept))
  }
}
