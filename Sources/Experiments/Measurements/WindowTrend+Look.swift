package import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

extension Experiment {
  /// A quick look at one world under the first arm: the trend of the measured window, and the tested metrics that have no
  /// value there.
  ///
  /// The trend's replicates are days, so it is rougher than the trend of an experiment. `nil` under external rankers, which
  /// would be started for it.
  package var firstLook: (trend: WindowTrend?, withoutValue: [MetricDefinition])? {
    guard !arms[0].arm.usesHosts else { return nil }
    let run = run(world: 0, arm: 0, intercepts())
    let days = DailyActivitySink(weekdays: run.parameters.sessions.weekdays)
    var tested = design
    tested.metrics.removeAll { !design.questions.metrics.contains($0.id) }
    tested.tables = []
    let metrics = MetricSink(options: tested.metricOptions, custom: customMetrics)
    guard run.simulate(sinks: [days, metrics]) != nil else { return nil }
    let values = metrics.valuesByID
    return (
      WindowTrend(of: run.arm.name, in: [days.activity], warmUpDays: design.warmUpDays),
      tested.metrics.filter { values[$0.id]?.value == nil }
    )
  }

  /// What a look simulates, in member-days: the members at the start times the days.
  package var memberDays: Double { Double(design.members) * design.days }

  /// The member-days that one thread simulates in a second, roughly.
  package static let memberDaysASecond = 20_000.0

  /// The most member-days of a look without a request: about two seconds.
  package static let cheapMemberDays = 2 * memberDaysASecond
}
