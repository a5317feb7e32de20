internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Studies

/// The metrics of all arms if nothing is compared: a table for each family.
enum MeasuresTables {
  static func measures(_ context: PageContext) -> PageMeasures? {
    guard context.design.baseline == nil else { return nil }
    let families = MetricFamily.allCases.compactMap { family -> PageFamily? in
      let metrics = context.design.metrics.filter { $0.family == family }
      guard !metrics.isEmpty else { return nil }
      let table = PageTable(
        family.rawValue, columns: ["Metric"] + context.arms.names.map { "\($0)#" },
        rows: metrics.map { metric in
          [metric.label]
            + context.arms.names.map { arm in
              context.estimate(of: arm, metric.id).map(cell) ?? NumberText.missing
            }
        })
      return PageFamily(familyName: family.rawValue, familyTable: table)
    }
    return PageMeasures(
      measuresText: context.design.worlds == 1
        ? "Values of one world."
        : "Mean over \(context.design.worlds) parallel worlds ± half-width of its"
          + " \(LevelText.heading(context.design.level)).",
      families: families)
  }

  private static func cell(_ estimate: MetricEstimate) -> String {
    let (mean, halfWidth) = (estimate.meanValue.text, estimate.halfWidthValue)
    return halfWidth.isMissing ? mean : "\(mean) \(halfWidth.text)"
  }
}
