public import FeedMetrics
public import SyntheticSociety

/// What is left of a world that has been lived through.
public struct WorldOutcome: Sendable, Hashable, Codable {
  public let arm: String
  /// Number of the replication.
  public let world: Int
  /// By the metric's id; of a world that two arms share, of both together.
  public let values: [String: MetricValue]
  /// The values by surface, ranker and day, in this order; none where nobody asks for them.
  public let scopes: [ScopedValues]
  /// The metrics that have a row for each of several things; none where nobody asks for them.
  public let tables: [MetricTable]
  /// What the charts of a report draw; `nil` where nobody asks for it.
  public let curves: RunCurves?
  /// Of a live test, the values of its groups by themselves.
  public let groups: GroupValues?
  /// A digest of everything that happened.
  public let digest: String
  public let summary: WorldSummary

  public init(
    arm: String, world: Int, values: [String: MetricValue], scopes: [ScopedValues] = [],
    tables: [MetricTable] = [], curves: RunCurves? = nil, groups: GroupValues? = nil,
    digest: String, summary: WorldSummary
  ) {
    self.arm = arm
    self.world = world
    self.values = values
    self.scopes = scopes
    self.tables = tables
    self.curves = curves
    self.groups = groups
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
  @Sendable (_ run: WorldRun, _ goOn: (_ seconds: Double, _ impressions: Int) -> Bool)
  throws(ExperimentFailure) -> WorldOutcome?
