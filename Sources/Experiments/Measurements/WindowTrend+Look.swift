internal import FeedMetrics
internal import SyntheticSociety

extension Experiment {
  /// A quick look at the trend of the measured window: one world under the first arm.
  ///
  /// Its replicates are days, so that it is rougher than the trend of an experiment. Nothing is looked at under rankers
  /// outside of this program, which would be started for it.
  package var trendLook: WindowTrend? {
    guard !arms[0].arm.usesHosts else { return nil }
    let run = run(world: 0, arm: 0, intercepts())
    let sink = DailyActivitySink(weekdays: run.parameters.sessions.weekdays)
    guard run.simulate(sinks: [sink]) != nil else { return nil }
    return WindowTrend(of: run.arm.name, in: [sink.activity], warmUpDays: design.warmUpDays)
  }

  /// What a look simulates, in member-days: the members at the start times the days.
  package var memberDays: Double { Double(design.members) * design.days }

  /// The member-days that one thread simulates in a second, roughly.
  package static let memberDaysASecond = 20_000.0

  /// The most member-days of a look that nobody asked for: about two seconds.
  package static let cheapMemberDays = 2 * memberDaysASecond

  /// Whether the window is long enough to compare its first days with its last.
  package var hasTestableWindow: Bool {
    WindowTrend.isTestable(days: design.days, warmUpDays: design.warmUpDays)
  }
}
