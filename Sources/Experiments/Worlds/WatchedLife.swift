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
  /// Where traces are asked for.
  let traces: RunTraces?

  /// Lives through a world under the eyes of the metrics, the digest and the trace.
  ///
  /// - Returns: `nil` when `goOn` ended the run early.
  func outcome(
    of run: WorldRun, goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let own = ownMetrics.map { $0.make() }
    let sink = MetricSink(options: options)
    let digest = DigestSink()
    let writer = try traces?.writer(for: run)
    let trace = writer.map { [$0.sink] } ?? []
    let summary = run.live(sinks: [sink, digest] + own + trace) { goOn($0.time, $0.impressions) }
    guard let summary else { return nil }
    var values = Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value) })
    for (maker, metric) in zip(ownMetrics, own) { values[maker.definition.id] = metric.value }
    let outcome = WorldOutcome(
      arm: run.arm.name, world: Int(run.world), values: values,
      scopes: hasScopes
        ? sink.scopedValues(of: metrics, rankers: run.arm.rankers.map(\.name)) : [],
      tables: hasScopes ? sink.tables().filter { tables.contains($0.definition) } : [],
      curves: hasScopes ? sink.curves() : nil, digest: digest.hexDigest, summary: summary)
    if let writer { try traces?.keep(writer, digest: outcome.digest) }
    return outcome
  }
}
