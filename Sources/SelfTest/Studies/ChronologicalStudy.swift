internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// The chronological feed: people whose feed was put in order of time for three months of 2020 spent less time on
/// Facebook and Instagram, and did less there.
///
/// Here home is in order of time (`recency`), or in the order of a ranker for engagement, which stands for the
/// networks' rankers; all else is the default community. The published times are 1.37 ÷ 1.73 = −21 % on Facebook and
/// 1.84 ÷ 2.07 = −11 % on Instagram, relative to the average user's; the range adds three to four points on either
/// side, as services and their rankers differ. That the time and the activity fell substantially is in the abstract;
/// the sizes are quoted from memory.
///
/// The effect has to be people's taste: where all posts are worth the same to everybody, it is gone.
struct ChronologicalStudy: PublishedStudy {
  let name = "chronological feed"
  let source = "Guess et al., Science 381, 2023; sizes from memory"

  private static let least = 0.08
  private static let metrics = [
    "minutes_per_member_day", "sessions_per_member_day", "likes_per_member_day",
  ]

  let results = [
    StudyResult(
      "minutes a member and day, chronological ÷ ranked − 1", .range(-0.25...(-least), noEffect: 0),
      basis: "from Instagram's to Facebook's, and what lies around them"),
    StudyResult("sessions a member and day, chronological ÷ ranked − 1", .below(0)),
    StudyResult("likes a member and day, chronological ÷ ranked − 1", .below(0)),
    StudyResult(
      "minutes, chronological ÷ ranked − 1, all posts worth the same", .absent(within: least),
      basis: "the least of the range"),
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 300, days: 10)
    parameters.world.warmUpDays = 2
    let changes = changes(parameters, number, setting)
    parameters.switchOff("utility")
    return changes + [self.changes(parameters, number, setting)[0]]
  }

  /// The relative change of minutes, sessions and likes.
  private func changes(
    _ parameters: SocietyParameters, _ number: UInt32, _ setting: SelfTestSetting
  ) -> [Double?] {
    let run = WorldRun(study: parameters, seed: 84, replication: number, setting)
    let arms = [Arm.ordering(.home, by: "recency"), .engaging].map { arm in
      let metrics = MetricSink(
        options: MetricOptions(set: .named, named: Self.metrics))
      run.under(arm, metrics)
      let values = metrics.values()
      return Self.metrics.map { id in values.first { $0.id == id }?.value.value }
    }
    return zip(arms[0], arms[1]).map { relativeChange(from: $1, to: $0) }
  }
}

/// By which part a value changes; `nil` without both, or from 0.
func relativeChange(from old: Double?, to new: Double?) -> Double? {
  guard let old, let new, old != 0 else { return nil }
  return new / old - 1
}
