public import Experiments
internal import FeedMetrics

extension ExperimentResults {
  /// The value of each metric in each run, a row each: `arm`, `replication` from 0, `metric`, `value`,
  /// which is empty where the metric is undefined.
  public func replications(_ format: DelimitedText = .commas) -> String {
    let rows = outcomes.flatMap { outcome in
      design.metrics.map { metric in
        [
          outcome.arm, "\(outcome.world)", metric.id,
          DelimitedText.number(outcome.value(of: metric).value),
        ]
      }
    }
    return format.text([["arm", "replication", "metric", "value"]] + rows)
  }
}
