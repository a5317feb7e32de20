/// A volume for each member-day as the product of its factors, each of which is a metric or a ratio of two:
///
/// actions ÷ member-days = (actions ÷ looks) (looks ÷ sessions) (sessions ÷ active days) (active days ÷ member-days).
///
/// Source: queries / month = queries / session × sessions / user × users / month, Kohavi et al., *KDD* 2012.
public struct VolumeFactors: Sendable, Hashable {
  /// The ids of the rate for each look and of the volume.
  public let rate: String
  public let volume: String

  /// A factor, in the order of the product.
  public enum Factor: String, Sendable, Hashable, CaseIterable {
    case rate
    case looksPerSession = "looks_per_session"
    case sessionsPerActiveDay = "sessions_per_active_day"
    case activeShare = "active_share"
  }

  /// The volumes that are such a product, the one of all actions first.
  public static let all = [
    VolumeFactors(rate: Metric.engagementRate, volume: .engagementPerMemberDay),
    VolumeFactors(rate: Metric.likeRate, volume: .likesPerMemberDay),
    VolumeFactors(rate: Metric.commentRate, volume: .commentsPerMemberDay),
    VolumeFactors(rate: Metric.saveRate, volume: .savesPerMemberDay),
    VolumeFactors(rate: Metric.voteRate, volume: .votesPerMemberDay),
  ]

  private init(rate: Metric, volume: Metric) {
    self.rate = rate.definition.id
    self.volume = volume.definition.id
  }

  /// The factors in a run, by ``Factor``; `nil` where one is not measured or has no value.
  ///
  /// - Parameter values: The run's values by the metric's id.
  public func factors(_ values: [String: MetricValue]) -> [Double]? {
    func value(_ metric: Metric) -> Double? { values[metric.definition.id]?.value }
    guard let rate = values[rate]?.value, let looks = value(.sessionExamined),
      let sessions = value(.sessionsPerMemberDay), let active = value(.dailyActiveShare), active > 0
    else { return nil }
    return [rate, looks, sessions / active, active]
  }
}
