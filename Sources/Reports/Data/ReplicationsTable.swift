public import Experiments
internal import FeedMetrics
public import ReportKit

extension ExperimentResults {
  /// The value of each metric in each run, a row each: `arm`, `replication` from 0, `metric`, `value`,
  /// which is empty where the metric is undefined. A world that two arms share in a live test has rows for
  /// both together and for the group of either.
  public func replications(_ format: DelimitedText = .commas) -> String {
    let rows = outcomes.flatMap { outcome in
      outcome.told.flatMap { name, values in
        design.metrics.map { metric in
          [
            name, "\(outcome.world)", metric.id, DelimitedText.number(values[metric.id]?.value),
          ]
        }
      }
    }
    return format.text([["arm", "replication", "metric", "value"]] + rows)
  }
}

extension WorldOutcome {
  /// The values of the run and, in a live test, of its groups, by what they are of.
  fileprivate var told: [(name: String, values: [String: MetricValue])] {
    let groups = groups.map { [("baseline", $0.baseline), ("candidate", $0.candidate)] } ?? []
    return [(arm, values)] + groups.map { ("\(arm): \($0)'s group", $1) }
  }
}
