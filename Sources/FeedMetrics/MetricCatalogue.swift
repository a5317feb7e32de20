/// All metrics, in the order in which reports show them.
public enum MetricCatalogue {
  /// Raised when the same run gets another value of some metric, so that values that were recorded before
  /// are no longer compared with today's.
  public static let version = 1

  /// The metrics of this program besides FeedLab's; none has the id of another.
  @TaskLocal package static var custom: [any CustomMetric.Type] = []

  /// The id of the share of pages that a ranker left short or empty, which every comparison and check of such rankers
  /// tests.
  public static let underfilledPages = Metric.underfilledPages.definition.id

  /// The definitions of FeedLab's metrics, family by family.
  public static let standard: [MetricDefinition] = metrics.map(\.definition)

  /// FeedLab's metrics, then the program's custom ones; without the ``occasional`` ones.
  public static var all: [MetricDefinition] { standard + custom.map { $0.definition } }

  /// What every run reports.
  public static var core: [MetricDefinition] { all.filter { $0.tier == .core } }

  /// The definitions of the metrics that have a value for each of several things; they are extended ones.
  public static let tables: [MetricDefinition] = tabled.map(\.definition)

  /// The definitions of the metrics that are reported where they are named or apply to an arm, and that ``all`` leaves
  /// out: what rankers that may leave posts out, or serve their own pages, did wrong.
  public static let occasional: [MetricDefinition] = Metric.service.map(\.definition)

  /// The metric of an identifier such as `creator_exposure_gini`, which may be one of the catalogue, one
  /// with another value of a parameter, such as `creator_atkinson(epsilon=2)`, or of some surfaces, such as
  /// `like_rate(surface=home)`, or one that was renamed; `nil` without such a metric.
  public static func definition(_ id: String) -> MetricDefinition? {
    metric(id)?.definition ?? customMetric(id)?.definition
  }

  /// The metric of the program's own that has an identifier, if there is one.
  package static func customMetric(_ id: String) -> (any CustomMetric.Type)? {
    custom.first { $0.definition.id == id }
  }

  /// The metrics of some identifiers: first the catalogue's in its order, then others by id.
  public static func definitions(of ids: some Sequence<String>) -> [MetricDefinition] {
    let ids = Set(ids.compactMap { definition($0)?.id })
    return all.filter { ids.contains($0.id) } + others(of: ids)
  }

  /// The metrics of some identifiers that are not in the catalogue, since a parameter has another value,
  /// by id.
  public static func others(of ids: some Sequence<String>) -> [MetricDefinition] {
    Set(ids).sorted().compactMap { listed[$0] == nil ? metric($0) : nil }.map(\.definition)
      .filter { listed[$0.id] == nil }
  }

  /// The possible identifiers of a metric whose parameter has a value that is not possible, such as
  /// `relevance@10` for `relevance@5`; `nil` where no metric has this name.
  public static func forms(like id: String) -> String? {
    let id = wholeID(of: id)
    if let metric = parametric.first(where: { $0.hasForm(id) }) { return metric.form }
    let name = id.prefix { !"@(".contains($0) }
    let forms = all.map(\.id).filter { $0.prefix { !"@(".contains($0) } == name }
    return name.count == id.count || forms.isEmpty ? nil : forms.joined(separator: " or ")
  }

  /// The metric as a ratio of sums over looks; `nil` for one that is none.
  public static func ratio(of id: String) -> LookRatio? { metric(id)?.ratio }

  /// A regular expression of the ids with a value of a parameter, of the metrics that are meant.
  public static func parametricPattern(where isMeant: (MetricDefinition) -> Bool) -> String {
    let meant = parametric.filter { isMeant($0.example.definition) }
    let onSurfaces =
      (metrics + Metric.service).filter { isMeant($0.definition) && $0.breakdown.contains(.feeds) }
      .map { ParametricMetric.pattern(of: $0.definition.id) }
      + meant.filter { $0.example.breakdown.contains(.feeds) }.map(\.pattern)
    let patterns = meant.map(\.pattern) + SurfaceForm.patterns(of: onSurfaces)
    return "^(\(patterns.joined(separator: "|")))$"
  }

  static func metric(_ id: String) -> Metric? {
    let id = renamed[id] ?? id
    if let metric = listed[id] ?? unlisted[id] { return metric }
    if let form = SurfaceForm(id) { return form.surfaces.flatMap { metric(form.base)?.on($0) } }
    for form in parametric {
      guard var metric = form.metric(of: id) else { continue }
      if let metric = listed[metric.definition.id] { return metric }
      metric.definition.tier = .extended
      return metric
    }
    return nil
  }

  private static let listed = Dictionary(
    uniqueKeysWithValues: metrics.map { ($0.definition.id, $0) })

  private static let unlisted = Dictionary(
    uniqueKeysWithValues: Metric.service.map { ($0.definition.id, $0) })
}

/// The lists; ``Metric`` describes how to add a metric.
extension MetricCatalogue {
  static let metrics =
    creators + entrants + viewers + freshness + diversity + ties + utility + volumes

  private static let creators: [Metric] = [
    .creatorExposureGini, .groupExposureRatio, .groupExposureMeritRatio,
    .creatorAttentionMeritGap, .newCreatorExposureRatio.at(7), .coldStartReachRate.at(24),
    .creatorExposureGiniLog2, .creatorExposureGiniGeometric, .creatorExposureGiniImpressions,
    .creatorExposureGiniExamined, .creatorExposureGiniUnbiased, .creatorExposurePerPostGini,
    .postExposureGini, .creatorTheilT, .creatorTheilL, .creatorAtkinson.at(0.5),
    .creatorAtkinson.at(1), .creatorPalma, .creatorHoover, .creatorTopShare.at(10),
    .creatorBottomShare.at(50), .creatorJain, .creatorCV, .postAttentionMeritGap,
    .postExposureQualityTau, .groupExposureGap, .groupExposureDisparity, .groupExposureRelevance,
    .groupExposureLoss, .attentionWeightedRankFairness, .newCreatorExposureShare.at(7),
    .newCreatorSupplyShare.at(7), .zeroImpressionShare.at(24),
  ]

  private static let entrants: [Metric] = [
    .contestExposureGini, .earlyMoverTau, .earlyMoverExposureGap, .rankQualityTau,
    .winnerQualityRegret, .voteLockInTau, .earlyMoverTauGivenQuality, .voteLockInTauGivenQuality,
    .earlyMoverExposureRateGap, .exposureQualityTau, .exposureVotesTau, .votesGini, .hitAtOne,
    .overlap.at(3), .leaderPersistence,
  ]

  private static let viewers: [Metric] = [
    .utilityGroupGap, .utilityGroupRatio, .utilityBottomRatio.at(10), .utilityGini,
    .utilityPercentile.at(10), .utilityPercentile.at(50), .utilityPercentile.at(90),
    .newViewerUtilityGap.at(7),
  ]

  private static let freshness: [Metric] = [
    .ageAtImpressionPercentile.at(50), .freshExposureShare, .timeToFirstImpression,
    .timeToTenImpressions, .repeatImpressionShare, .feedTurnover, .duplicatePostShare,
    .staleButtonShare, .staleButtonDuration, .ageAtImpressionMean,
    .ageAtImpressionPercentile.at(90), .ageExposureWeightedMean, .freshImpressionShare,
    .staleImpressionShare, .neverShownShare, .neverTenImpressionsShare,
    .timeToFirstImpressionMeanShown, .authorRepeatShare, .ndcf,
  ]

  private static let diversity: [Metric] = [
    .intraListDiversity, .userWeekEffectiveCategories, .postCoverage, .interUserOverlap,
    .categoryBetaDiversity, .bubbleDrift, .calibrationKL, .slateEffectiveCategories,
    .slateUniqueAuthors, .slateSubtopicRecall, .alphaNDCG, .expectedPopularityComplement,
    .expectedProfileDistance, .surprisalBits, .distributionalCoverage, .postEffectiveNumber,
    .authorEffectiveNumber, .authorCoverage, .categoryAlphaDiversity, .categoryGammaDiversity,
    .categoryGiniSimpson, .interUserAuthorOverlap, .userTopAuthorShare, .calibrationKLLatent,
    .calibrationKLEngaged,
  ]

  private static let ties: [Metric] = [
    .followGrowth, .followReciprocity, .friendGrowth,
  ]

  private static let utility: [Metric] = [
    .ndcg, .relevance, .regret, .likeRate, .commentRate, .saveRate, .voteRate, .engagementRate,
    .sessionExamined, .shortPageShare,
    .emptyRequestShare, .firstLookEngagement, .netLikeRate, .openRate, .examinedShare, .precision,
    .examinedRelevance, .sessionRequests, .sessionDuration,
  ]

  private static let volumes: [Metric] = [
    .engagementPerMemberDay, .likesPerMemberDay, .commentsPerMemberDay, .sessionsPerMemberDay,
    .minutesPerMemberDay, .postsPerMemberDay, .dailyActiveShare, .weeklyRetention,
    .creatorsStarted, .creatorsStopped, .creatorsReturned, .looksPerMemberDay, .savesPerMemberDay,
    .votesPerMemberDay, .weeklyActiveShare,
  ]

  static let tabled: [TableMetric] = [
    .groupMeanExposure, .utilityGroupMean, .weeklyEffectiveCategories,
  ]

  /// The metrics whose parameter a scenario may give any value in range.
  private static let parametric: [ParametricMetric] = [
    Metric.creatorAtkinson, Metric.creatorTopShare, Metric.creatorBottomShare,
    Metric.newCreatorExposureRatio,
    Metric.newCreatorExposureShare, Metric.newCreatorSupplyShare, Metric.coldStartReachRate,
    Metric.zeroImpressionShare,
    Metric.overlap, Metric.utilityBottomRatio, Metric.utilityPercentile, Metric.newViewerUtilityGap,
    Metric.ageAtImpressionPercentile,
  ]
}

/// Which metrics are computed.
public enum MetricSet: String, Hashable, Sendable, CaseIterable {
  /// The metrics of the core.
  case core
  /// All metrics of the catalogue.
  case all
  /// None but those that are named besides.
  case named

  var metrics: [Metric] {
    switch self {
    case .core: MetricCatalogue.metrics.filter { $0.definition.tier == .core }
    case .all: MetricCatalogue.metrics
    case .named: []
    }
  }
}
