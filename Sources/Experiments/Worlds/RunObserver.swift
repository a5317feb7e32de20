package import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety
internal import Traces

/// Simulates runs with the metrics of an experiment, and makes their outcomes.
struct RunObserver: Sendable {
  /// The metrics of the outcomes, custom metrics included.
  let metrics: [MetricDefinition]
  /// The metrics that have a row for each group or week.
  let tables: [MetricDefinition]
  let options: MetricOptions
  let customMetrics: [any CustomMetric.Type]
  /// Whether the outcomes have the metrics by surface, ranker and day, and the curves, too.
  let hasScopes: Bool
  /// Whether a world is a pair of antithetic twins.
  let isAntithetic: Bool
  /// Receives the traces; of a pair of twins the first is traced.
  let traces: RunTraces?
  /// Records or replays the pages of external rankers.
  let tapes: RunTapes?
  let profiler: RunProfiler?

  /// Simulates a run, or a pair of twins, whose outcome is their mean.
  ///
  /// - Returns: `nil` when `shouldContinue` ended the run early.
  func outcome(
    of run: WorldRun, shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    guard isAntithetic else { return try simulate(run, traces, shouldContinue: shouldContinue) }
    // A pair of twins is one run of the experiment: each twin is half of its progress.
    let first = try simulate(run, traces) { shouldContinue($0 / 2, $1) }
    guard let first else { return nil }
    var mirrored = run
    mirrored.isMirrored = true
    let half = run.parameters.world.days * 86_400 / 2
    let second = try simulate(mirrored, nil) {
      shouldContinue(half + $0 / 2, first.summary.impressions + $1)
    }
    return second.map { WorldOutcome(twins: first, $0) }
  }

  /// Simulates a world, observed by the metrics, the digest and the trace.
  private func simulate(
    _ run: WorldRun, _ traces: RunTraces?,
    shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let start = profiler?.clock.now()
    let observers = WorldObservers(
      self, run, try traces?.writer(for: run), hasScopes: hasScopes(of: run))
    let world = profiler.map { WorldProfiler(clock: $0.clock) }
    let summary = try run.summary(
      sinks: observers.sinks.map(\.sink), tapes: tapes, profiler: world,
      shouldContinue: shouldContinue)
    guard let summary else { return nil }
    let outcome = measure(.values) { self.outcome(of: run, observers, summary) }
    if let writer = observers.writer, let traces {
      try measure(.trace) { () throws(ExperimentFailure) in
        try traces.keep(writer, digest: outcome.digest)
      }
    }
    if let profiler, let profile = world?.profile, let start {
      profiler.add(profile, sinks: observers.sinks.map(\.name))
      profiler.addRun(from: start)
    }
    return outcome
  }

  /// The outcome of a world that has reached its horizon.
  private func outcome(
    of run: WorldRun, _ observers: WorldObservers, _ summary: WorldSummary
  ) -> WorldOutcome {
    let hasScopes = hasScopes(of: run)
    let whole = observers.whole
    return WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), values: whole.valuesByID,
      scopes: hasScopes
        ? whole.scopedValues(of: metrics, rankers: run.arm.rankers.map(\.name)) : [],
      tables: hasScopes ? whole.tables().filter { tables.contains($0.definition) } : [],
      curves: hasScopes ? whole.curves() : nil,
      activity: observers.days?.activity,
      looks: observers.looks.map { [$0.counts] },
      groups: observers.groups.map {
        GroupValues(baseline: $0[0].valuesByID, candidate: $0[1].valuesByID)
      },
      digest: observers.digest.hexDigest, summary: summary)
  }

  /// In a live test both arms may have rankers of one name.
  private func hasScopes(of run: WorldRun) -> Bool { hasScopes && run.liveTest == nil }

  private func measure<Result, Failure: Error>(
    _ stage: RunProfiler.Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let profiler else { return try work() }
    return try profiler.measure(stage, work)
  }
}

/// Everything that observes one world.
private struct WorldObservers {
  let whole: MetricSink
  /// The metrics of the two groups of a live test.
  let groups: [MetricSink]?
  let digest = DigestSink()
  /// Counts the days; `nil` where they are not reported.
  let days: DailyActivitySink?
  /// Counts the looks; `nil` where they are not reported.
  let looks: LookCountsSink?
  let writer: TraceWriter?
  /// The sinks and their names in a profile.
  let sinks: [(name: String, sink: any ObservationSink)]

  init(_ observer: RunObserver, _ run: WorldRun, _ writer: TraceWriter?, hasScopes: Bool) {
    days = hasScopes ? DailyActivitySink(weekdays: run.parameters.sessions.weekdays) : nil
    looks = hasScopes ? LookCountsSink() : nil
    whole = observer.metricSink()
    self.writer = writer
    var sinks: [(name: String, sink: any ObservationSink)] = [
      ("metrics", whole), ("digest", digest),
    ]
    if let days { sinks.append(("days", days)) }
    if let looks { sinks.append(("looks", looks)) }
    if let test = run.liveTest {
      let groups = [observer.metricSink(), observer.metricSink()]
      let router = GroupRouter(
        washout: test.design.washout, baseline: [groups[0]], candidate: [groups[1]])
      sinks.append(("metrics of the groups", router))
      self.groups = groups
    } else {
      groups = nil
    }
    if let writer { sinks.append(("trace", writer.sink)) }
    self.sinks = sinks
  }
}

extension RunObserver {
  fileprivate func metricSink() -> MetricSink {
    MetricSink(options: options, custom: customMetrics)
  }
}

extension MetricSink {
  /// The values by the metric's id, after the run.
  package var valuesByID: [String: MetricValue] {
    Dictionary(uniqueKeysWithValues: values().map { ($0.id, $0.value) })
  }
}
