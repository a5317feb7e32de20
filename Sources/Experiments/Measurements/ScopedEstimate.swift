public import FeedMetrics
public import Stochastics

/// The mean over worlds of a metric of an arm on one surface, under one ranker, on one day, or in one row
/// of a table.
public struct ScopedEstimate: Sendable, Hashable {
  public let arm: String
  public let scope: NamedScope
  public let metric: MetricDefinition
  /// Worlds in which the metric has a value, at least one.
  public let worlds: Int
  public let mean: Double
  /// Standard error of the mean; `nil` for one world.
  public let standardError: Double?
  /// Student's interval of the mean; `nil` for one world.
  public let interval: ConfidenceInterval?

  /// - Returns: `nil` where no world has a value.
  init?(
    arm: String, scope: NamedScope, metric: MetricDefinition, values: [Double],
    level: Double
  ) {
    guard !values.isEmpty else { return nil }
    let summary = Summary(values)
    self.arm = arm
    self.scope = scope
    self.metric = metric
    worlds = summary.count
    mean = summary.mean
    standardError = summary.standardError
    interval = summary.interval(level: level)
  }
}

extension ExperimentResults {
  /// The metrics of each arm by surface, by ranker and by simulated day, and the rows of tables: by arm,
  /// kind, scope and metric, where a world has a value.
  ///
  /// - Complexity: O(*arms* · *worlds* · *scopes* · *metrics*).
  public var breakdown: [ScopedEstimate] {
    design.measuredArms.flatMap { arm in
      let worlds = outcomes.filter { $0.arm == arm }
      return scopes(of: arm, worlds) + rows(of: arm, worlds)
    }
  }

  private func scopes(of arm: String, _ worlds: [WorldOutcome]) -> [ScopedEstimate] {
    let values = worlds.map { outcome in
      Dictionary(uniqueKeysWithValues: outcome.scopes.map { ($0.scope, $0.values) })
    }
    return Set(values.flatMap(\.keys)).sorted().flatMap { scope in
      design.metrics.indices.compactMap { index in
        ScopedEstimate(
          arm: arm, scope: scope, metric: design.metrics[index],
          values: values.compactMap { $0[scope]?[index] }, level: design.level)
      }
    }
  }

  private func rows(of arm: String, _ worlds: [WorldOutcome]) -> [ScopedEstimate] {
    design.tables.flatMap { metric in
      let values = worlds.map { outcome in
        let rows = outcome.tables.first { $0.definition.id == metric.id }?.rows ?? []
        return Dictionary(
          uniqueKeysWithValues: rows.enumerated().map {
            (NamedScope($1, index: $0), $1.value.value)
          })
      }
      return Set(values.flatMap(\.keys)).sorted().compactMap { row in
        ScopedEstimate(
          arm: arm, scope: row, metric: metric, values: values.compactMap { $0[row] ?? nil },
          level: design.level)
      }
    }
  }
}
