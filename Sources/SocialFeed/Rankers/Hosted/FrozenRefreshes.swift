/// The posts of each viewer's newest refresh, where they cannot be worked out again: in the order in which it stands
/// still, or as they were served so far.
///
/// A ranker that gives an order, one that learns and one that serves its own pages may answer in another way the next
/// time. Older refreshes are forgotten: a world has one screen a viewer, and room is for a list of posts a viewer.
struct FrozenRefreshes: Sendable {
  private struct Refresh: Sendable {
    let number: UInt32
    /// The clock at its first page.
    let beganAt: Double
    var posts: [PostID]
  }

  private var newest: [MemberID: Refresh] = [:]

  /// The posts of a refresh; `nil` where it is not the newest one of its viewer that was kept.
  ///
  /// - Parameter beganAt: The clock at its first page.
  func posts(of viewer: MemberID, refresh: UInt32, beganAt: Double) -> [PostID]? {
    guard let newest = newest[viewer], newest.number == refresh, newest.beganAt == beganAt else {
      return nil
    }
    return newest.posts
  }

  /// Keeps the posts of a refresh, which is the viewer's newest from now on.
  mutating func keep(
    _ posts: [PostID], of viewer: MemberID, refresh: UInt32, beganAt: Double
  ) {
    newest[viewer] = Refresh(number: refresh, beganAt: beganAt, posts: posts)
  }
}

extension FrozenRefreshes {
  /// The order of the refresh that candidates are of; `nil` where it is not the newest one that was kept.
  func order(of candidates: borrowing Candidates) -> [PostID]? {
    posts(of: candidates.viewer, refresh: candidates.refresh, beganAt: candidates.now)
  }

  /// Keeps the order of the refresh that candidates are of.
  mutating func keep(order: [PostID], of candidates: borrowing Candidates) {
    keep(order, of: candidates.viewer, refresh: candidates.refresh, beganAt: candidates.now)
  }
}
