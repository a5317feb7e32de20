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
    let whole = watcher()
    let groups = run.liveTest.map { test in (test.design, [watcher(), watcher()]) }
    let router = groups.map { design, watchers in
      GroupRouter(
        washout: design.washout, baseline: watchers[0].sinks, candidate: watchers[1].sinks)
    }
    let digest = DigestSink()
    let writer = try traces?.writer(for: run)
    let trace = writer.map { [$0.sink] } ?? []
    let sinks = whole.sinks + [digest] + (router.map { [$0] } ?? []) + trace
    guard let summary = run.live(sinks: sinks, goOn: { goOn($0.time, $0.impressions) }) else {
      return nil
    }
    // Rankers of one name may serve a world that is shared.
    let hasScopes = hasScopes && run.liveTest == nil
    let outcome = WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), values: whole.values,
      scopes: hasScopes
        ? whole.metrics.scopedValues(of: metrics, rankers: run.arm.rankers.map(\.name)) : [],
      tables: hasScopes ? whole.metrics.tables().filter { tables.contains($0.definition) } : [],
      curves: hasScopes ? whole.metrics.curves() : nil,
      groups: groups.map { GroupValues(baseline: $1[0].values, candidate: $1[1].values) },
      digest: digest.hexDigest, summary: summary)
    if let writer { try traces?.keep(writer, digest: outcome.digest) }
    return outcome
  }
}

extension WatchedLife {
  private func watcher() -> MetricWatcher {
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

  var sinks: [any ObservationSink] { [metrics] + own.map(\.metric) }

  /// By the metric's id, after the run.
  var values: [String: MetricValue] {
    let told = metrics.values().map { ($0.id, $0.value) } + own.map { ($0.id, $0.metric.value) }
    return Dictionary(uniqueKeysWithValues: told)
  }
}
