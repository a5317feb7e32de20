/// All metrics, in the order in which reports show them.
public enum MetricCatalogue {
  /// The definitions, family by family.
  public static let all: [MetricDefinition] = metrics.map(\.definition)

  /// The metric of an identifier such as `creator_exposure_gini`; `nil` when there is none.
  public static func definition(_ id: String) -> MetricDefinition? { all.first { $0.id == id } }

  /// One line for each metric; ``Metric`` tells how to add one.
  static let metrics: [any Metric] = [
    // Fairness to creators
    CreatorExposureGini(),
    GroupExposureRatio(),
    GroupExposureMeritRatio(),
    CreatorAttentionMeritGap(),
    NewCreatorExposureRatio(),
    ColdStartReachRate(),
    // Fairness to contest entrants
    ContestExposureGini(),
    EarlyMoverTau(),
    EarlyMoverExposureGap(),
    RankQualityTau(),
    WinnerQualityRegret(),
    VoteLockInTau(),
    // Freshness
    AgeAtImpressionMedian(),
    FreshExposureShare(),
    TimeToImpressionsMedian.first,
    TimeToImpressionsMedian.enough,
    RepeatImpressionShare(),
    FeedTurnover(),
    DuplicatePostShare(),
    WrongButtonShare(),
    WrongButtonDuration(),
    // Diversity
    SlateIntraListDiversity(),
    UserWeekEffectiveCategories(),
    PostCoverage(),
    InterUserOverlap(),
    CategoryBeta(),
    BubbleDrift(),
    CalibrationDivergence(),
    // Ties
    FollowGrowth(),
    FollowReciprocity(),
    FriendGrowth(),
    // Utility and engagement
    NormalisedGain(),
    RelevanceAtCutoff(),
    RegretAtCutoff(),
    ActionRate.like,
    ActionRate.comment,
    ActionRate.save,
    ActionRate.vote,
    ActionRate.engagement,
  ]
}
