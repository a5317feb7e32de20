/// Maximal marginal relevance: the next post is that which is high in another ranker's order and
/// unlike all that were chosen before it.
///
///     value = lambda · rank score − (1 − lambda) · max similarity to the posts chosen before
///     similarity = category · [same category] + author · [same author]
///
/// within windows of the other order; among equals the higher in that order comes first. What was
/// chosen in an earlier window does not count, and two posts without a category are not of the same.
///
/// Source: Carbonell & Goldstein, *The Use of MMR*, SIGIR 1998.
public struct DiversityRanker: Reranker {
  public static let descriptor = RankerDescriptor(
    name: "diversity", summary: "Another ranker's order with unlike posts next to each other.",
    order: "next is the highest lambda x rank score - (1 - lambda) x the greatest of "
      + "category x [same category] + author x [same author] to posts chosen before; "
      + "rank score = 1 - position / window in the order of another ranker",
    parameters: [
      RankerParameter(
        name: "lambda", summary: "What the other order counts; the rest is for being unlike.",
        defaultValue: 0.7, range: 0...1),
      .window,
      .weight("category", "How alike two posts of a category are.", 0.5, range: 0...1),
      .weight("author", "How alike two posts of an author are.", 0.5, range: 0...1),
    ],
    source: "Carbonell & Goldstein, SIGIR 1998",
    rerank: { values, inner in
      DiversityRanker(
        of: inner, lambda: values[0], window: Int(values[1]), category: values[2],
        author: values[3])
    })

  /// The ranker whose order is changed.
  public let inner: any Ranker
  /// How many posts of that order are ordered together.
  public let window: Int
  /// What the other order counts, in `0...1`.
  public let lambda: Double
  /// How alike two posts of a category, and two of an author, are.
  public let category, author: Double

  /// - Precondition: The window is at least 1, lambda in `0...1`, and the weights are finite and not
  ///   negative.
  package init(
    of inner: any Ranker, lambda: Double = 0.7, window: Int = 100, category: Double = 0.5,
    author: Double = 0.5
  ) {
    require(window >= 1, "the window of a ranker is \(window) posts, not 1 or more")
    require(lambda >= 0 && lambda <= 1, "the lambda of a ranker is \(lambda), not from 0 to 1")
    for weight in [category, author] {
      require(
        weight >= 0 && weight.isFinite,
        "a weight of a ranker is \(weight), not finite and at least 0")
    }
    self.inner = inner
    self.lambda = lambda
    self.window = window
    self.category = category
    self.author = author
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(lambda).with(window).with(category).with(author).with(inner.fingerprint)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  /// - Complexity: O(window × (posts shown of it + limit)).
  func order(_ window: RankedWindow, limit: Int) -> [RankedWindow.Choice] {
    var rest = window.posts.filter { !$0.isShown }
    var similarity = [Double](repeating: 0, count: rest.count)
    for post in window.shown { note(post, among: rest, in: &similarity) }
    var chosen: [RankedWindow.Choice] = []
    while chosen.count < limit, !rest.isEmpty {
      var (best, bestValue) = (0, -Double.infinity)
      for index in rest.indices {
        let value = lambda * rest[index].rankScore - (1 - lambda) * similarity[index]
        if value > bestValue { (best, bestValue) = (index, value) }
      }
      let next = rest.remove(at: best)
      similarity.remove(at: best)
      chosen.append(RankedWindow.Choice(next, score: bestValue))
      note(next, among: rest, in: &similarity)
    }
    return chosen
  }

  /// Raises the greatest similarities of posts by one that was chosen.
  private func note(
    _ chosen: RankedWindow.RankedPost, among posts: [RankedWindow.RankedPost],
    in similarity: inout [Double]
  ) {
    let category = chosen.hasCategory ? category : 0
    for index in posts.indices {
      let alike =
        (posts[index].category == chosen.category ? category : 0)
        + (posts[index].author == chosen.author ? author : 0)
      if alike > similarity[index] { similarity[index] = alike }
    }
  }
}
