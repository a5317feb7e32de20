internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// How exposure is shared among authors: the parts of the most and the least exposed as dots with their intervals, and
/// behind a switch the Lorenz curves, which lie on each other where arms differ little.
enum SharesFigure {
  private static let gini = "creator_exposure_gini"

  /// A part of the authors, in the order of the chart.
  private struct Part: Sendable {
    let title: String
    /// The part's share of exposure, from the shares of the least exposed by percent.
    let share: @Sendable (RunCurves) -> Double

    static let all = [
      Part(title: "most seen 2%") { 1 - SharesFigure.bottom(98, of: $0) },
      Part(title: "most seen 10%") { 1 - SharesFigure.bottom(90, of: $0) },
      Part(title: "least seen half") { SharesFigure.bottom(50, of: $0) },
    ]
  }

  static func figure(_ context: PageContext) -> PageFigure? {
    let arms = SharingSection.curves(context, \.exposure)
    guard !arms.isEmpty else { return nil }
    let subject = SharingSection.subject(context, arms)
    let styles = context.arms.styles.filter { style in arms.contains { $0.name == style.name } }
    let ginis = arms.compactMap { arm in
      context.estimate(of: arm.name, gini).flatMap { estimate in
        estimate.mean.map { _ in "\(arm.name) \(estimate.meanValue.text)" }
      }
    }
    let giniText = ginis.isEmpty ? "" : " Gini: \(ginis.joined(separator: ", "))."
    let level = LevelText.heading(context.design.level)
    return PageFigure(
      figureID: "shares", anchorID: "fair", width: "c6", figureTitle: title(subject, context),
      stories: SharingSection.stories(context, subject) { title($0, context) },
      subtitle: "Shares of the exposure, mean over the worlds with its \(level)."
        + "\(giniText)\(context.arms.note)",
      legend: context.arms.legend(arms.map(\.name)),
      description: "Shares of exposure by author. \(title(subject, context)).\(giniText)",
      picker: PagePicker(
        pickerLabel: "Show",
        options: [
          PageOption(optionValue: "shares", optionText: "Shares of authors"),
          PageOption(optionValue: "lorenz", optionText: "Lorenz curves"),
        ]),
      panels: [
        PagePanel(dots(context, styles), value: "shares"),
        PagePanel(lorenz(context, styles), value: "lorenz", isHidden: true),
      ], figureTable: table(context))
  }

  private static func title(_ arm: String, _ context: PageContext) -> String {
    let half = bottom(50, of: context.curves[arm]!)
    return "Under \(arm) the least seen half of authors gets \(NumberText.share(half)) of exposure"
  }

  private static func bottom(_ percent: Int, of curves: RunCurves) -> Double {
    curves.exposure[RunCurves.percents.firstIndex(of: percent)!]
  }

  /// The mean of a share over the worlds of an arm.
  private static func summary(_ part: Part, of arm: String, _ context: PageContext) -> Summary {
    let curves = context.results.outcomes.filter { $0.arm == arm }.compactMap(\.curves)
    return Summary(curves.filter { !$0.exposure.isEmpty }.map(part.share))
  }

  private static func dots(_ context: PageContext, _ arms: [ArmStyle]) -> ChartDrawing {
    let step = 17.0
    let size = Double(arms.count) * step + 18
    let height = size * Double(Part.all.count)
    let marks = Part.all.enumerated().flatMap { index, part in
      arms.enumerated().flatMap { number, arm -> [ChartMark] in
        let down = Double(index) * size + 9 + step * (Double(number) + 0.5)
        return interval(of: summary(part, of: arm.name, context), part, arm, down, context)
      }
    }
    let x = ChartScale(.linear, 0...1)
    return ChartDrawing(in: "c6") { width, isNarrow in
      Chart(
        width: width, height: height + 46,
        margins: .init(top: 4, right: 52, bottom: 40, left: isNarrow ? 96 : 110),
        x: .init(
          x, ticks: [0, 0.25, 0.5, 0.75, 1].map { ChartTick($0, NumberText.share($0)) },
          title: "share of exposure"),
        y: .init(
          ChartScale(.linear, 0...height),
          ticks: Part.all.indices.map {
            ChartTick((Double($0) + 0.5) * size, Part.all[$0].title)
          }, hasGrid: false, isReversed: true), marks: marks)
    }
  }

  private static func interval(
    of summary: Summary, _ part: Part, _ arm: ArmStyle, _ down: Double, _ context: PageContext
  ) -> [ChartMark] {
    let text = NumberText.fixed(summary.mean * 100, decimals: 1) + "%"
    let limits = summary.interval(level: context.design.level)
    let title = "\(arm.name), \(part.title): \(text)"
    let bar = limits.map {
      ChartMark(
        .interval(.init($0.lower, down), .init($0.upper, down)), arm.colour, title: title,
        arm: arm.index)
    }
    return [
      bar,
      ChartMark(
        .dot(.init(summary.mean, down), arm.dot), arm.colour, title: title, arm: arm.index),
      ChartMark(.text(.init(1, down), text, dx: 8, dy: 4), .muted, arm: arm.index),
    ].compactMap { $0 }
  }

  private static func lorenz(_ context: PageContext, _ arms: [ArmStyle]) -> ChartDrawing {
    let scale = ChartScale(.linear, 0...1)
    let ticks = [0, 0.25, 0.5, 0.75, 1].map { ChartTick($0, NumberText.share($0)) }
    let lines = arms.map { arm in
      let points = zip(RunCurves.percents, context.curves[arm.name]!.exposure).map {
        ChartMark.Point(Double($0) / 100, $1)
      }
      return ChartMark(.line(points), arm.colour, dash: arm.dash, title: arm.name, arm: arm.index)
    }
    return ChartDrawing(in: "c6") { width, isNarrow in
      Chart(
        width: width, height: isNarrow ? 290 : 330,
        margins: .init(top: 10, right: 14, bottom: 40, left: 48),
        x: .init(scale, ticks: ticks, title: "authors, least seen first"),
        y: .init(scale, ticks: ticks),
        marks: [ChartMark(.line([.init(0, 0), .init(1, 1)]), .axis, dash: [2, 3], width: 1)] + lines
      )
    }
  }

  private static func table(_ context: PageContext) -> PageTable {
    let rows = context.arms.names.compactMap { name -> [String]? in
      guard let curves = context.curves[name], !curves.exposure.isEmpty else { return nil }
      let estimate = context.estimate(of: name, gini)
      return [
        name, (estimate?.meanValue ?? .missing).text, (estimate?.intervalValue ?? .missing).text,
      ]
        + Part.all.map { part in
          let summary = summary(part, of: name, context)
          let half = summary.interval(level: context.design.level).map {
            " ±\(NumberText.fixed($0.halfWidth * 100, decimals: 1))"
          }
          return NumberText.fixed(summary.mean * 100, decimals: 1) + (half ?? "")
        }
    }
    return PageTable(
      "Exposure by author; the parts in percent",
      columns: ["Arm", "Gini#", "Interval#"] + Part.all.map { "\($0.title)#" }, rows: rows)
  }
}
