internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// One metric by simulated day, with a picker of the metric: where arms are compared the paired differences
/// of the candidates from the control, otherwise the levels of the arms.
enum SeriesFigure {
  /// The maximum number of rows of data in a page.
  private static let mostRows = 15_000
  private static let tableDays = 5

  static func figure(_ context: PageContext) -> PageFigure? {
    let metrics = self.metrics(context)
    guard let first = metrics.first else { return nil }
    let drawn = metrics.map { DrawnMetric($0, context) }
    let shown = context.arms.drawn.filter { arm in
      drawn.contains { metric in metric.lines.contains { $0.arm == arm.name } }
    }
    var rows = ChartRows(["metric", "ranker", "day", "value", "lo", "hi", "isChange"])
    for metric in drawn { metric.append(to: &rows) }
    return PageFigure(
      figureID: "series", width: "c5", figureTitle: drawn[0].finding,
      subtitle: subtitle(context) + context.arms.note,
      description: "Lines by simulated day. \(drawn[0].finding).",
      picker: PagePicker(
        pickerLabel: "Metric", signal: "metric",
        options: drawn.map {
          PageOption(
            optionValue: $0.metric.id, optionText: $0.optionText, format: $0.format,
            optionTitle: $0.finding)
        }),
      figureTable: table(context, drawn),
      spec: ChartSpec(
        .series, arms: shown, parameters: ["metric": first.id, "numberFormat": drawn[0].format]),
      data: [("series", rows)])
  }

  private static func subtitle(_ context: PageContext) -> String {
    let isCompared = context.design.baseline != nil
    let what =
      isCompared
      ? "Candidate less \(context.baseline), paired by world" : "Mean of each simulated day"
    guard let level = context.days.compactMap(\.interval?.level).first else {
      return isCompared ? "\(what), on each simulated day of one world." : "\(what) of one world."
    }
    let days = isCompared ? ": mean of each simulated day" : ""
    return "\(what)\(days) with its \(LevelText.heading(level)) over"
      + " \(context.design.worlds) parallel worlds."
  }

  /// The metrics with at least two days, those that the page shows first before others, up to the maximum data.
  private static func metrics(_ context: PageContext) -> [MetricDefinition] {
    let counts = Dictionary(grouping: context.days, by: \.metric.id).mapValues { days in
      Set(days.map(\.day)).count
    }
    let all =
      context.highlights + context.design.metrics.filter { !context.highlights.contains($0) }
    let series = all.filter { counts[$0.id, default: 0] > 1 }
    let days = min(DayLine.mostDays, counts.values.max() ?? 1)
    let most = max(PageContext.mostHighlights, mostRows / (days * context.arms.drawn.count))
    return Array(series.prefix(most))
  }

  private static func table(_ context: PageContext, _ drawn: [DrawnMetric]) -> PageTable {
    let rows = drawn.prefix(PageContext.mostHighlights).flatMap { $0.tableRows(days: tableDays) }
    let arms = context.arms.drawn.map(\.name).filter { $0 != context.design.baseline }
    return PageTable(
      context.design.baseline.map {
        "Change against \($0) on some days of the first metrics; breakdown.csv has the levels of all"
      } ?? "Some days of the first metrics; breakdown.csv has all",
      columns: ["Metric", "Day"] + arms.map { "\($0)#" }, rows: rows)
  }
}

/// The value of an arm and a metric on one day.
struct DayValue {
  let arm: String
  let metric: MetricDefinition
  let day: Int
  let mean: Double
  let interval: ConfidenceInterval?

  init(_ estimate: ScopedEstimate) {
    arm = estimate.arm
    metric = estimate.metric
    day = estimate.scope.index
    mean = estimate.mean
    interval = estimate.interval
  }

  init(_ difference: DailyDifference) {
    arm = difference.candidate
    metric = difference.metric
    day = difference.day
    mean = difference.difference.mean
    interval = difference.difference.interval
  }
}

/// The drawn days of one metric.
private struct DrawnMetric {
  let metric: MetricDefinition
  let lines: [(arm: String, days: [DayValue])]
  private let scale: ValueScale
  private let context: PageContext

  init(_ metric: MetricDefinition, _ context: PageContext) {
    let days = context.days.filter { $0.metric.id == metric.id }
    self.metric = metric
    self.context = context
    scale = ValueScale(metric, of: days.map(\.mean))
    lines = context.arms.drawn.map { arm in
      (arm.name, DayLine.thinned(days.filter { $0.arm == arm.name }))
    }.filter { !$0.1.isEmpty }
  }

  private var isChange: Bool { context.design.baseline != nil }

  /// The number format in the syntax of the chart library.
  var format: String { "\(isChange ? "+" : ""),.\(scale.decimals)f" }

  var optionText: String {
    let unit = scale.suffix.isEmpty ? metric.unit : String(scale.suffix.dropFirst())
    return metric.label + (unit.isEmpty ? "" : ", \(unit)")
  }

  /// The number of days on which the best candidate significantly differs from the control.
  var finding: String {
    guard let best = context.best else { return "\(metric.label) by simulated day" }
    let intervals = lines.filter { $0.arm == best }.flatMap(\.days).compactMap(\.interval)
    guard !intervals.isEmpty else { return "\(metric.label) by simulated day" }
    let above = intervals.count { $0.lower > 0 }
    let below = intervals.count { $0.upper < 0 }
    let sides = [(above, "above"), (below, "below")].filter { $0.0 > 0 }
      .map { "\($1) \(context.baseline) on \($0)" }
    guard !sides.isEmpty else {
      return "\(metric.label): \(best) clearly differs from \(context.baseline) on no day"
    }
    return "\(metric.label): \(best) is clearly \(sides.joined(separator: " and "))"
      + " of \(intervals.count) days"
  }

  func append(to rows: inout ChartRows) {
    for (arm, days) in lines {
      for day in days {
        let values = [day.mean, day.interval?.lower, day.interval?.upper].map { value in
          ChartRows.number((value ?? day.mean) / scale.divisor)
        }
        rows.append(
          [.string(metric.id), .string(arm), .number(Double(day.day))] + values
            + [.bool(isChange)])
      }
    }
  }

  /// Evenly spaced days, including the first and the last.
  func tableRows(days count: Int) -> [[String]] {
    let days = Set(lines.flatMap(\.days).map(\.day)).sorted()
    let indices = (0..<min(count, days.count)).map {
      $0 * (days.count - 1) / max(1, min(count, days.count) - 1)
    }
    let arms = context.arms.drawn.map(\.name).filter { $0 != context.design.baseline }
    return indices.map { index in
      [metric.label, "\(days[index])"]
        + arms.map { arm in
          let day = lines.first { $0.arm == arm }?.days.first { $0.day == days[index] }
          return day.map(cell) ?? NumberText.missing
        }
    }
  }

  private func cell(_ day: DayValue) -> String {
    let halfWidth = day.interval.map { " ±\(scale.halfWidth($0.halfWidth))" } ?? ""
    return (isChange ? scale.change(day.mean) : scale.value(day.mean)) + halfWidth
  }
}
