/// What a ranker that serves its own pages did wrong with a position of a page: the post is left out and the breach is
/// counted.
public enum ServeBreach: UInt8, CaseIterable, Hashable, Sendable {
  /// The post does not exist, and never did.
  case unknown
  /// The post does not belong in the feed for the viewer: its author is blocked or private, or the feed is not of it.
  case hidden
  /// The post was deleted.
  case deleted
  /// The post is the viewer's own, in a feed of others' posts whose page may not have them (``ServedPage/mayHaveOwn``).
  case own
  /// The refresh has the post already.
  case duplicate
  /// The page had the requested number of posts already.
  case excess
}

/// How many positions of a page were breaches, of each kind.
public struct ServeBreaches: Hashable, Sendable {
  /// By the number of the kind.
  private var counts = SIMD8<UInt32>.zero

  public init() {}

  /// How many there were of a kind.
  public subscript(breach: ServeBreach) -> Int {
    get { Int(counts[Int(breach.rawValue)]) }
    set { counts[Int(breach.rawValue)] = UInt32(newValue) }
  }

  /// How many there were of all kinds.
  public var total: Int { ServeBreach.allCases.reduce(0) { $0 + self[$1] } }

  /// Whether no breach was counted.
  public var isEmpty: Bool { counts == .zero }

  /// Adds the breaches of another page.
  public static func += (left: inout ServeBreaches, right: ServeBreaches) {
    left.counts &+= right.counts
  }
}
