internal import PortableMath

/// Engagement that fades with the age of the post:
///
///     score = (view · views + like · likes + comment · comments + save · saves + vote · votes)
///             · 2^(−age ÷ half-life)
public struct TrendingRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "trending", summary: "Engagement, fading with the age of the post.",
    order: "(view x views + like x likes + comment x comments + save x saves + vote x votes) "
      + "x 2^(-age / half-life), descending; then id, descending",
    surfaces: Surface.allCases,
    parameters: [
      .weight("view", "What a view counts.", 1), .weight("like", "What a like counts.", 3),
      .weight("comment", "What a comment counts.", 4), .weight("save", "What a save counts.", 5),
      .weight("vote", "What a vote in a contest counts.", 3),
      .duration("half-life", "Age at which engagement counts half.", 86_400), .pool,
    ],
    make: {
      TrendingRanker(
        view: $0[0], like: $0[1], comment: $0[2], save: $0[3], vote: $0[4], halfLife: $0[5],
        pool: Int($0[6]))
    })

  /// What each kind of engagement counts.
  public let view, like, comment, save, vote: Double
  /// Seconds of age at which engagement counts half.
  public let halfLife: Double
  public let pool: Int
  public var features: FeatureSet { [.views, .likes, .comments, .saves, .votes, .ageHours] }

  /// - Precondition: All are finite, no weight is negative, and the half-life is above 0.
  package init(
    view: Double = 1, like: Double = 3, comment: Double = 4, save: Double = 5, vote: Double = 3,
    halfLife: Double = 86_400, pool: Int = RankerParameter.defaultPool
  ) {
    for weight in [view, like, comment, save, vote] {
      require(
        weight >= 0 && weight.isFinite,
        "a weight of a ranker is \(weight), not finite and at least 0")
    }
    require(
      halfLife > 0 && halfLife.isFinite,
      "the half-life of a ranker is \(halfLife) s, not finite and above 0")
    (self.view, self.like, self.comment, self.save, self.vote) = (view, like, comment, save, vote)
    self.halfLife = halfLife
    self.pool = pool
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(view).with(like).with(comment).with(save).with(vote).with(halfLife).with(pool)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (views, likes, comments) = (
      candidates[.views], candidates[.likes], candidates[.comments]
    )
    let (saves, votes, ages) = (candidates[.saves], candidates[.votes], candidates[.ageHours])
    let halfLives = -3600 / halfLife
    var ageTerms = ages
    for index in ageTerms.indices { ageTerms[index] *= halfLives }
    Portable.exp2(ageTerms.span, into: &scores)
    for index in ages.indices {
      let engagement =
        view * views[index] + like * likes[index] + comment * comments[index]
        + save * saves[index] + vote * votes[index]
      scores[index] = engagement * scores[index]
    }
  }
}
