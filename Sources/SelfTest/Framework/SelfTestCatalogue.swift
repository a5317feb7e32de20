/// All results that FeedLab must reproduce.
public enum SelfTestCatalogue {
  /// The checks in the order of the table.
  public static let all: [any SelfCheck] = [
    QueueCheck(), RhythmCheck(), RaceCheck(), DeterminismCheck(), CommonDrawsCheck(),
    FalseAlarmsCheck(), StreamsCheck(), ArmsInStepCheck(), EventOrderCheck(),
    ExaminationCheck(), ScrollDepthCheck(), PostingInequalityCheck(), RankingValueCheck(),
    SurvivalCheck(), DeadlineRushCheck(),
    ActivityCheck(), JoiningCheck(), InterestsCheck(), PrivacyCheck(), PostingRateCheck(),
    UtilityCheck(), DwellCheck(), ReadinessCheck(), CascadeCheck(), SatiationCheck(), DriftCheck(),
    HerdingCheck(), RefreshingCheck(), VotingCheck(), SatisfactionCheck(), ReturningCheck(),
    DevicesCheck(), NotificationsCheck(), MemoryCheck(), SurfacesCheck(),
    DefaultFeedCheck(), NormsCheck(), RankersCheck(),
    FollowerTailCheck(), ReciprocityCheck(), ClusteringCheck(), FollowingCheck(),
    FriendRequestCheck(),
    UnfollowingCheck(),
    RealGraphCheck(), HourCurveCheck(),
    ContestScoreCheck(), RankerFactsCheck(), InterferenceCheck(), FloodingCheck(),
    CoverageCheck(), SignFlipCheck(), SequentialCheck(), SteinCheck(), SelectionCheck(),
    BootstrapCheck(), PairingCheck(), GiniCheck(),
  ]
}
