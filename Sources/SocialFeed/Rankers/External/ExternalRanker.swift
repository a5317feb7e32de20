/// By scores that were worked out elsewhere, higher first.
///
/// A post without a score gets ``ScoreTable/missing``, or stands behind all others that
/// are scored.
public struct ExternalRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "external", summary: "By scores from a file, of posts or of posts for viewers.",
    order:
      "the post's score in the file, descending; then id, descending; a post without a score has "
      + "that under missing, or is behind all others that are scored",
    parameters: [.pool], rank: { ExternalRanker($1, world: $2, pool: Int($0[0])) })

  public let pool: Int
  public let fingerprint: RankerFingerprint
  private let scores: WorldScores
  private let missing: Double
  public var features: FeatureSet { [] }

  /// A ranker of one world.
  package init(_ table: ScoreTable, world: Int = 0, pool: Int = RankerParameter.defaultPool) {
    scores = table.scores(inWorld: world)
    missing = table.missing ?? -Double.greatestFiniteMagnitude
    self.pool = pool
    fingerprint = RankerFingerprint(Self.descriptor.name).with(RankerFingerprint(table.digest))
      .with(world).with(missing).with(pool)
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (posts, viewer) = (candidates.posts, candidates.viewer)
    for index in posts.indices {
      scores[index] = self.scores.score(of: posts[index], for: viewer) ?? missing
    }
  }
}
