/// By latent relevance, which no production ranker can see: the upper end of a metric's scale.
public struct IdealRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "ideal",
    summary: "By latent relevance, which only a simulation knows: the upper reference.",
    order: "latent relevance, descending; one's own entries first in a contest",
    surfaces: [.home, .contest, .latest, .global], isReference: true, make: { _ in IdealRanker() })

  public init() {}

  public var features: FeatureSet { [.isFriend] }

  public var needsLatentRelevance: Bool { true }

  /// All candidates: an end of a scale leaves no post out.
  public var pool: Int { .max }

  public var fingerprint: RankerFingerprint { Self.kind }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    guard let latent = candidates.latent else {
      fatalError("the ideal ranker needs a simulation's latent relevance")
    }
    let isFriend = candidates[.isFriend]
    for index in 0..<candidates.count {
      scores[index] = latent.relevance(
        of: candidates.posts[index], for: candidates.viewer, isFriend: isFriend[index] == 1,
        now: candidates.now)
    }
  }
}
