internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The values of each trial within their ranges: parallel coordinates, one row for each axis.
enum TuningValuesFigure {
  /// The maximum number of drawn trials, besides the incumbent and the shown trial.
  private static let mostTrials = 120

  static func figure(_ context: TuningContext) -> PageFigure? {
    let parameters = context.design.space.parameters
    guard context.trials.count > 1, !parameters.isEmpty else { return nil }
    let trials = context.thinned(to: mostTrials)
    let left =
      trials.count < context.trials.count
      ? " \(trials.count) of \(context.trials.count) trials are drawn." : ""
    let feasible = context.design.tuning.constraints.isEmpty ? "" : " that keep the limits"
    return PageFigure(
      figureID: "tuned-values", width: "c5",
      figureTitle: title(context),
      subtitle:
        "Each line is one trial, with each number at its position in the range. Blue: the tenth of the"
        + " trials\(feasible) with the largest gain in the search's worlds. Dashed: the incumbent.\(left)",
      description:
        "Parallel coordinates of \(trials.count) trials over \(parameters.count) numbers."
        + " \(title(context)).",
      panels: [PagePanel(drawing(context, trials))],
      figureTable: PageTable(
        "Values", columns: ["Number", "Incumbent#", "Tuned#", "Range"],
        rows: context.summary.values.texts))
  }

  private static func drawing(
    _ context: TuningContext, _ trials: [TrialEstimate]
  ) -> ChartDrawing {
    let parameters = context.design.space.parameters
    let names = parameters.map { name($0, parameters) }
    let feasible = context.trials.filter(\.isFeasible)
    let best = Set(feasible.prefix(max(1, feasible.count / 10)).map(\.trial))
    let special = [0, context.results.shown]
    func line(_ trial: Int) -> ChartMark.Shape {
      .line(
        parameters.indices.map { index in
          let value = context.results.trials[trial].values[index]
          return ChartMark.Point(parameters[index].range.position(of: value), Double(index))
        })
    }
    let others = trials.filter { !special.contains($0.trial) }
    let marks =
      others.filter { !best.contains($0.trial) }.map {
        ChartMark(line($0.trial), .axis, width: 0.6)
      }
      + others.filter { best.contains($0.trial) }.map {
        ChartMark(line($0.trial), .accent, width: 1.4)
      }
      + [ChartMark(line(0), .ink, dash: [5, 3], width: 2, title: "Incumbent values")]
      + (context.results.shown == 0
        ? [] : [ChartMark(line(context.results.shown), .good, width: 3, title: "Tuned values")])
    return ChartDrawing(in: "c5") { width, isNarrow in
      Chart(
        width: width, height: Double(44 * parameters.count + 60),
        margins: Chart.Margins(right: 24, left: labelWidth(names, isNarrow ? 110 : 150)),
        x: Chart.Axis(
          ChartScale(.linear, 0...1),
          ticks: [ChartTick(0, "lowest"), ChartTick(0.5, "middle"), ChartTick(1, "highest")],
          title: "position in the range"),
        y: Chart.Axis(
          ChartScale(.linear, -0.5...Double(parameters.count) - 0.5),
          ticks: names.enumerated().map { ChartTick(Double($0), fitted($1, isNarrow ? 110 : 150)) },
          isReversed: true),
        marks: marks)
    }
  }

  /// The width of the widest label, up to a maximum.
  static func labelWidth(_ names: [String], _ most: Double) -> Double {
    min(most, (names.map { Chart.textWidth($0) }.max() ?? 0) + 14)
  }

  /// A label that is shortened in the middle to fit into the maximum.
  static func fitted(_ name: String, _ most: Double) -> String {
    let letters = Int((most - 14) / Chart.textWidth("m"))
    guard name.count > letters else { return name }
    return name.prefix(letters / 2) + "…" + name.suffix(letters - letters / 2 - 1)
  }

  private static func title(_ context: TuningContext) -> String {
    let shown = context.results.shown
    guard shown != 0 else { return "The incumbent values stay" }
    let moved = zip(context.design.space.parameters, context.results.trials[shown].values)
      .filter { $0.value != $1 }
      .map { "\($0.name) from \($0.text($0.value)) to \($0.text($1))" }
    guard !moved.isEmpty else { return "The incumbent values stay" }
    let most = 3
    return "Shown: " + PageFindings.list(Array(moved.prefix(most)))
      + (moved.count > most ? ", and \(moved.count - most) more" : "")
  }

  /// The last part of a parameter's path, or the whole path if two have the same last part.
  static func name(_ parameter: TunableParameter, _ all: [TunableParameter]) -> String {
    all.count { $0.name == parameter.name } > 1
      ? "\(parameter.surface).\(parameter.path)" : parameter.name
  }
}

/// The rank correlation of the gain with each tuned number, over the trials.
enum TuningInfluenceFigure {
  /// With fewer trials a correlation is meaningless.
  private static let fewestTrials = 8

  static func isMeaningful(_ context: TuningContext) -> Bool {
    context.trials.count >= fewestTrials
  }

  static func figure(_ context: TuningContext, card: String) -> PageFigure? {
    guard isMeaningful(context) else { return nil }
    let parameters = context.design.space.parameters
    // In the order in which they were tried, on which the sums depend.
    let trials = context.trials.sorted { $0.trial < $1.trial }
    let gains = trials.compactMap { $0.gains[0] }
    let correlations = context.design.space.free.compactMap { index in
      spearman(trials.map { context.results.trials[$0.trial].values[index] }, gains)
        .map { (name: TuningValuesFigure.name(parameters[index], parameters), value: $0) }
    }
    let sorted = correlations.enumerated().sorted {
      ($1.element.value.magnitude, $0.offset) < ($0.element.value.magnitude, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    let title =
      "The gain correlates most with \(first.name) (\(text(first.value)))"
    return PageFigure(
      figureID: "tuned-influence", width: card, figureTitle: title,
      subtitle: "Rank correlation of each number with the gain in \(context.objective.label) over"
        + " \(NumberText.counted(trials.count, "trial")). The search samples good values more often;"
        + " 'feedlab sensitivity --of weights' varies the numbers one at a time.",
      description: "Bars of rank correlations. \(title).",
      panels: [PagePanel(drawing(sorted, card))],
      figureTable: PageTable(
        "Rank correlation with the gain over the trials", columns: ["Number", "Correlation#"],
        rows: sorted.map { [$0.name, text($0.value)] }))
  }

  private static func drawing(
    _ sorted: [(name: String, value: Double)], _ card: String
  ) -> ChartDrawing {
    let scale = ChartScale(.linear, -1.3...1.3)
    return ChartDrawing(in: card) { width, isNarrow in
      let most: Double = isNarrow ? 110 : 150
      return Chart(
        width: width, height: Double(34 * sorted.count + 52),
        margins: Chart.Margins(
          left: TuningValuesFigure.labelWidth(sorted.map(\.name), most)),
        x: Chart.Axis(
          scale, ticks: [-1, -0.5, 0, 0.5, 1].map { ChartTick($0, text($0)) },
          title: "rank correlation with the gain"),
        y: Chart.Axis(
          ChartScale(.linear, -0.5...Double(sorted.count) - 0.5),
          ticks: sorted.enumerated().map {
            ChartTick(Double($0), TuningValuesFigure.fitted($1.name, most))
          }, hasGrid: false, isReversed: true),
        marks: [ChartMark(.vertical(0), .axis)]
          + sorted.enumerated().flatMap { index, bar in
            let (row, isLeft) = (Double(index), bar.value < 0)
            return [
              ChartMark(
                .bar(ChartMark.Point(0, row - 0.32), ChartMark.Point(bar.value, row + 0.32)),
                .accent),
              ChartMark(
                .text(
                  ChartMark.Point(bar.value, row), text(bar.value),
                  anchor: isLeft ? .end : .start, dx: isLeft ? -5 : 5, dy: 4), .ink),
            ]
          })
    }
  }

  private static func text(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 2, isSigned: true)
  }
}
