/// The scores of the first page of a refresh, by a ranker that learns: at the next page it would give others.
struct FrozenScores: Sendable {
  private let posts: [PostID]
  private let scores: [Double]

  init(_ scores: Span<Double>, of candidates: borrowing Candidates) {
    posts = candidates.posts
    self.scores = scores.indices.map { scores[$0] }
  }

  /// The scores of candidates of the refresh, −∞ for those that were not there at its first page.
  func scores(of candidates: borrowing Candidates) -> [Double] {
    if posts == candidates.posts { return scores }
    let scores = Dictionary(uniqueKeysWithValues: zip(posts, scores))
    return candidates.posts.map { scores[$0] ?? -.infinity }
  }
}
