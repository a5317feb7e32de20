public import FeedMetrics

/// The metrics of the two groups of a live test, by the metric's id.
public struct GroupValues: Sendable, Hashable, Codable {
  public let baseline: [String: MetricValue]
  public let candidate: [String: MetricValue]

  public init(baseline: [String: MetricValue], candidate: [String: MetricValue]) {
    self.baseline = baseline
    self.candidate = candidate
  }
}
