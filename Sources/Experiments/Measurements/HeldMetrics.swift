package import FeedMetrics
package import SyntheticSociety

/// Metrics that no ranker can move in a society without some components of behaviour.
package enum HeldMetrics {
  /// What lets a metric vary.
  private struct Cause {
    /// The metric varies in a society that has any of these components.
    let components: [String]
    /// A preset that has one of them.
    let preset: Preset
  }

  private static let returning = Cause(
    components: ["returning", "notifications"], preset: .churning)
  private static let posting = Cause(
    components: ["posting", "returning", "notifications"], preset: .churning)

  private static let causes = [
    "weekly_retention": returning, "daily_active_share": returning,
    "weekly_active_share": returning, "sessions_per_member_day": returning,
    "posts_per_member_day": posting, "creators_started_share": posting,
    "creators_stopped_share": posting, "creators_returned_share": posting,
  ]

  /// Why a metric is held fixed in a society; `nil` where it may vary.
  package static func reason(
    _ metric: MetricDefinition, in parameters: SocietyParameters
  ) -> String? {
    guard let cause = causes[MetricCatalogue.wholeID(of: metric.id)] else { return nil }
    let components = cause.components.compactMap(BehaviourComponent.named)
    guard let first = components.first, components.allSatisfy({ $0.isOff(in: parameters) })
    else { return nil }
    return
      "held fixed, since \(first.without.prefix(1).lowercased())\(first.without.dropFirst().dropLast());"
      + " preset '\(cause.preset.rawValue)' lets it vary"
  }
}
