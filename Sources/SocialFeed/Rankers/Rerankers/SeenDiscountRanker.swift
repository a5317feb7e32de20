internal import PortableMath

/// Another ranker's order in which posts sink each time the viewer looks at them: the rank score of a post that the
/// viewer has looked at *n* times is multiplied by discount^*n*.
///
/// Source: impression discounting, Lee, Lakshmanan, Tiwari & Shah, KDD 2014.
public struct SeenDiscountRanker: Reranker {
  public static let descriptor = RankerDescriptor(
    name: "seen-discount",
    summary: "Another ranker's order in which posts sink each time the viewer looks at them.",
    order: "rank score x discount^n for a post that the viewer has looked at n times, descending; "
      + "rank score = 1 - position / window in the order of another ranker",
    parameters: [
      RankerParameter(
        name: "discount", summary: "What is left of the score of a post after each look.",
        defaultValue: 0.5, range: 0...1),
      .window,
    ],
    rerank: { SeenDiscountRanker(of: $1, discount: $0[0], window: Int($0[1])) })

  /// The ranker whose order is changed.
  public let inner: any Ranker
  /// How many posts of that order are ordered together.
  public let window: Int
  /// What is left of the score of a post after each look, in `0...1`.
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

  var features: [RankerFeature] { [.timesSeen] }

  /// - Complexity: O(window × log window).
  func order(_ window: RankedWindow, limit: Int) -> [RankedWindow.Choice] {
    var scored: [(score: Double, position: Int)] = []
    for (position, post) in window.posts.enumerated() where !post.isShown {
      let looks = window.looks(post.post)
      let factor = looks == 0 ? 1 : Portable.pow(discount, Double(looks))
      scored.append((post.rankScore * factor, position))
    }
    scored.sort { ($1.score, $0.position) < ($0.score, $1.position) }
    return scored.prefix(limit).map {
      RankedWindow.Choice(window.posts[$0.position], score: $0.score)
    }
  }
}
