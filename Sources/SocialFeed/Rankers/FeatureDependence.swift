/// How much the scores and positions of posts depend on a feature: scores and positions where all candidates have the
/// same value of it.
///
/// The value is the lower median of the candidates' values, the ⌈n/2⌉-th of them in ascending order. A candidate
/// has that value, which cannot be said of a mean: the mean of 0 and 1, or of two categories, is a value that no ranker
/// has ever seen, and one that was trained extrapolates there.
public struct FeatureDependence: Hashable, Sendable {
  public let feature: RankerFeature
  /// The value that all candidates have.
  public let neutral: Double
  /// The scores with that value, one element for each post; `nil` for a post that is no candidate, and throughout for a
  /// ranker that has no scores.
  public let scores: [Double?]
  /// The positions among all candidates with that value, from 1; `nil` for a post that is no candidate.
  public let positions: [Int?]

  public init(
    _ feature: RankerFeature, neutral: Double, scores: [Double?], positions: [Int?]
  ) {
    self.feature = feature
    self.neutral = neutral
    self.scores = scores
    self.positions = positions
  }
}

extension Candidates {
  /// The lower median of a feature's column; 0 for no candidates.
  func lowerMedian(of feature: RankerFeature) -> Double {
    let values = self[feature].sorted()
    return values.isEmpty ? 0 : values[(values.count - 1) / 2]
  }
}
