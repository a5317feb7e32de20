internal import Experiments
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The trials by the objective and another objective or a limit, a panel each. All are drawn by the search's worlds, so that
/// one trial can be compared with another.
enum TrialsFigure {
  /// The maximum number of drawn trials over all panels, so that the page stays small.
  private static let mostDots = 500
  /// The maximum numbers of trials in the table that keep the limits, and that do not.
  private static let mostRows = 12

  static func figure(_ context: TuningContext) -> PageFigure? {
    let axes = context.others
    guard !axes.isEmpty, context.trials.count > 1 else { return nil }
    let trials = context.thinned(to: max(100, mostDots / axes.count))
    let panels = axes.enumerated().compactMap { index, axis in
      panel(context, axis, trials).map {
        PagePanel($0, value: "\(index)", isHidden: index > 0)
      }
    }
    guard panels.count == axes.count else { return nil }
    return PageFigure(
      figureID: "tuning", width: "c7", figureTitle: title(context),
      subtitle: subtitle(context, drawn: trials.count),
      description: "Scatter of \(trials.count) trials. \(title(context)).",
      picker: axes.count < 2
        ? nil
        : PagePicker(
          pickerLabel: "Across",
          options: axes.enumerated().map {
            PageOption(optionValue: "\($0)", optionText: $1.title)
          }),
      panels: panels, figureTable: table(context))
  }

  private static func title(_ context: TuningContext) -> String {
    if let front = context.results.paretoFront {
      let count = front.points.count
      return "\(count) of \(context.results.estimates.count) trials"
        + " \(count == 1 ? "is" : "are") on the Pareto front"
    }
    let feasible = context.results.estimates.count(where: \.isFeasible)
    return "\(feasible) of \(context.results.estimates.count) trials"
      + " \(feasible == 1 ? "keeps" : "keep") the limits by estimate"
  }

  private static func subtitle(_ context: TuningContext, drawn: Int) -> String {
    let results = context.results
    let limits =
      results.design.tuning.constraints.isEmpty
      ? "" : " Filled: keeps every limit. Hollow: breaks one, by estimate."
    let front = results.paretoFront == nil ? "" : " Green: on the Pareto front of the fresh worlds."
    let missing = results.estimates.count - context.trials.count
    let lost =
      missing == 0 ? "" : " \(NumberText.counted(missing, "trial")) without a value not drawn."
    let rest =
      drawn < context.trials.count ? " \(drawn) of \(context.trials.count) trials are drawn." : ""
    return "Up: \(context.objective.title), against the incumbent in the search's worlds."
      + "\(limits)\(front)\(lost)\(rest)"
  }

  // MARK: - Charts

  private static func panel(
    _ context: TuningContext, _ axis: TuningAxis, _ trials: [TrialEstimate]
  ) -> ChartDrawing? {
    let points = trials.compactMap { estimate in
      point(axis.value(estimate), context.objective.value(estimate), axis, context).map {
        (estimate: estimate, place: $0)
      }
    }
    let bound = axis.bound.map(axis.place)
    let xs = points.map(\.place.x) + (bound.map { [$0] } ?? [])
    guard let across = ChartScale(holding: xs),
      let up = ChartScale(holding: points.map(\.place.y) + [0])
    else { return nil }
    let margins = Chart.Margins(top: 22, right: 16, left: 58)
    return ChartDrawing(in: "c7") { width, isNarrow in
      Chart(
        width: width, height: isNarrow ? 300 : 360, margins: margins,
        x: Chart.Axis(
          across, ticks: axis.ticks(across, gap: isNarrow ? 0.25 : 0.13), title: axis.title),
        y: Chart.Axis(
          up, ticks: context.objective.ticks(up, gap: 0.12),
          title: context.objective.title),
        marks: limitMarks(axis, bound, across, up, width: width - margins.left - margins.right)
          + [ChartMark(.horizontal(0), .axis, dash: [4, 3])]
          + points.reversed().flatMap {
            dot($0.estimate, $0.place, context, [context.objective, axis], across, isNarrow)
          })
    }
  }

  private static func point(
    _ x: Double?, _ y: Double?, _ axis: TuningAxis, _ context: TuningContext
  ) -> ChartMark.Point? {
    guard let x, let y else { return nil }
    return ChartMark.Point(axis.place(x), context.objective.place(y))
  }

  /// The broken side of a limit, and its bound. Where that side is too narrow for its label, the label is on the other
  /// side with an arrow to it.
  ///
  /// - Parameter width: The width of the plot in pixels.
  private static func limitMarks(
    _ axis: TuningAxis, _ bound: Double?, _ across: ChartScale, _ up: ChartScale, width: Double
  ) -> [ChartMark] {
    guard let bound else { return [] }
    let edge = axis.isUpper ? across.domain.upperBound : across.domain.lowerBound
    let part = across.fraction(bound)
    let label = "breaks the limit"
    let isBeside =
      (axis.isUpper ? 1 - part : part) * width < Chart.textWidth(label, size: 11) + 6
    let isRight = axis.isUpper != isBeside
    let text = !isBeside ? label : axis.isUpper ? "\(label) →" : "← \(label)"
    return [
      ChartMark(
        .bar(
          ChartMark.Point(bound, up.domain.lowerBound), ChartMark.Point(edge, up.domain.upperBound)),
        .raised),
      ChartMark(.vertical(bound), .bad, dash: [5, 3], width: 1.5),
      ChartMark(
        .text(
          ChartMark.Point(bound, up.domain.upperBound), text, anchor: isRight ? .start : .end,
          dx: isRight ? 6 : -6, dy: 14, size: 11), .bad),
    ]
  }

  private static func dot(
    _ estimate: TrialEstimate, _ place: ChartMark.Point, _ context: TuningContext,
    _ axes: [TuningAxis], _ across: ChartScale, _ isNarrow: Bool
  ) -> [ChartMark] {
    let note = context.note(estimate.trial)
    let colour: ChartColour =
      estimate.trial == 0
      ? .ink
      : !note.isEmpty || context.isOnFront(estimate.trial)
        ? .good : estimate.isFeasible ? .accent : .muted
    let mark = ChartMark(
      .dot(
        place, note.isEmpty ? .circle : .diamond, radius: note.isEmpty ? 4 : 6,
        isHollow: !estimate.isFeasible), colour,
      title: isNarrow ? nil : context.title(estimate, axes))
    guard !note.isEmpty else { return [mark] }
    return [
      mark,
      label(note, place, across, colour, dy: estimate.trial == 0 ? 17 : -9),
    ]
  }

  /// A text beside a point, on the side that has room.
  private static func label(
    _ text: String, _ place: ChartMark.Point, _ across: ChartScale, _ colour: ChartColour,
    dy: Double
  ) -> ChartMark {
    let isLeft = across.fraction(place.x) > 0.6
    return ChartMark(
      .text(place, text, anchor: isLeft ? .end : .start, dx: isLeft ? -6 : 6, dy: dy), colour)
  }

  // MARK: - Table

  /// The Pareto front or, without one, the trials with the largest gains.
  private static func table(_ context: TuningContext) -> PageTable {
    if let points = context.results.paretoFront?.points {
      let front = context.summary.paretoFront
      return PageTable(
        "The Pareto front in fresh worlds",
        columns: ["Trial"] + front.headings.dropFirst().dropLast().map { "\($0)#" } + [
          "Note", "Values",
        ],
        rows: zip(front.texts, points).map { row, point in
          row + [context.values(of: point.trial)]
        })
    }
    let axes = [context.objective] + context.others
    let (kept, broken) = (
      context.trials.filter(\.isFeasible), context.trials.filter { !$0.isFeasible }
    )
    return PageTable(
      "The trials with the largest gains in the search's worlds, those that keep the limits first",
      columns: ["Trial"] + axes.map { "\($0.label)#" } + ["Breaks", "Worlds#", "Values"],
      rows: (kept.prefix(mostRows) + broken.prefix(mostRows)).map { estimate in
        let note = context.note(estimate.trial)
        let name =
          estimate.trial == 0 ? note : "\(estimate.trial)" + (note.isEmpty ? "" : ", \(note)")
        return [name]
          + axes.map { axis in axis.value(estimate).map(axis.text) ?? NumberText.missing }
          + [
            context.broken(estimate),
            NumberText.count(context.results.trials[estimate.trial].worlds),
            context.values(of: estimate.trial),
          ]
      })
  }
}
