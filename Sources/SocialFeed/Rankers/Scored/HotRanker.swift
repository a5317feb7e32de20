internal import PortableMath

/// The logarithm of likes plus a term for age, as in link aggregators:
///
///     score = log₁₀ max(likes, 1) − age ÷ decade
///
/// so that a post with ten times the likes stands where one does that is younger by a decade, 12.5 h
/// by default.
///
/// Source: Reddit's ranking of stories, `_sorts.pyx`, 2008: 45,000 s.
public struct HotRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "hot", summary: "The logarithm of likes, less the age: ten times the likes for 12.5 h.",
    order: "log10(max(likes, 1)) - age / decade, descending; then id, descending",
    surfaces: Surface.allCases,
    parameters: [
      .duration("decade", "Age that ten times the likes make up for.", 45_000), .pool,
    ],
    source: "Reddit's ranking of stories, 2008",
    make: { HotRanker(decade: $0[0], pool: Int($0[1])) })

  /// Seconds of age that ten times the likes make up for.
  public let decade: Double
  public let pool: Int
  public var features: FeatureSet { [.likes, .ageHours] }

  /// - Precondition: The decade is finite and above 0.
  package init(decade: Double = 45_000, pool: Int = RankerParameter.defaultPool) {
    require(
      decade > 0 && decade.isFinite,
      "the decade of a ranker is \(decade) s, not finite and above 0")
    self.decade = decade
    self.pool = pool
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(decade).with(pool)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (likes, ages) = (candidates[.likes], candidates[.ageHours])
    let decadeHours = decade / 3600
    var counted = likes
    for index in counted.indices { counted[index] = max(counted[index], 1) }
    Portable.log10(counted.span, into: &scores)
    for index in ages.indices { scores[index] -= ages[index] / decadeHours }
  }
}
