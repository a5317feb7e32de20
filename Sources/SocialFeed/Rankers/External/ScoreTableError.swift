/// Why scores that were worked out elsewhere were refused.
public enum ScoreTableError: Error, Hashable, Sendable {
  /// The score of missing rows is not finite.
  case missing(Double)
  /// A score that is not finite.
  case score(Double, of: PostID)
  /// The row of this post has a world or a viewer where the first row has none, or the other way round.
  case mixedRows(PostID)
  /// A post has two scores for one world and viewer.
  case twoScores(of: PostID)
}

extension ScoreTableError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .missing(let score): "the score of what is missing is \(score), which is not finite"
    case .score(let score, let post): "post \(post) has the score \(score), which is not finite"
    case .mixedRows(let post):
      "either all rows have a world or none, and either all have a viewer or none; that of post"
        + " \(post) differs from the first"
    case .twoScores(let post): "post \(post) has two scores for one world and viewer"
    }
  }
}
