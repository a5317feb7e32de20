internal import Experiments
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The trials by the objective and another objective or a limit, a panel each.
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
    let front =
      results.paretoFront == nil ? "" : " The line is the Pareto front, measured in fresh worlds."
    let baseline =
      results.baseline.map { " Square: the baseline \($0.name) in fresh worlds." } ?? ""
    let missing = results.lostTrials
    let lost =
      missing == 0 ? "" : " \(NumberText.counted(missing, "trial")) without a value not drawn."
    let rest =
      drawn < context.trials.count ? " \(drawn) of \(context.trials.count) trials are drawn." : ""
    return "Up: \(context.objective.title), against the incumbent in the search's worlds."
      + "\(limits)\(front)\(baseline)\(lost)\(rest)"
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
    let front = front(context, axis)
    let bound = axis.bound.map(axis.place)
    let xs = points.map(\.place.x) + front.map(\.x) + (bound.map { [$0] } ?? [])
    let ys = points.map(\.place.y) + front.map(\.y) + [0]
    let baseline = context.results.baseline.flatMap { baseline in
      point(
        axis.value(baseline, context.design), context.objective.value(baseline, context.design),
        axis, context
      ).map { (name: baseline.name, place: $0) }
    }
    let held = baseline.map { ([$0.place.x], [$0.place.y]) } ?? ([], [])
    guard let across = scale(xs, near: held.0), let up = scale(ys, near: held.1) else { return nil }
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
          + frontMarks(front, context, across)
          + points.reversed().flatMap {
            dot($0.estimate, $0.place, context, [context.objective, axis], across, isNarrow)
          }
          + (baseline.map { baselineMarks($0.name, $0.place, across, up) } ?? []))
    }
  }

  private static func point(
    _ x: Double?, _ y: Double?, _ axis: TuningAxis, _ context: TuningContext
  ) -> ChartMark.Point? {
    guard let x, let y else { return nil }
    return ChartMark.Point(axis.place(x), context.objective.place(y))
  }

  /// A scale of the trials that also holds the baseline, unless it is farther away than the trials are apart: then
  /// it stands at the edge.
  private static func scale(_ values: [Double], near others: [Double]) -> ChartScale? {
    guard let low = values.min(), let high = values.max() else { return nil }
    let near = others.filter { $0 > low - (high - low) && $0 < high + (high - low) }
    return ChartScale(holding: values + near)
  }

  /// The broken side of a limit, and its bound. Where that side is too narrow for its label, the label is on the other
  /// side with an arrow to it.
  ///
  /// - Parameter width: That of the plot in pixels.
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
      ? .ink : !note.isEmpty ? .good : estimate.isFeasible ? .accent : .muted
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

  private static func baselineMarks(
    _ name: String, _ place: ChartMark.Point, _ across: ChartScale, _ up: ChartScale
  ) -> [ChartMark] {
    let isOutside = !across.domain.contains(place.x) || !up.domain.contains(place.y)
    return [
      ChartMark(.dot(place, .square, radius: 5), .slot(0), title: "\(name), the baseline"),
      label(isOutside ? "\(name), beyond" : name, place, across, .slot(0), dx: 9, dy: 4),
    ]
  }

  /// A text beside a point, on the side that has room.
  private static func label(
    _ text: String, _ place: ChartMark.Point, _ across: ChartScale, _ colour: ChartColour,
    dx: Double = 6, dy: Double
  ) -> ChartMark {
    let isLeft = across.fraction(place.x) > 0.6
    return ChartMark(
      .text(place, text, anchor: isLeft ? .end : .start, dx: isLeft ? -dx : dx, dy: dy), colour)
  }

  /// The trials of the Pareto front in fresh worlds, from left to right.
  private static func front(_ context: TuningContext, _ axis: TuningAxis) -> [ChartMark.Point] {
    (context.results.paretoFront?.points ?? []).compactMap { member in
      point(axis.change(member.gains), context.objective.change(member.gains), axis, context)
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  private static func frontMarks(
    _ front: [ChartMark.Point], _ context: TuningContext, _ across: ChartScale
  ) -> [ChartMark] {
    guard !front.isEmpty else { return [] }
    return [ChartMark(.line(front), .good, width: 2)]
      + front.map { ChartMark(.dot($0, radius: 4.5), .good, title: "On the Pareto front") }
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
