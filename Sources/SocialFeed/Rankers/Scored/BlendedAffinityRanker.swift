internal import PortableMath

/// Affinity, recency and popularity in one sum:
///
///     score = affinity · affinity_share + recency · 2^(−age ÷ recency-half-life)
///             + popularity · log(1 + likes)
///
/// where the share is the viewer's affinity for the post's category as a part of its largest.
public struct BlendedAffinityRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "blended-affinity", summary: "Liked categories, fresh posts and likes in one sum.",
    order: "affinity x affinity_share + recency x 2^(-age / recency-half-life) "
      + "+ popularity x log(1 + likes), descending; then id, descending",
    surfaces: Surface.allCases,
    parameters: AffinityRule.parameters + [
      .weight("affinity", "What the viewer's favourite category adds.", 1),
      .weight("recency", "What a new post has, halved every recency-half-life.", 1),
      .weight("popularity", "What the logarithm of 1 + likes counts.", 0.25),
      .duration("recency-half-life", "Age at which recency counts half.", 86_400), .pool,
    ],
    make: {
      BlendedAffinityRanker(
        affinity: $0[5], recency: $0[6], popularity: $0[7], recencyHalfLife: $0[8],
        pool: Int($0[9]))
    })

  /// What each part counts.
  public let affinity, recency, popularity: Double
  /// Seconds of age at which recency counts half.
  public let recencyHalfLife: Double
  public let pool: Int
  public var features: FeatureSet { [.affinityShare, .ageHours, .likes] }

  /// - Precondition: All are finite, no weight is negative, and the half-life is above 0.
  package init(
    affinity: Double = 1, recency: Double = 1, popularity: Double = 0.25,
    recencyHalfLife: Double = 86_400, pool: Int = RankerParameter.defaultPool
  ) {
    for weight in [affinity, recency, popularity] {
      require(
        weight >= 0 && weight.isFinite,
        "a weight of a ranker is \(weight), not finite and at least 0")
    }
    require(
      recencyHalfLife > 0 && recencyHalfLife.isFinite,
      "the half-life of a ranker is \(recencyHalfLife) s, not finite and above 0")
    (self.affinity, self.recency, self.popularity) = (affinity, recency, popularity)
    self.recencyHalfLife = recencyHalfLife
    self.pool = pool
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(affinity).with(recency).with(popularity).with(recencyHalfLife).with(pool)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let shares = candidates[.affinityShare]
    let (ages, likes) = (candidates[.ageHours], candidates[.likes])
    let halfLives = -3600 / recencyHalfLife
    var (terms, logarithms) = (likes, likes)
    for index in terms.indices { terms[index] += 1 }
    var span = logarithms.mutableSpan
    Portable.log(terms.span, into: &span)
    for index in ages.indices { terms[index] = ages[index] * halfLives }
    Portable.exp2(terms.span, into: &scores)
    for index in ages.indices {
      scores[index] =
        affinity * shares[index] + recency * scores[index] + popularity * logarithms[index]
    }
  }
}
