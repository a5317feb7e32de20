internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety
internal import Traces

/// What watches the runs of an experiment, and makes an outcome of each.
struct WatchedLife: Sendable {
  /// What the outcomes tell, own metrics among them.
  let metrics: [MetricDefinition]
  /// Those with a row for each of several things.
  let tables: [MetricDefinition]
  let options: MetricOptions
  let ownMetrics: [OwnMetricMaker]
  /// Whether the outcomes tell the metrics by surface, ranker and day, and the curves, too.
  let hasScopes: Bool
  /// Whether a world is a pair of antithetic twins.
  let isAntithetic: Bool
  /// Where traces are asked for; of twins the first is traced.
  let traces: RunTraces?
  /// Told where the time goes, if anybody asks.
  let profiler: RunProfiler?

  /// Lives through a world, or through a pair of twins, of which it tells the mean.
  ///
  /// - Returns: `nil` when `goOn` ended the run early.
  func outcome(
    of run: WorldRun, goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    guard isAntithetic else { return try life(run, traces, goOn: goOn) }
    // The two of them make one run of the experiment.
    let first = try life(run, traces) { goOn($0 / 2, $1) }
    guard let first else { return nil }
    var mirrored = run
    mirrored.isMirrored = true
    let half = run.parameters.world.days * 86_400 / 2
    let second = try life(mirrored, nil) { goOn(half + $0 / 2, first.summary.impressions + $1) }
    return second.map { WorldOutcome(twins: first, $0) }
  }

  /// Lives through a world under the eyes of the metrics, the digest and the trace.
  private func life(
    _ run: WorldRun, _ traces: RunTraces?, goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let start = profiler?.clock.now()
    let watchers = WorldWatchers(self, run, try traces?.writer(for: run))
    let world = profiler.map { WorldProfiler(clock: $0.clock) }
    let summary = run.simulate(sinks: watchers.sinks.map(\.sink), profiler: world) {
      goOn($0.time, $0.impressions)
    }
    guard let summary else { return nil }
    let outcome = measure(.values) { ending(of: run, watchers, summary) }
    if let writer = watchers.writer, let traces {
      try measure(.trace) { () throws(ExperimentFailure) in
        try traces.keep(writer, digest: outcome.digest)
      }
    }
    if let profiler, let profile = world?.profile, let start {
      profiler.add(profile, sinks: watchers.sinks.map(\.name))
      profiler.addRun(from: start)
    }
    return outcome
  }

  /// What the watchers tell when the world has come to its end.
  private func ending(
    of run: WorldRun, _ watchers: WorldWatchers, _ summary: WorldSummary
  ) -> WorldOutcome {
    // Rankers of one name may serve a world that is shared.
    let hasScopes = hasScopes && run.liveTest == nil
    let whole = watchers.whole
    return WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), values: whole.values,
      scopes: hasScopes
        ? whole.metrics.scopedValues(of: metrics, rankers: run.arm.rankers.map(\.name)) : [],
      tables: hasScopes ? whole.metrics.tables().filter { tables.contains($0.definition) } : [],
      curves: hasScopes ? whole.metrics.curves() : nil,
      groups: watchers.groups.map { GroupValues(baseline: $0[0].values, candidate: $0[1].values) },
      digest: watchers.digest.hexDigest, summary: summary)
  }

  private func measure<Result, Failure: Error>(
    _ stage: RunProfiler.Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let profiler else { return try work() }
    return try profiler.measure(stage, work)
  }
}

/// All that watches one world.
private struct WorldWatchers {
  let whole: MetricWatcher
  /// In a live test, those of each group's part.
  let groups: [MetricWatcher]?
  let digest = DigestSink()
  let writer: TraceWriter?
  /// With what a profile calls them.
  let sinks: [(name: String, sink: any ObservationSink)]

  init(_ life: WatchedLife, _ run: WorldRun, _ writer: TraceWriter?) {
    whole = life.watcher()
    self.writer = writer
    var sinks = whole.sinks + [("digest", digest)]
    if let test = run.liveTest {
      let groups = [life.watcher(), life.watcher()]
      let router = GroupRouter(
        washout: test.design.washout, baseline: groups[0].sinks.map(\.sink),
        candidate: groups[1].sinks.map(\.sink))
      sinks.append(("metrics of the groups", router))
      self.groups = groups
    } else {
      groups = nil
    }
    if let writer { sinks.append(("trace", writer.sink)) }
    self.sinks = sinks
  }
}

extension WatchedLife {
  fileprivate func watcher() -> MetricWatcher {
    MetricWatcher(
      metrics: MetricSink(options: options),
      own: ownMetrics.map { ($0.definition.id, $0.make()) })
  }
}

/// What tells the metrics of a run, or of a group's part of it.
private struct MetricWatcher {
  let metrics: MetricSink
  /// With their ids.
  let own: [(id: String, metric: any OwnMetric)]

  /// With what a profile calls them.
  var sinks: [(name: String, sink: any ObservationSink)] {
    [("metrics", metrics)] + own.map { ($0.id, $0.metric) }
  }

  /// By the metric's id, after the run.
  var values: [String: MetricValue] {
    let told = metrics.values().map { ($0.id, $0.value) } + own.map { ($0.id, $0.metric.value) }
    return Dictionary(uniqueKeysWithValues: told)
  }
}
