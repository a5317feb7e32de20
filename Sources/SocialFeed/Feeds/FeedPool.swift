/// Which posts are candidates for a viewer's home feed.
///
/// Other feeds have candidates of their own by their kind (``Surface``).
public struct FeedPool: Hashable, Sendable {
  /// Whose posts are candidates.
  public enum Audience: Hashable, Sendable {
    /// The posts of all members.
    case everyone
    /// The posts of the viewer's friends and followees.
    case network
    /// The network's posts, and others' posts as discoveries, which are this share of all candidates, in
    /// `0...1`: with 0 as ``network``, with 1 as ``everyone``.
    ///
    /// A post from outside the network is a discovery with a probability in proportion to the followers of its
    /// author, plus 1, drawn once for the viewer and the post, so that a discovery stays one while the network keeps
    /// its size. What a viewer can discover thus grows with the network, not with the community. There are
    /// ``leastDiscoveries`` on average at least, so that a newcomer's feed is not empty.
    case mixed(discovery: Double)
  }

  /// What is left out for a while.
  public enum Exclusion: String, CaseIterable, Hashable, Sendable {
    case nothing
    /// What the viewer has seen.
    case seen
    /// What the viewer has opened.
    case opened
  }

  /// How many discoveries a mixed pool has on average where the network has few posts.
  public static let leastDiscoveries = 100.0

  public var audience = Audience.everyone
  public var without = Exclusion.nothing
  /// For how many seconds after the viewer's last look a post is left out; finite and not negative.
  public var exclusionTime = 7 * 86_400.0

  /// The pool of the source systems: everything by everybody, repeats allowed.
  public init() {}
}

/// What viewers have looked at and when they came, for pools that leave it out and rankers that use it.
public protocol ViewingHistory: AnyObject, Sendable {
  /// How often a viewer has looked at a post.
  func looks(of viewer: MemberID, at post: PostID, now: Double) -> Int

  /// Seconds since a viewer last looked at a post; `nil` if the viewer never did.
  func secondsSinceLook(of viewer: MemberID, at post: PostID, now: Double) -> Double?

  /// Which of up to 64 neighbouring posts a viewer looked at within a time before `now`.
  ///
  /// - Parameters:
  ///   - posts: Bit *i* for the post of index `base` + *i*.
  ///   - kind: With ``FeedPool/Exclusion/opened``, a look counts only where the viewer has opened the post.
  ///   - time: In seconds, itself included.
  /// - Returns: The bits of these posts.
  func recentlySeen(
    by viewer: MemberID, among posts: UInt64, from base: Int, _ kind: FeedPool.Exclusion,
    now: Double, within time: Double
  ) -> UInt64

  /// How often members have looked at a post, all of them together.
  func looks(at post: PostID) -> Int

  /// How many sessions a viewer has begun today and on the six days before; days begin at multiples of
  /// 86,400 seconds.
  func sessionsLastWeek(of viewer: MemberID, now: Double) -> Int
}
