import SocialFeed

/// Looks at posts, by whoever the viewer is: each an hour ago.
final class LookMemory: ViewingHistory, @unchecked Sendable {
  /// The viewer's looks at posts, by the number of the post.
  var own: [Int: Int]
  /// Everybody's.
  var all: [Int: Int]
  var sessions: Int

  init(own: [Int: Int] = [:], all: [Int: Int] = [:], sessions: Int = 0) {
    (self.own, self.all, self.sessions) = (own, all, sessions)
  }

  func looks(of viewer: MemberID, at post: PostID, now: Double) -> Int { own[post.index] ?? 0 }

  func secondsSinceLook(of viewer: MemberID, at post: PostID, now: Double) -> Double? {
    own[post.index].map { _ in 3600 }
  }

  /// Nothing: the tests with this memory have pools that leave nothing out.
  func recentlySeen(
    by viewer: MemberID, among posts: UInt64, from base: Int, _ kind: FeedPool.Exclusion,
    now: Double, within time: Double
  ) -> UInt64 { 0 }

  func looks(at post: PostID) -> Int { all[post.index] ?? 0 }

  func sessionsLastWeek(of viewer: MemberID, now: Double) -> Int { sessions }
}
