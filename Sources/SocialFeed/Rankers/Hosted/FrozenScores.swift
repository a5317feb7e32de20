/// The scores of each viewer's newest refresh, by a ranker that learns: at its next page it would give others.
///
/// Older refreshes are forgotten, so that there is room for one score a candidate and viewer. A screen of an older one, as of
/// a second device, goes on by what the ranker knows then.
struct FrozenScores: Sendable {
  private struct Refresh: Sendable {
    let number: UInt32
    /// The clock at its first page.
    let beganAt: Double
    let posts: [PostID]
    let scores: [Double]
  }

  private var newest: [MemberID: Refresh] = [:]

  /// The scores of the refresh that candidates are of, −∞ for those that were not there at its first page; `nil` where it is not
  /// the viewer's newest one.
  func scores(of candidates: borrowing Candidates) -> [Double]? {
    guard let refresh = newest[candidates.viewer], refresh.number == candidates.refresh,
      refresh.beganAt == candidates.now
    else { return nil }
    if refresh.posts == candidates.posts { return refresh.scores }
    let scores = Dictionary(uniqueKeysWithValues: zip(refresh.posts, refresh.scores))
    return candidates.posts.map { scores[$0] ?? -.infinity }
  }

  /// Keeps the scores of a first page, whose refresh is the viewer's newest from now on.
  mutating func keep(_ scores: Span<Double>, of candidates: borrowing Candidates) {
    newest[candidates.viewer] = Refresh(
      number: candidates.refresh, beganAt: candidates.now, posts: candidates.posts,
      scores: scores.indices.map { scores[$0] })
  }
}
