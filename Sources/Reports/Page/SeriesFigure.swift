internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// One metric by simulated day, with a picker of the metric: where arms are compared the paired differences
/// of the candidates from the control, otherwise the levels of the arms.
enum SeriesFigure {
  /// The maximum number of metrics, each of which has a drawing.
  private static let mostMetrics = 16
  private static let tableDays = 5

  /// - Parameter card: The class of its card: see ``PageFigure/width``.
  static func figure(_ context: PageContext, card: String) -> PageFigure? {
    let drawn = metrics(context).map { DrawnMetric($0, context) }
    let panels = drawn.compactMap { metric in metric.drawing(in: card).map { (metric, $0) } }
    guard let first = panels.first?.0 else { return nil }
    let arms = Set(drawn.flatMap(\.lines).map(\.arm))
    return PageFigure(
      figureID: "series", width: card, figureTitle: first.finding(of: context.best),
      stories: panels.flatMap { $0.0.stories(isFirst: $0.0.metric.id == first.metric.id) },
      subtitle: subtitle(context) + context.arms.note,
      legend: context.arms.legend(context.arms.drawn.map(\.name).filter(arms.contains)),
      description: "Lines by simulated day. \(first.finding(of: context.best)).",
      picker: PagePicker(
        pickerLabel: "Metric",
        options: panels.map { metric, _ in
          PageOption(optionValue: metric.metric.id, optionText: metric.metric.label)
        }),
      panels: panels.enumerated().map { index, panel in
        PagePanel(panel.1, value: panel.0.metric.id, isHidden: index > 0)
      },
      figureTable: table(context, panels.map(\.0)))
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
      + (ContestDays.areHeld(context.design) ? " Dotted lines: a contest of a week starts." : "")
  }

  /// The metrics with at least two days: those that the page shows first, then those that change most, then others,
  /// up to the maximum.
  private static func metrics(_ context: PageContext) -> [MetricDefinition] {
    let counts = Dictionary(grouping: context.days, by: \.metric.id).mapValues { days in
      Set(days.map(\.day)).count
    }
    let changed = context.design.candidates.flatMap { candidate in
      MainMetrics(context.results, of: candidate).changed.map(\.metric)
    }
    var all = context.highlights
    for metric in changed + context.design.metrics where !all.contains(metric) {
      all.append(metric)
    }
    return Array(all.filter { counts[$0.id, default: 0] > 1 }.prefix(mostMetrics))
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

  /// The number of days on which a candidate clearly differs from the control.
  func finding(of candidate: String?) -> String {
    guard let candidate else { return "\(metric.label) by simulated day" }
    let intervals = lines.filter { $0.arm == candidate }.flatMap(\.days).compactMap(\.interval)
    guard !intervals.isEmpty else { return "\(metric.label) by simulated day" }
    let above = intervals.count { $0.lower > 0 }
    let below = intervals.count { $0.upper < 0 }
    let sides = [(above, "above"), (below, "below")].filter { $0.0 > 0 }
      .map { "\($1) \(context.baseline) on \($0)" }
    guard !sides.isEmpty else {
      return "\(metric.label): on no single day is \(candidate) clearly different from"
        + " \(context.baseline)"
    }
    return "\(metric.label): \(candidate) is clearly \(sides.joined(separator: " and "))"
      + " of \(intervals.count) days"
  }

  /// A title for each candidate; the best candidate's is shown until one is highlighted.
  func stories(isFirst: Bool) -> [PageStory] {
    let others = context.design.candidates.filter { $0 != context.best }
    let best = context.best.flatMap(context.arms.index(of:)).map { "- \($0)" } ?? "-"
    return [
      PageStory(
        storyText: finding(of: context.best), storyArms: best, storyPanel: metric.id,
        isOther: !isFirst)
    ]
      + others.map { name in
        PageStory(
          storyText: finding(of: name), storyArms: "\(context.arms.index(of: name) ?? 0)",
          storyPanel: metric.id, isOther: true)
      }
  }

  /// - Returns: `nil` without two days.
  func drawing(in card: String) -> ChartDrawing? {
    let all = lines.flatMap(\.days)
    guard let first = all.map(\.day).min(), let last = all.map(\.day).max(), first < last,
      let y = ChartScale(
        holding: all.flatMap { [$0.mean, $0.interval?.lower, $0.interval?.upper] }.compactMap { $0 }
          .map { $0 / scale.divisor }, including: isChange ? 0 : nil)
    else { return nil }
    let x = ChartScale(.linear, Double(first) - 0.3...Double(last) + 0.3)
    let ticks = y.labels(gap: 0.17, isSigned: isChange)
    let left = (ticks.flatMap(\.lines).map { Chart.textWidth($0) }.max() ?? 30) + 14
    let unit = scale.suffix.isEmpty ? metric.unit : String(scale.suffix.dropFirst())
    return ChartDrawing(in: card) { width, isNarrow in
      Chart(
        width: width, height: isNarrow ? 250 : 300,
        margins: .init(top: 24, right: 8, bottom: 40, left: left),
        x: .init(
          x,
          ticks: x.ticks(gap: isNarrow ? 0.11 : 0.08).filter { $0 == $0.rounded() }.map {
            ChartTick($0, NumberText.fixed($0, decimals: 0))
          }, title: "simulated day", hasGrid: false),
        y: .init(y, ticks: ticks, title: unit), marks: marks(first...last))
    }
  }

  private func marks(_ days: ClosedRange<Int>) -> [ChartMark] {
    let starts = ContestDays.starts(in: days, context.design).map { day in
      ChartMark(.vertical(Double(day)), .axis, dash: [2, 3], width: 1, title: "a contest starts")
    }
    let zero = isChange ? [ChartMark(.horizontal(0), .ink, width: 1)] : []
    return starts + zero + lines.flatMap { marks($0.arm, $0.days) }
  }

  private func marks(_ arm: String, _ days: [DayValue]) -> [ChartMark] {
    guard let style = context.arms.style(of: arm) else { return [] }
    let divisor = scale.divisor
    let band = days.compactMap { day in
      day.interval.map {
        ChartMark.Span(Double(day.day), $0.lower / divisor, $0.upper / divisor)
      }
    }
    let points = days.map { ChartMark.Point(Double($0.day), $0.mean / divisor) }
    let dots = zip(points, days).map { point, day in
      ChartMark(
        .dot(point, style.dot, radius: 3), style.colour,
        title: "\(arm), day \(day.day): \(cell(day))", arm: style.index)
    }
    return [
      ChartMark(.band(band), style.colour, arm: style.index),
      ChartMark(.line(points), style.colour, dash: style.dash, arm: style.index),
    ] + (days.count <= Self.mostDots ? dots : [])
  }

  /// The maximum number of days that have dots.
  private static let mostDots = 35

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

/// The days on which contests start.
enum ContestDays {
  /// Whether members see contests, which last a week each.
  static func areHeld(_ design: ExperimentDesign) -> Bool {
    let surfaces = JSONValue(canonical: design.resolvedScenario)["behaviour"]["surfaces"]
    guard let share = Double(surfaces["contest"].canonical) else { return false }
    return share > 0
  }

  static func starts(in days: ClosedRange<Int>, _ design: ExperimentDesign) -> [Int] {
    areHeld(design) ? days.filter { $0.isMultiple(of: 7) } : []
  }
}
