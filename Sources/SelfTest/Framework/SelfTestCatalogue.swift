/// All results that FeedLab must reproduce.
public enum SelfTestCatalogue {
  /// The checks in the order of the table.
  public static let all: [any SelfCheck] = [
    QueueCheck(), RhythmCheck(), RaceCheck(), DeterminismCheck(), CommonDrawsCheck(),
    FalseAlarmsCheck(),
    ExaminationCheck(), ScrollDepthCheck(), PostingInequalityCheck(), RankingValueCheck(),
    SurvivalCheck(), DeadlineRushCheck(),
    FollowerTailCheck(), ReciprocityCheck(), ClusteringCheck(),
    RealGraphCheck(), HourCurveCheck(),
    ContestScoreCheck(), RankerFactsCheck(), InterferenceCheck(), FloodingCheck(),
    CoverageCheck(), SignFlipCheck(), SequentialCheck(), SteinCheck(), SelectionCheck(),
    BootstrapCheck(),
  ]
}
