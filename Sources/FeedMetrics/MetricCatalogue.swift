/// All metrics, in the order in which reports show them.
public enum MetricCatalogue {
  /// Raised when the same run gets another value of some metric, so that values that were recorded before
  /// are no longer held against those of today.
  public static let version = 1

  /// The definitions, family by family.
  public static let all: [MetricDefinition] = metrics.map(\.definition)

  /// Those that every run tells.
  public static let core = all.filter { $0.tier == .core }
  /// Those that are told when all are asked for.
  public static let extended = all.filter { $0.tier == .extended }

  /// The metric of an identifier such as `creator_exposure_gini`; `nil` when there is none.
  public static func definition(_ id: String) -> MetricDefinition? { all.first { $0.id == id } }

  /// One line for each metric; ``Metric`` tells how to add one.
  static let metrics: [any Metric] =
    creators + entrants + viewers + freshness + diversity + ties + utility
}

/// The families: in each the core metrics, then the extended ones.
extension MetricCatalogue {
  private static let creators: [any Metric] = [
    CreatorExposureGini(),
    GroupExposureRatio(),
    GroupExposureMeritRatio(),
    CreatorAttentionMeritGap(),
    NewCreatorExposureRatio(),
    ColdStartReachRate(),
    CreatorExposureVariant.log2,
    CreatorExposureVariant.geometric,
    CreatorExposureVariant.impressions,
    CreatorExposureVariant.examined,
    CreatorInequality.unbiasedGini,
    CreatorExposurePerPostGini(),
    PostExposureGini(),
    CreatorInequality.theilT,
    CreatorInequality.theilL,
    CreatorInequality.atkinson,
    CreatorInequality.atkinsonOne,
    CreatorInequality.palma,
    CreatorInequality.hoover,
    CreatorInequality.topShare,
    CreatorInequality.bottomShare,
    CreatorInequality.jain,
    CreatorInequality.variation,
    PostAttentionMeritGap(),
    PostExposureQualityTau(),
    GroupExposureGap(),
    GroupExpectedExposure.disparity,
    GroupExpectedExposure.relevance,
    GroupExpectedExposure.loss,
    AttentionWeightedFairness(),
    NewCreatorShare.exposure,
    NewCreatorShare.supply,
    ZeroImpressionShare(),
  ]

  private static let entrants: [any Metric] = [
    ContestExposureGini(),
    EarlyMoverTau(),
    EarlyMoverExposureGap.exposure,
    RankQualityTau(),
    WinnerQualityRegret(),
    VoteLockInTau(),
    EarlyMoverTauGivenQuality(),
    VoteLockInTauGivenQuality(),
    EarlyMoverExposureGap.rate,
    ExposureQualityTau(),
    ExposureVotesTau(),
    VotesGini(),
    TopHit(),
    TopThreeOverlap(),
    LeaderPersistence(),
  ]

  private static let viewers: [any Metric] = [
    UtilityGroupGap(),
    UtilityGroupRatio(),
    UtilityBottomTenth(),
    UtilityGini(),
    UtilityQuantile.low,
    UtilityQuantile.median,
    UtilityQuantile.high,
    NewViewerUtilityGap(),
  ]

  private static let freshness: [any Metric] = [
    AgeAtImpressionMedian(),
    FreshExposureShare(),
    TimeToImpressionsMedian.first,
    TimeToImpressionsMedian.enough,
    RepeatImpressionShare(),
    FeedTurnover(),
    DuplicatePostShare(),
    WrongButtonShare(),
    WrongButtonDuration(),
    AgeAtImpressionMean(),
    AgeAtImpressionHighDecile(),
    AgeExposureWeightedMean(),
    FreshImpressionShare(),
    StaleImpressionShare(),
    NeverReachedShare.shown,
    NeverReachedShare.enough,
    TimeToFirstImpressionMeanShown(),
    AuthorRepeatShare(),
    NormalisedFreshness(),
  ]

  private static let diversity: [any Metric] = [
    SlateIntraListDiversity(),
    UserWeekEffectiveCategories(),
    PostCoverage(),
    InterUserOverlap(),
    CategoryMixture.beta,
    BubbleDrift(),
    CalibrationDivergence.standard,
    SlateVariety.categories,
    SlateVariety.authors,
    SlateVariety.recall,
    NormalisedNovelty(),
    PopularityComplement(),
    ProfileDistance(),
    SurprisalBits(),
    DistributionalCoverage(),
    EffectiveNumber.posts,
    EffectiveNumber.authors,
    AuthorCoverage(),
    CategoryMixture.alpha,
    CategoryMixture.gamma,
    CategoryMixture.simpson,
    InterUserAuthorOverlap(),
    UserTopAuthorShare(),
    CalibrationDivergence.latent,
    CalibrationDivergence.engaged,
  ]

  private static let ties: [any Metric] = [
    FollowGrowth(),
    FollowReciprocity(),
    FriendGrowth(),
  ]

  private static let utility: [any Metric] = [
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
    NetLikeRate(),
    OpenRate(),
    ExaminedShare(),
    PrecisionAtCutoff(),
    ExaminedRelevance(),
    SessionRequests(),
    SessionDuration(),
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
