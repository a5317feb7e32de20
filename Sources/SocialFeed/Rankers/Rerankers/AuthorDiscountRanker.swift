/// Another ranker's order in which an author's further posts sink: the rank score of the *k*-th post
/// of an author in a window is multiplied by discount^(*k* − 1).
public struct AuthorDiscountRanker: Reranker {
  public static let descriptor = RankerDescriptor(
    name: "author-discount",
    summary: "Another ranker's order in which an author's further posts sink.",
    order: "rank score x discount^(k - 1) for the k-th post of an author in a window, descending; "
      + "rank score = 1 - position / window in the order of another ranker",
    parameters: [
      RankerParameter(
        name: "discount", summary: "What is left of the score of an author's next post.",
        defaultValue: 0.5, range: 0...1),
      .window,
    ],
    rerank: { AuthorDiscountRanker(of: $1, discount: $0[0], window: Int($0[1])) })

  /// The ranker whose order is changed.
  public let inner: any Ranker
  /// How many posts of that order are ordered together.
  public let window: Int
  /// What is left of the score of an author's next post, in `0...1`.
  public let discount: Double

  /// - Precondition: The window is at least 1 and the discount in `0...1`.
  package init(of inner: any Ranker, discount: Double = 0.5, window: Int = 100) {
    require(window >= 1, "the window of a ranker is \(window) posts, not 1 or more")
    require(
      discount >= 0 && discount <= 1, "the discount of a ranker is \(discount), not from 0 to 1")
    self.inner = inner
    self.discount = discount
    self.window = window
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(discount).with(window).with(inner.fingerprint)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  /// - Complexity: O(window × log window).
  func order(_ window: RankedWindow, limit: Int) -> [RankedWindow.Choice] {
    var factors: [MemberID: Double] = [:]
    var scored: [(score: Double, position: Int)] = []
    for (position, post) in window.posts.enumerated() {
      let factor = factors[post.author] ?? 1
      factors[post.author] = factor * discount
      if !post.isShown { scored.append((post.rankScore * factor, position)) }
    }
    scored.sort { ($1.score, $0.position) < ($0.score, $1.position) }
    return scored.prefix(limit).map {
      RankedWindow.Choice(window.posts[$0.position], score: $0.score)
    }
  }
}
