package import FeedMetrics
package import SyntheticSociety

/// Metrics that no ranker can move in a community without some components of behaviour.
package enum HeldMetrics {
  private static let returning = ["returning", "notifications"]
  private static let posting = ["posting", "returning", "notifications"]

  /// The components of which any lets a metric vary.
  private static let causes = [
    "weekly_retention": returning, "daily_active_share": returning,
    "weekly_active_share": returning, "sessions_per_member_day": returning,
    "posts_per_member_day": posting, "creators_started_share": posting,
    "creators_stopped_share": posting, "creators_returned_share": posting,
  ]

  /// Why a metric is held fixed in a community; `nil` where it may vary.
  package static func reason(
    _ metric: MetricDefinition, in parameters: SocietyParameters
  ) -> String? {
    guard let causes = causes[MetricCatalogue.wholeID(of: metric.id)] else { return nil }
    let components = causes.compactMap(BehaviourComponent.named)
    guard let first = components.first, components.allSatisfy({ $0.isOff(in: parameters) })
    else { return nil }
    return
      "held fixed, since \(first.without.prefix(1).lowercased())\(first.without.dropFirst().dropLast());"
      + " the behaviour '\(first.name)' lets it vary"
  }
}
