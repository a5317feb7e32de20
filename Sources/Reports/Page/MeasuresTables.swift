internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Studies

/// For results without a comparison: the metrics of all arms, a table for each family.
enum MeasuresTables {
  static func measures(_ context: PageContext) -> PageMeasures? {
    guard context.design.baseline == nil else { return nil }
    let families = MetricFamily.allCases.compactMap { family -> PageFamily? in
      let metrics = context.design.metrics.filter { $0.family == family }
      guard !metrics.isEmpty else { return nil }
      return PageFamily(familyName: family.rawValue, familyTables: tables(context, metrics))
    }
    return PageMeasures(
      measuresText: context.design.worlds == 1
        ? "Values of one world."
        : "Mean over \(context.design.worlds) parallel worlds ± half-width of its"
          + " \(LevelText.heading(context.design.level)).",
      families: families)
  }

  /// The most arms that have a column each.
  private static let mostColumns = 5

  /// Few arms have a column each; many a row each, in tables of a few metrics.
  private static func tables(
    _ context: PageContext, _ metrics: [MetricDefinition]
  ) -> [PageTable] {
    let arms = context.arms.names
    func value(_ arm: String, _ metric: MetricDefinition) -> String {
      context.estimate(of: arm, metric.id).map(cell) ?? NumberText.missing
    }
    let caption = metrics[0].family.rawValue
    if arms.count <= mostColumns {
      return [
        PageTable(
          caption, columns: ["Metric"] + arms.map { "\($0)#" },
          rows: metrics.map { metric in [metric.label] + arms.map { value($0, metric) } })
      ]
    }
    return stride(from: 0, to: metrics.count, by: mostColumns).map { start in
      let shown = metrics[start..<min(start + mostColumns, metrics.count)]
      return PageTable(
        caption, columns: ["Arm"] + shown.map { "\($0.label)#" },
        rows: arms.map { arm in [arm] + shown.map { value(arm, $0) } })
    }
  }

  private static func cell(_ estimate: MetricEstimate) -> String {
    let (mean, halfWidth) = (estimate.meanValue.text, estimate.halfWidthValue)
    return halfWidth.isMissing ? mean : "\(mean) \(halfWidth.text)"
  }
}
