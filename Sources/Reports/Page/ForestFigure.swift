internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The forest plot: the changes of the metrics that matter against the baseline, by family.
enum ForestFigure {
  /// The most metrics that are neither shown first nor have a margin that the scenario sets.
  private static let mostChanged = 8

  static func figure(_ context: PageContext) -> PageFigure? {
    let metrics = self.metrics(context)
    let arms = context.arms.styles.filter { arm in
      metrics.contains { context.effect(of: arm.name, $0)?.percent != nil }
    }
    guard let best = context.best, !arms.isEmpty else { return nil }
    let plot = ForestPlot(context, metrics, arms)
    guard let drawing = plot.drawing(in: "c7") else { return nil }
    let counts = context.design.candidates.map { ($0, PageFindings(context, of: $0).counts) }
    let all = counts.prefix(2).map { "\($0): \($1)" }.joined(separator: "; ")
    return PageFigure(
      figureID: "effects", width: "c7", figureTitle: all,
      stories: [PageStory(storyText: all, storyArms: "-")]
        + counts.map { name, text in
          PageStory(
            storyText: "\(name): \(text)", storyArms: "\(context.arms.index(of: name) ?? 0)",
            isOther: true)
        },
      subtitle: subtitle(context, metrics), legend: context.arms.legend(arms.map(\.name)),
      description: description(context, best, metrics), panels: [PagePanel(drawing)],
      figureTable: table(context))
  }

  /// The metrics that the page shows first, those with a margin of the scenario, and the largest changes, in the
  /// order of the design.
  private static func metrics(_ context: PageContext) -> [MetricDefinition] {
    let changed = context.design.candidates.flatMap { candidate in
      MainMetrics(context.results, of: candidate).changed.prefix(mostChanged).map(\.metric)
    }
    return context.design.metrics.filter { metric in
      context.highlights.contains(metric) || changed.contains(metric)
        || context.design.questions.metrics.contains(metric.id)
    }.filter { metric in
      context.design.candidates.contains { context.effect(of: $0, metric)?.percent != nil }
    }
  }

  private static func subtitle(_ context: PageContext, _ metrics: [MetricDefinition]) -> String {
    let bar =
      context.design.worlds > 1
      ? " Bar: the interval that decides, over \(context.design.worlds) parallel worlds." : nil
    let hasLimits = metrics.contains { metric in
      context.design.candidates.contains { context.effect(of: $0, metric)?.percent?.limit != nil }
    }
    return
      "Change against \(context.baseline) on a scale of ratios: twice and half as much are equally far from 0."
      + "\(bar ?? "") \(hasLimits ? "Red tick: the largest harm allowed. " : "")"
      + "The scorecard has all metrics.\(context.arms.note)"
  }

  private static func description(
    _ context: PageContext, _ best: String, _ metrics: [MetricDefinition]
  ) -> String {
    let changes = metrics.compactMap { context.effect(of: best, $0) }.filter(\.isClear)
      .map { effect in
        let change = ChangeText(effect.comparison)
        return "\(effect.comparison.metric.labelInSentence) \(change.amount) \(change.side)"
      }
    let text = changes.isEmpty ? "no clear change" : changes.joined(separator: ", ")
    return "Forest plot of changes against \(context.baseline). \(best): \(text)."
  }

  /// Every comparison, also those that are not drawn.
  private static func table(_ context: PageContext) -> PageTable {
    PageTable(
      "Change against \(context.baseline), whichever way is good",
      columns: [
        "Metric", "Arm", "\(context.baseline)#", "Arm’s mean#", "Change#", "Interval#", "Limit#",
        "Verdict",
      ],
      rows: context.design.metrics.flatMap { metric in
        context.effects.map(\.comparison).filter { $0.metric.id == metric.id }.map { comparison in
          let values: [Value] = [
            context.results.baselineValue(comparison), context.results.candidateValue(comparison),
            comparison.changeValue,
            comparison.intervalValue, comparison.limitValue, comparison.findingValue,
          ]
          return [metric.label, comparison.candidate] + values.map(\.text)
        }
      })
  }
}

/// The rows of the forest plot from the top: headings of families, and in each metric's row a line for each arm.
private struct ForestPlot {
  private let rows: [Row]
  private let height: Double
  private let scale: ChartScale?

  private struct Row {
    /// The middle, from the top.
    let middle: Double
    let text: String
    let isHeading: Bool
    let effects: [(arm: ArmStyle, effect: Effect, down: Double)]
  }

  private static let headingHeight = 26.0
  private static let armHeight = 17.0
  private static let least = 32.0

  init(_ context: PageContext, _ metrics: [MetricDefinition], _ arms: [ArmStyle]) {
    var (rows, top): ([Row], Double) = ([], 0)
    for family in MetricFamily.allCases {
      let members = metrics.filter { $0.family == family }
      guard !members.isEmpty else { continue }
      rows.append(
        Row(
          middle: top + Self.headingHeight / 2, text: family.rawValue, isHeading: true, effects: [])
      )
      top += Self.headingHeight
      for metric in members {
        let effects: [(ArmStyle, Effect)] = arms.compactMap { arm in
          guard let effect = context.effect(of: arm.name, metric), effect.percent != nil else {
            return nil
          }
          return (arm, effect)
        }
        let size = max(Self.least, Double(effects.count) * Self.armHeight + 8)
        let first = top + (size - Double(effects.count - 1) * Self.armHeight) / 2
        rows.append(
          Row(
            middle: top + size / 2, text: "\(metric.label)\u{A0}\(metric.direction.sign)",
            isHeading: false,
            effects: effects.enumerated().map { index, pair in
              (pair.0, pair.1, first + Double(index) * Self.armHeight)
            }))
        top += size
      }
    }
    self.rows = rows
    height = top
    scale = Effect.scale(of: rows.flatMap(\.effects).map(\.effect))
  }

  /// - Returns: `nil` without an effect in percent.
  func drawing(in card: String) -> ChartDrawing? {
    guard let scale else { return nil }
    return ChartDrawing(in: card) { width, isNarrow in
      let (left, right) = isNarrow ? (124.0, 58.0) : (188.0, 66.0)
      let room = width - left - right
      return Chart(
        width: width, height: height + 42,
        margins: .init(top: 4, right: right, bottom: 38, left: left),
        x: .init(
          scale, ticks: scale.labels(gap: 44 / room),
          title: isNarrow ? "" : "change, scale of ratios"),
        y: .init(
          ChartScale(.linear, 0...height),
          ticks: rows.map { row in
            ChartTick(
              row.middle, lines: row.isHeading ? [row.text] : Self.wrapped(row.text, to: left - 8),
              isHeading: row.isHeading)
          }, hasGrid: false, isReversed: true),
        marks: marks(right: scale.domain.upperBound, dx: 8))
    }
  }

  private func marks(right end: Double, dx: Double) -> [ChartMark] {
    [ChartMark(.vertical(0), .ink)]
      + rows.flatMap(\.effects).flatMap { arm, effect, down -> [ChartMark] in
        guard let percent = effect.percent else { return [] }
        let comparison = effect.comparison
        let change = ChangeText(comparison)
        let title =
          "\(comparison.metric.label), \(arm.name): \(effect.changeText) \(change.limits), \(comparison.finding.word)"
        let limit = percent.limit.map {
          ChartMark(.tick(.init($0, down), length: 12), .bad)
        }
        return [
          limit,
          ChartMark(
            .interval(.init(percent.lower, down), .init(percent.upper, down)), arm.colour,
            title: title, arm: arm.index),
          ChartMark(
            .dot(.init(percent.estimate, down), arm.dot), arm.colour, title: title, arm: arm.index),
          ChartMark(
            .text(.init(end, down), ChartScale.shortText(percent.estimate), dx: dx, dy: 4),
            comparison.finding.tone.colour, arm: arm.index),
        ].compactMap { $0 }
      }
  }

  /// The words in lines that fit beside the chart.
  private static func wrapped(_ text: String, to width: Double) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, Chart.textWidth("\(last) \(word)") <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}

extension ChartScale {
  /// A change with one decimal, or as a factor from twice as much.
  fileprivate static func shortText(_ change: Double) -> String {
    change >= 1 ? ratioText(change) : NumberText.percent(change)
  }
}
