internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import PageResources
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// One metric by simulated day, with a picker of the metric: where arms are compared the paired differences
/// of the candidates from the control, otherwise the levels of the arms.
enum SeriesFigure {
  /// Rows of data that a page carries at most.
  private static let mostRows = 15_000
  private static let tableDays = 5

  static func figure(_ matter: PageMatter) -> PageFigure? {
    let metrics = self.metrics(matter)
    guard let first = metrics.first else { return nil }
    let drawn = metrics.map { DrawnMetric($0, matter) }
    let shown = matter.arms.drawn.filter { arm in
      drawn.contains { metric in metric.lines.contains { $0.arm == arm.name } }
    }
    var rows = ChartRows(["metric", "ranker", "day", "value", "lo", "hi", "isChange"])
    for metric in drawn { metric.append(to: &rows) }
    return PageFigure(
      figureID: "series", width: "c5", figureTitle: drawn[0].finding,
      subtitle: subtitle(matter) + matter.arms.remark,
      description: "Lines by simulated day. \(drawn[0].finding).",
      picker: PagePicker(
        pickerLabel: "Metric", signal: "metric",
        options: drawn.map {
          PageOption(
            optionValue: $0.metric.id, optionText: $0.optionText, format: $0.format,
            optionTitle: $0.finding)
        }),
      figureTable: table(matter, drawn),
      spec: ChartSpec(
        .series, arms: shown, parameters: ["metric": first.id, "numberFormat": drawn[0].format]),
      data: [("series", rows)])
  }

  private static func subtitle(_ matter: PageMatter) -> String {
    let isCompared = matter.design.baseline != nil
    let what =
      isCompared
      ? "Candidate less \(matter.baseline), paired by world" : "Mean of each simulated day"
    guard let level = matter.days.compactMap(\.interval?.level).first else {
      return isCompared ? "\(what), on each simulated day of one world." : "\(what) of one world."
    }
    let days = isCompared ? ": mean of each simulated day" : ""
    return "\(what)\(days) with its \(LevelWords.heading(level)) over"
      + " \(matter.design.worlds) parallel worlds."
  }

  /// Those with two days or more: the first of the page first, as many as the page can carry.
  private static func metrics(_ matter: PageMatter) -> [MetricDefinition] {
    let counts = Dictionary(grouping: matter.days, by: \.metric.id).mapValues { days in
      Set(days.map(\.day)).count
    }
    let all = matter.highlights + matter.design.metrics.filter { !matter.highlights.contains($0) }
    let told = all.filter { counts[$0.id, default: 0] > 1 }
    let days = min(DayLine.mostDays, counts.values.max() ?? 1)
    let most = max(PageMatter.mostHighlights, mostRows / (days * matter.arms.drawn.count))
    return Array(told.prefix(most))
  }

  private static func table(_ matter: PageMatter, _ drawn: [DrawnMetric]) -> PageTable {
    let rows = drawn.prefix(PageMatter.mostHighlights).flatMap { $0.tableRows(days: tableDays) }
    let arms = matter.arms.drawn.map(\.name).filter { $0 != matter.design.baseline }
    return PageTable(
      matter.design.baseline.map {
        "Change against \($0) on some days of the first metrics; breakdown.csv has the levels of all"
      } ?? "Some days of the first metrics; breakdown.csv has all",
      columns: ["Metric", "Day"] + arms.map { "\($0)#" }, rows: rows)
  }
}

/// What is drawn of an arm and a metric on one day.
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

/// The days of one metric, ready to be drawn.
private struct DrawnMetric {
  let metric: MetricDefinition
  let lines: [(arm: String, days: [DayValue])]
  private let scale: ValueScale
  private let matter: PageMatter

  init(_ metric: MetricDefinition, _ matter: PageMatter) {
    let days = matter.days.filter { $0.metric.id == metric.id }
    self.metric = metric
    self.matter = matter
    scale = ValueScale(metric, of: days.map(\.mean))
    lines = matter.arms.drawn.map { arm in
      (arm.name, DayLine.thinned(days.filter { $0.arm == arm.name }))
    }.filter { !$0.1.isEmpty }
  }

  private var isChange: Bool { matter.design.baseline != nil }

  /// As the charts' library understands it.
  var format: String { "\(isChange ? "+" : ""),.\(scale.decimals)f" }

  var optionText: String {
    let unit = scale.suffix.isEmpty ? metric.unit : String(scale.suffix.dropFirst())
    return metric.name + (unit.isEmpty ? "" : ", \(unit)")
  }

  /// On how many days the best candidate clearly differs from the control.
  var finding: String {
    guard let best = matter.best else { return "\(metric.name) by simulated day" }
    let intervals = lines.filter { $0.arm == best }.flatMap(\.days).compactMap(\.interval)
    guard !intervals.isEmpty else { return "\(metric.name) by simulated day" }
    let above = intervals.count { $0.lower > 0 }
    let below = intervals.count { $0.upper < 0 }
    let sides = [(above, "above"), (below, "below")].filter { $0.0 > 0 }
      .map { "\($1) \(matter.baseline) on \($0)" }
    guard !sides.isEmpty else {
      return "\(metric.name): \(best) clearly differs from \(matter.baseline) on no day"
    }
    return "\(metric.name): \(best) is clearly \(sides.joined(separator: " and "))"
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

  /// So many days, evenly apart, the first and the last among them.
  func tableRows(days count: Int) -> [[String]] {
    let days = Set(lines.flatMap(\.days).map(\.day)).sorted()
    let places = (0..<min(count, days.count)).map {
      $0 * (days.count - 1) / max(1, min(count, days.count) - 1)
    }
    let arms = matter.arms.drawn.map(\.name).filter { $0 != matter.design.baseline }
    return places.map { place in
      [metric.name, "\(days[place])"]
        + arms.map { arm in
          let day = lines.first { $0.arm == arm }?.days.first { $0.day == days[place] }
          return day.map(cell) ?? NumberText.missing
        }
    }
  }

  private func cell(_ day: DayValue) -> String {
    let halfWidth = day.interval.map { " ±\(scale.halfWidth($0.halfWidth))" } ?? ""
    return (isChange ? scale.change(day.mean) : scale.value(day.mean)) + halfWidth
  }
}
