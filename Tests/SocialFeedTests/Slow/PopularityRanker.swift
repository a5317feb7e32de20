import SocialFeed

/// The most liked first: the smallest ranker that has a score alone.
struct PopularityRanker: ScoringRanker {
  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    for index in 0..<candidates.count { scores[index] = candidates.likes[index] }
  }
}
