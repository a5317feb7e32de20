internal import Experiments
internal import FeedMetrics
internal import PageResources
internal import Scenarios
internal import Stochastics

/// One metric by simulated day, with a picker of the metric.
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
    var rows = ChartRows(["metric", "ranker", "day", "value", "lo", "hi"])
    for metric in drawn { metric.append(to: &rows) }
    let levels = matter.days.compactMap(\.interval?.level)
    let band = levels.first.map {
      "Mean of each simulated day with its \(LevelWords.heading($0)) over"
        + " \(matter.design.worlds) parallel worlds."
    }
    return PageFigure(
      figureID: "series", width: "c5", figureTitle: drawn[0].finding,
      subtitle: (band ?? "Each simulated day of one world.") + matter.arms.remark,
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

  /// Those with two days or more: the first of the page first, as many as the page can carry.
  private static func metrics(_ matter: PageMatter) -> [MetricDefinition] {
    let counts = Dictionary(grouping: matter.days, by: \.metric.id).mapValues { days in
      Set(days.map(\.scope)).count
    }
    let all = matter.highlights + matter.design.metrics.filter { !matter.highlights.contains($0) }
    let told = all.filter { counts[$0.id, default: 0] > 1 }
    let days = min(DayLine.mostDays, counts.values.max() ?? 1)
    let most = max(PageMatter.mostHighlights, mostRows / (days * matter.arms.drawn.count))
    return Array(told.prefix(most))
  }

  private static func table(_ matter: PageMatter, _ drawn: [DrawnMetric]) -> PageTable {
    let rows = drawn.prefix(PageMatter.mostHighlights).flatMap { $0.tableRows(days: tableDays) }
    return PageTable(
      "Some days of the first metrics; breakdown.csv has all",
      columns: ["Metric", "Day"] + matter.arms.drawn.map { "\($0.name)#" }, rows: rows)
  }
}

/// The days of one metric, ready to be drawn.
private struct DrawnMetric {
  let metric: MetricDefinition
  let lines: [(arm: String, days: [ScopedEstimate])]
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

  /// As the charts' library understands it.
  var format: String { ",.\(scale.decimals)f" }

  var optionText: String {
    let unit = scale.suffix.isEmpty ? metric.unit : String(scale.suffix.dropFirst())
    return metric.name + (unit.isEmpty ? "" : ", \(unit)")
  }

  /// On how many days the bands of the best candidate and the control are apart.
  var finding: String {
    let byDay = Dictionary(grouping: lines.flatMap(\.days), by: \.scope)
    guard let best = matter.best else { return "\(metric.name) by simulated day" }
    let pairs = byDay.values.compactMap { day -> (ConfidenceInterval, ConfidenceInterval)? in
      let intervals = [best, matter.baseline].map { arm in
        day.first { $0.arm == arm }?.interval
      }
      guard let one = intervals[0], let other = intervals[1] else { return nil }
      return (one, other)
    }
    guard !pairs.isEmpty else { return "\(metric.name) by simulated day" }
    let above = pairs.count { $0.lower > $1.upper }
    let below = pairs.count { $0.upper < $1.lower }
    let sides = [(above, "above"), (below, "below")].filter { $0.0 > 0 }
      .map { "\($1) on \($0)" }
    guard !sides.isEmpty else {
      return "\(metric.name): \(best) and \(matter.baseline) are clearly apart on no day"
    }
    return "\(metric.name): \(best) is clearly \(sides.joined(separator: " and "))"
      + " of \(pairs.count) days"
  }

  func append(to rows: inout ChartRows) {
    for (arm, days) in lines {
      for day in days {
        let values = [day.mean, day.interval?.lower, day.interval?.upper].map { value in
          ChartRows.number((value ?? day.mean) / scale.divisor)
        }
        rows.append(
          [
            .string(metric.id), .string(arm), .number(Double(day.scope.name) ?? 0),
          ] + values)
      }
    }
  }

  /// So many days, evenly apart, the first and the last among them.
  func tableRows(days count: Int) -> [[String]] {
    let days = Set(lines.flatMap(\.days).map(\.scope)).sorted()
    let places = (0..<min(count, days.count)).map {
      $0 * (days.count - 1) / max(1, min(count, days.count) - 1)
    }
    return places.map { place in
      [metric.name, days[place].name]
        + matter.arms.drawn.map { arm in
          let day = lines.first { $0.arm == arm.name }?.days.first { $0.scope == days[place] }
          return day.map(cell) ?? NumberText.missing
        }
    }
  }

  private func cell(_ day: ScopedEstimate) -> String {
    let halfWidth = day.interval.map { " ±\(scale.halfWidth($0.halfWidth))" } ?? ""
    return scale.value(day.mean) + halfWidth
  }
}
