/// All metrics, in the order in which reports show them.
public enum MetricCatalogue {
  /// The definitions, family by family.
  public static let all: [MetricDefinition] = metrics.map(\.definition)

  /// Those that every run tells.
  public static let core = all.filter { $0.tier == .core }
  /// Those that are told when all are asked for.
  public static let extended = all.filter { $0.tier == .extended }

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
    // Fairness to viewers
    UtilityGroupGap(),
    UtilityGroupRatio(),
    UtilityBottomTenth(),
    UtilityGini(),
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
    SessionExamined(),
    WeeklyRetention(),
  ]
}

extension MetricCatalogue {
  /// The definitions of the metrics that have a value for each of several things; they are extended ones.
  public static let tables: [MetricDefinition] = tabled.map(\.definition)

  static let tabled: [any TabledMetric] = [
    GroupMeanExposure(),
    UtilityGroupMean(),
    WeeklyEffectiveCategories(),
  ]
}

/// Which metrics are computed.
public enum MetricSet: String, Hashable, Sendable, CaseIterable {
  /// Those of tier core.
  case core
  /// All.
  case all

  /// The definitions, in the order of the catalogue.
  public var definitions: [MetricDefinition] { metrics.map(\.definition) }

  var metrics: [any Metric] {
    self == .all
      ? MetricCatalogue.metrics : MetricCatalogue.metrics.filter { $0.definition.tier == .core }
  }
}
