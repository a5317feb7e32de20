internal import DataFiles
public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

/// The cells of a metric of an arm in tables.
extension MetricEstimate {
  package var meanValue: Value { .number(mean, ValueScale(self).value) }

  /// `[0.58, 0.66]`, or missing.
  package var intervalValue: Value { .figure(interval.map(ValueScale(self).interval)) }

  /// `±0.04`, or missing.
  package var halfWidthValue: Value {
    .figure(interval.map { "±\(ValueScale(self).halfWidth($0.halfWidth))" })
  }

  /// The mean on a scale with random at 0 and ideal at 1.
  var scaledValue: Value { .number(scaled?.estimate, Self.scaledText) }

  /// Fieller's limits, or missing.
  var scaledIntervalValue: Value {
    .figure(
      scaled?.interval.map { "[\(Self.scaledText($0.lower)), \(Self.scaledText($0.upper))]" })
  }

  private static func scaledText(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 2)
  }
}

extension [Column<MetricEstimate>] {
  /// The columns of the metrics of an arm, in five layouts.
  ///
  /// - Parameter level: The heading of the intervals.
  static func estimates(level: String) -> Self {
    [
      Column(.group) { .metric($0.metric) },
      Column("", in: [0]) { .text($0.metric.label) },
      Column(.word("mean"), .right, \.meanValue),
      Column(.init(level), .centred, in: [0, 1], \.intervalValue),
      Column(.init(level), .right, gap: 1, in: [2, 3, 4], \.halfWidthValue),
      Column("SD", .right, in: [0, 1, 2]) { estimate in
        .number(estimate.standardDeviation, ValueScale(estimate).halfWidth)
      },
      Column(.word("worlds"), .right, in: [0, 1, 2]) { .whole($0.worlds) },
      Column(.word("support"), .right, in: [0, 1, 2, 3]) { estimate in
        .number(estimate.support) { NumberText.fixed($0.rounded(), decimals: 0) }
      },
    ]
  }
}

extension ExperimentResults {
  /// What a command found, as a table: the comparisons, or, without a comparison, the metrics of each arm.
  ///
  /// - Parameter hidden: The ids of metrics without a row.
  public func table(hiding hidden: Set<String> = []) -> DataTable {
    design.baseline == nil ? estimateTable(hiding: hidden) : comparisonTable(hiding: hidden)
  }

  /// The metrics of each arm, a row for each arm and metric, in the units of the metrics. The last three
  /// columns are the mean and its limits on a scale with random at 0 and ideal at 1.
  func estimateTable(hiding hidden: Set<String>) -> DataTable {
    DataTable(
      [
        .text("arm", \.arm), .text("metric", \.metric.id), .number("mean", \.mean),
        .number("standard_deviation", \.standardDeviation),
        .number("standard_error", \.standardError), .number("lower") { $0.interval?.lower },
        .number("upper") { $0.interval?.upper }, .whole("worlds", \.worlds),
        .whole("missing", \.missing), .number("support", \.support),
        .number("scaled") { $0.scaled?.estimate },
        .number("scaled_lower") { $0.scaled?.interval?.lower },
        .number("scaled_upper") { $0.scaled?.interval?.upper },
      ], estimates.filter { !hidden.contains($0.metric.id) })
  }

  /// The comparisons, a row for each candidate and metric, in the units of the metrics.
  ///
  /// - Parameter hidden: The ids of metrics without rows.
  public func comparisonTable(hiding hidden: Set<String> = []) -> DataTable {
    DataTable(
      [
        .text("candidate", \.candidate), .text("metric", \.metric.id),
        .number("baseline_mean", \.baselineMean), .number("candidate_mean", \.candidateMean),
      ] + Column.differences + [
        .number("relative_lower") { $0.relative?.interval?.lower },
        .number("relative_upper") { $0.relative?.interval?.upper }, .number("margin", \.margin),
        .number("variance_reduction", \.varianceReduction), .whole("worlds", \.worlds),
        .whole("missing", \.missing), .text("verdict", \.verdict.rawValue),
        .text("held_fixed") { design.heldFixed?[$0.metric.id] },
      ], comparisons.filter { !hidden.contains($0.metric.id) })
  }

  /// The metrics by surface, ranker and simulated day, a row for each arm, scope and metric that has a
  /// value.
  ///
  /// - Parameters:
  ///   - kind: Only the scopes of this kind.
  ///   - hidden: The ids of metrics without rows.
  public func breakdownTable(
    kind: NamedScope.Kind? = nil, hiding hidden: Set<String> = []
  ) -> DataTable {
    DataTable(
      [
        .text("arm", \.arm), .text("scope_kind", \.scope.kind.rawValue),
        .text("scope", \.scope.name), .text("metric", \.metric.id), .number("mean", \.mean),
        .number("standard_error", \.standardError), .whole("worlds", \.worlds),
      ],
      breakdown.filter {
        (kind == nil || $0.scope.kind == kind) && !hidden.contains($0.metric.id)
      })
  }

  /// The value of each metric in each run. A world that two arms share in a live test has rows for the whole
  /// world and for the group of each arm.
  public var replicationTable: DataTable {
    DataTable(
      ["arm", "replication", "metric", "value"],
      outcomes.flatMap { outcome in
        outcome.namedValues.flatMap { name, values in
          design.metrics.map { metric in
            [
              .string(name), .whole(UInt64(outcome.world)), .string(metric.id),
              JSONValue(values[metric.id]?.value),
            ]
          }
        }
      })
  }
}

extension Column<Comparison> {
  /// The columns of the difference, its standard error, limits and *p*.
  static var differences: [Column] {
    [
      .number("difference") { $0.difference?.mean },
      .number("standard_error") { $0.difference?.standardError },
      .number("lower") { $0.difference?.interval?.lower },
      .number("upper") { $0.difference?.interval?.upper },
      .number("p") { $0.difference?.pValue }, .number("relative") { $0.relative?.estimate },
    ]
  }
}

extension WorldOutcome {
  /// The values of the run and, in a live test, of its groups, each with a name.
  fileprivate var namedValues: [(name: String, values: [String: MetricValue])] {
    let groups = groups.map { [("baseline", $0.baseline), ("candidate", $0.candidate)] } ?? []
    return [(arm, values)] + groups.map { ("\(arm): \($0)'s group", $1) }
  }
}
