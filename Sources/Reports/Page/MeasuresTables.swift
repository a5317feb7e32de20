internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Studies

/// All metrics of all arms where nothing is compared: a table a family.
enum MeasuresTables {
  static func measures(_ matter: PageMatter) -> PageMeasures? {
    guard matter.design.baseline == nil else { return nil }
    let families = MetricFamily.allCases.compactMap { family -> PageFamily? in
      let metrics = matter.design.metrics.filter { $0.family == family }
      guard !metrics.isEmpty else { return nil }
      let table = PageTable(
        family.rawValue, columns: ["Metric"] + matter.arms.names.map { "\($0)#" },
        rows: metrics.map { metric in
          [metric.name]
            + matter.arms.names.map { arm in
              matter.estimate(of: arm, metric.id).map(cell) ?? NumberText.missing
            }
        })
      return PageFamily(familyName: family.rawValue, familyTable: table)
    }
    return PageMeasures(
      measuresText: matter.design.worlds == 1
        ? "Values of one world."
        : "Mean over \(matter.design.worlds) parallel worlds ± half-width of its"
          + " \(LevelWords.heading(matter.design.level)).",
      families: families)
  }

  private static func cell(_ estimate: MetricEstimate) -> String {
    let (mean, halfWidth) = (estimate.meanValue.text, estimate.halfWidthValue)
    return halfWidth.isMissing ? mean : "\(mean) \(halfWidth.text)"
  }
}
