internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// A row for each metric and candidate with its interval drawn in the row: those that matter, then all by family.
struct Scorecard {
  private let context: PageContext
  private let scale: ChartScale?

  /// The most metrics that are not tested in the first table.
  private static let mostChanged = 8
  private static let plot = (width: 180.0, height: 18.0, edge: 6.0)

  static func scorecard(_ context: PageContext) -> PageScorecard? {
    let card = Scorecard(context)
    let groups = card.groups
    guard !groups.isEmpty else { return nil }
    return PageScorecard(
      scorecardText: card.text, axis: card.axis, baselineName: context.baseline, groups: groups)
  }

  private init(_ context: PageContext) {
    self.context = context
    scale = Effect.scale(of: context.effects)
  }

  private var text: String {
    let bar = ", its line the interval that decides"
    let tick =
      context.effects.contains { $0.percent?.limit != nil } ? " Red: the largest harm allowed." : ""
    return
      "Dot: change against \(context.baseline)\(bar), on one scale of ratios in all rows.\(tick)"
      + " The arrow after a metric shows which side is good."
  }

  private var groups: [PageScoreGroup] {
    let first = context.design.candidates.map { candidate in
      let main = MainMetrics(context.results, of: candidate)
      let title = context.design.candidates.count > 1 ? ": \(candidate)" : ""
      return (
        "What matters most" + title,
        (main.tested + main.changed.prefix(Self.mostChanged)).map(Effect.init)
      )
    }
    let families = MetricFamily.allCases.map { family in
      (
        family.rawValue,
        context.design.metrics.filter { $0.family == family }.flatMap { metric in
          context.effects.filter { $0.comparison.metric.id == metric.id }
        }
      )
    }
    return (first + families).enumerated().compactMap { index, group in
      let rows = group.1
      guard !rows.isEmpty else { return nil }
      return PageScoreGroup(
        groupTitle: group.0, groupCounts: counts(rows.map(\.comparison)),
        isOpen: index < first.count,
        scoreRows: rows.enumerated().map { number, effect in
          row(
            effect, id: "g\(index)-\(number)",
            isFirst: number == 0
              || rows[number - 1].comparison.metric.id != effect.comparison.metric.id)
        })
    }
  }

  /// How many rows have each verdict, such as `2 better · 5 worse · 3 other`.
  private func counts(_ comparisons: [Comparison]) -> String {
    let tones = comparisons.map(\.finding.tone)
    let (good, bad) = (tones.count { $0 == .good }, tones.count { $0 == .bad })
    let parts = [(good, "good"), (bad, "bad"), (tones.count - good - bad, "neither")]
    return parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: " · ")
  }

  private func row(_ effect: Effect, id: String, isFirst: Bool) -> PageScoreRow {
    let comparison = effect.comparison
    let metric = comparison.metric
    let style = context.arms.style(of: comparison.candidate)
    let change = ChangeText(comparison)
    return PageScoreRow(
      rowID: id, isFirst: isFirst, rowArm: context.arms.index(of: comparison.candidate) ?? 0,
      metricLabel: metric.label, metricSign: metric.direction.sign, metricID: metric.id,
      metricText: Self.sentence(metric), candidateName: comparison.candidate,
      candidateColour: style?.colour.css,
      baselineText: context.results.baselineValue(comparison).text,
      candidateText: context.results.candidateValue(comparison).text,
      changeText: effect.changeText,
      changeLimits: change.limits, changeSize: Self.size(of: effect),
      plot: drawing(effect, style), findingTone: comparison.finding.tone.style,
      findingText: comparison.finding.word)
  }

  /// The number by which a reader sorts rows by change.
  private static func size(of effect: Effect) -> String {
    effect.comparison.relative.map { "\($0.estimate)" } ?? ""
  }

  private static func sentence(_ metric: MetricDefinition) -> String {
    let formula = metric.formula.isEmpty ? "" : " \(metric.formula)"
    return "\(metric.name).\(formula) \(metric.direction.explanation)."
  }

  /// The interval of a row, without axes.
  private func drawing(_ effect: Effect, _ style: ArmStyle?) -> String {
    guard let scale, let percent = effect.percent else { return "" }
    let colour = effect.comparison.finding.tone.colour
    var marks = [ChartMark(.vertical(0), .axis, width: 1)]
    if let limit = percent.limit { marks.append(.init(.tick(.init(limit, 0.5), length: 12), .bad)) }
    marks += [
      .init(.interval(.init(percent.lower, 0.5), .init(percent.upper, 0.5)), colour),
      .init(.dot(.init(percent.estimate, 0.5), style?.dot ?? .circle, radius: 4), colour),
    ]
    return chart(scale, ticks: [], height: Self.plot.height, marks).svg().markup
  }

  /// The scale of the rows, for the head of the tables.
  private var axis: String {
    guard let scale else { return "" }
    return chart(scale, ticks: scale.labels(gap: 0.28), height: 16, []).svg().markup
  }

  private func chart(
    _ scale: ChartScale, ticks: [ChartTick], height: Double, _ marks: [ChartMark]
  ) -> Chart {
    Chart(
      width: Self.plot.width, height: height,
      margins: .init(
        top: 0, right: Self.plot.edge, bottom: ticks.isEmpty ? 0 : height, left: Self.plot.edge),
      x: .init(scale, ticks: ticks, hasGrid: false),
      y: .init(ChartScale(.linear, 0...1), ticks: [], hasGrid: false), marks: marks)
  }
}

/// The values of the template.
struct PageScorecard {
  var scorecardText: String
  /// The markup of the scale.
  var axis: String
  var baselineName: String
  var groups: [PageScoreGroup]
}

struct PageScoreGroup {
  var groupTitle: String
  var groupCounts: String
  var isOpen: Bool
  var scoreRows: [PageScoreRow]
}

struct PageScoreRow {
  var rowID: String
  /// Whether the row above is of another metric.
  var isFirst: Bool
  var rowArm: Int
  var metricLabel: String
  var metricSign: String
  var metricID: String
  var metricText: String
  var candidateName: String
  var candidateColour: String?
  var baselineText: String
  var candidateText: String
  var changeText: String
  var changeLimits: String
  var changeSize: String
  /// The markup of the drawing; empty for none.
  var plot: String
  var findingTone: String
  var findingText: String
}

extension Tone {
  /// A class of the style sheet.
  var style: String {
    switch self {
    case .good: "up"
    case .bad: "down"
    case .plain, .unclear, .strong: "flat"
    }
  }

  var colour: ChartColour {
    switch self {
    case .good: .good
    case .bad: .bad
    case .plain, .unclear, .strong: .muted
    }
  }
}
