public import FeedMetrics
public import SyntheticSociety

/// What is left of a world that has been lived through.
public struct WorldOutcome: Sendable, Hashable {
  public let arm: String
  /// Number of the replication.
  public let world: Int
  /// By the metric's id.
  public let values: [String: MetricValue]
  /// A digest of everything that happened.
  public let digest: String
  public let summary: WorldSummary

  public init(
    arm: String, world: Int, values: [String: MetricValue], digest: String, summary: WorldSummary
  ) {
    self.arm = arm
    self.world = world
    self.values = values
    self.digest = digest
    self.summary = summary
  }

  /// The value of a metric that was measured.
  public func value(of metric: MetricDefinition) -> MetricValue {
    guard let value = values[metric.id] else {
      preconditionFailure("\(metric.id) was not measured")
    }
    return value
  }
}

/// Lives through a world; `nil` when it was told not to go on.
///
/// It tells how far it has come, in simulated seconds and impressions, each simulated hour.
package typealias LivingWorld =
  @Sendable (_ run: WorldRun, _ goOn: (_ seconds: Double, _ impressions: Int) -> Bool) ->
  WorldOutcome?

extension WorldOutcome {
  /// Lives through a world under the eyes of the metrics and the digest.
  ///
  /// - Returns: `nil` when `goOn` ended the run early.
  init?(
    living run: WorldRun, ownMetrics: [OwnMetricMaker],
    goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) {
    let metrics = MetricSink()
    let digest = DigestSink()
    let own = ownMetrics.map { $0.make() }
    let summary = run.live(sinks: [metrics, digest] + own) { goOn($0.time, $0.impressions) }
    guard let summary else { return nil }
    var values = Dictionary(uniqueKeysWithValues: metrics.values().map { ($0.id, $0.value) })
    for (maker, metric) in zip(ownMetrics, own) { values[maker.definition.id] = metric.value }
    self.init(
      arm: run.arm.name, world: Int(run.world), values: values, digest: digest.hexDigest,
      summary: summary)
  }
}
