import Experiments
import FeedMetrics
import SyntheticSociety
import TestSupport
import Testing

/// Metrics that no ranker can move in a society.
@Suite struct HeldMetricsTests {
  private func reason(_ id: String, in parameters: SocietyParameters) throws -> String? {
    HeldMetrics.reason(try #require(MetricCatalogue.definition(id)), in: parameters)
  }

  private var `static`: SocietyParameters {
    var parameters = SocietyParameters()
    Preset.static.apply(to: &parameters)
    return parameters
  }

  @Test(arguments: [
    "weekly_retention", "daily_active_share", "weekly_active_share", "sessions_per_member_day",
  ])
  func `where nobody comes back for the feed, who comes is held fixed`(id: String) throws {
    try expectEqual(
      reason(id, in: `static`),
      "held fixed, since satisfaction changes no return, and nobody leaves; the behaviour 'returning' lets it vary"
    )
    // Notifications bring people too.
    var notified = `static`
    notified.notifications.gain = 1
    try expectEqual(reason(id, in: notified), nil)
    try expectEqual(reason(id, in: SocietyParameters()), nil)
  }

  @Test(arguments: [
    "posts_per_member_day", "creators_started_share", "creators_stopped_share",
    "creators_returned_share",
  ])
  func `where attention moves nobody to post, supply is held fixed`(id: String) throws {
    try expectEqual(
      reason(id, in: `static`),
      "held fixed, since attention does not change how much people post, and posts come one by one;"
        + " the behaviour 'posting' lets it vary")
    // Who leaves posts no more.
    var leaving = `static`
    leaving.churn.scale = 1
    try expectEqual(reason(id, in: leaving), nil)
  }

  @Test(arguments: ["engagement_rate", "engagement_per_member_day", "minutes_per_member_day"])
  func `what a ranker can move is never held fixed`(id: String) throws {
    try expectEqual(reason(id, in: `static`), nil)
  }
}
