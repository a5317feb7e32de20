/// The most liked first, among equals the newest.
public struct PopularityRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "popularity", summary: "The most liked first.",
    order: "likes, descending; then id, descending", surfaces: Surface.allCases,
    parameters: [.pool], make: { PopularityRanker(pool: Int($0[0])) })

  public let pool: Int
  public var features: FeatureSet { [.likes] }

  package init(pool: Int = RankerParameter.defaultPool) { self.pool = pool }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(pool)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let likes = candidates[.likes]
    for index in likes.indices { scores[index] = likes[index] }
  }
}
