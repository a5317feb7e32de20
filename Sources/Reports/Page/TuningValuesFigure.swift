internal import DataFiles
internal import PageResources
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
    guard context.trials.count > 1 else { return nil }
    let ranked = context.trials.sorted { ($1.gains[0], $0.number) < ($0.gains[0], $1.number) }
    let best = Set(ranked.prefix(max(1, ranked.count / 10)).map(\.number))
    let special = [0, context.results.shown]
    let drawn = thinned(ranked.filter { !special.contains($0.number) })
    var rows = ChartRows(["axis", "place", "position", "trial", "group", "label"])
    func append(_ number: Int, _ group: String) {
      for (index, parameter) in parameters.enumerated() {
        let value = context.results.trials[number].values[index]
        rows.append([
          .string(TuningValuesFigure.name(parameter, parameters)), .number(Double(index)),
          ChartRows.number(parameter.range.position(of: value)), .number(Double(number)),
          .string(group), .string(parameter.text(value)),
        ])
      }
    }
    for trial in drawn {
      append(trial.number, best.contains(trial.number) ? "best tenth" : "other trials")
    }
    append(0, "incumbent values")
    if context.results.shown != 0 { append(context.results.shown, "tuned values") }
    let left =
      drawn.count < ranked.count - special.count
      ? " \(drawn.count) of \(ranked.count) trials are drawn." : ""
    return PageFigure(
      figureID: "tuned-values", width: "c5",
      figureTitle: title(context),
      subtitle:
        "Each line is one trial, with each number at its position in the range. Blue: the tenth with the"
        + " largest gain in \(context.measures[0].name) in the search's worlds.\(left)",
      description: "Parallel coordinates of \(drawn.count) trials over \(parameters.count) numbers."
        + " \(title(context)).",
      figureTable: PageTable(
        "Values", columns: ["Number", "Incumbent#", "Tuned#", "Range"],
        rows: context.summary.values.texts),
      spec: ChartSpec(.tuningValues, arms: [], height: 46 * parameters.count + 60),
      data: [("tunedValues", rows)])
  }

  /// The best thirty trials, and evenly spread ranks of the others.
  private static func thinned(_ ranked: [TuningContext.Trial]) -> [TuningContext.Trial] {
    guard ranked.count > mostTrials else { return ranked }
    let (first, rest) = (Array(ranked.prefix(30)), Array(ranked.dropFirst(30)))
    let count = mostTrials - first.count
    return first + (0..<count).map { rest[$0 * rest.count / count] }
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

  static func figure(_ context: TuningContext) -> PageFigure? {
    guard context.trials.count >= fewestTrials else { return nil }
    let parameters = context.design.space.parameters
    let gains = context.trials.map { $0.gains[0] }
    let correlations = context.design.space.free.compactMap { index in
      spearman(context.trials.map { context.results.trials[$0.number].values[index] }, gains)
        .map { (name: TuningValuesFigure.name(parameters[index], parameters), value: $0) }
    }
    let sorted = correlations.enumerated().sorted {
      ($1.element.value.magnitude, $0.offset) < ($0.element.value.magnitude, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    var rows = ChartRows(["axis", "correlation", "label"])
    for (name, value) in sorted {
      rows.append([.string(name), ChartRows.number(value), .string(text(value))])
    }
    let title =
      "The gain correlates most with \(first.name) (\(text(first.value)))"
    return PageFigure(
      figureID: "tuned-influence", width: "c5", figureTitle: title,
      subtitle: "Rank correlation of each number with the gain in \(context.measures[0].name) over"
        + " \(NumberText.count(context.trials.count)) trials. The search samples good values more often;"
        + " 'feedlab sensitivity --of weights' varies the numbers one at a time.",
      description: "Bars of rank correlations. \(title).",
      figureTable: PageTable(
        "Rank correlation with the gain over the trials", columns: ["Number", "Correlation#"],
        rows: sorted.map { [$0.name, text($0.value)] }),
      spec: ChartSpec(.tuningInfluence, arms: [], height: 34 * sorted.count + 10),
      data: [("influence", rows)])
  }

  private static func text(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 2, isSigned: true)
  }
}
