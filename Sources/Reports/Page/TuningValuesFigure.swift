internal import DataFiles
internal import Experiments
internal import PageResources
internal import ReportKit
internal import Scenarios
internal import Studies

/// Where in their ranges the values of each trial lie: parallel coordinates, an axis a row.
enum TuningValuesFigure {
  /// Trials that are drawn at most, besides the present values and those that are shown.
  private static let mostTrials = 120

  static func figure(_ matter: TuningMatter) -> PageFigure? {
    let parameters = matter.design.space.parameters
    guard matter.trials.count > 1 else { return nil }
    let ranked = matter.trials.sorted { ($1.gains[0], $0.number) < ($0.gains[0], $1.number) }
    let best = Set(ranked.prefix(max(1, ranked.count / 10)).map(\.number))
    let special = [0, matter.results.shown]
    let drawn = thinned(ranked.filter { !special.contains($0.number) })
    var rows = ChartRows(["axis", "place", "position", "trial", "group", "label"])
    func append(_ number: Int, _ group: String) {
      for (place, parameter) in parameters.enumerated() {
        let value = matter.results.trials[number].values[place]
        rows.append([
          .string(TuningValuesFigure.name(parameter, parameters)), .number(Double(place)),
          ChartRows.number(parameter.range.position(of: value)), .number(Double(number)),
          .string(group), .string(parameter.text(value)),
        ])
      }
    }
    for trial in drawn {
      append(trial.number, best.contains(trial.number) ? "best tenth" : "other trials")
    }
    append(0, "present values")
    if matter.results.shown != 0 { append(matter.results.shown, "tuned values") }
    let left =
      drawn.count < ranked.count - special.count
      ? " \(drawn.count) of \(ranked.count) trials are drawn." : ""
    return PageFigure(
      figureID: "tuned-values", width: "c5",
      figureTitle: title(matter),
      subtitle: "A line is one trial: where in its range each number lies. Blue: the tenth with the"
        + " largest gain in \(matter.measures[0].name) in the search's worlds.\(left)",
      description: "Parallel coordinates of \(drawn.count) trials over \(parameters.count) numbers."
        + " \(title(matter)).",
      figureTable: PageTable(
        "Values", columns: ["Number", "Present#", "Tuned#", "Range"],
        rows: matter.words.values.texts),
      spec: ChartSpec(.tuningValues, arms: [], height: 46 * parameters.count + 60),
      data: [("tunedValues", rows)])
  }

  /// The best thirty, and of the others evenly spread ranks.
  private static func thinned(_ ranked: [TuningMatter.Trial]) -> [TuningMatter.Trial] {
    guard ranked.count > mostTrials else { return ranked }
    let (first, rest) = (Array(ranked.prefix(30)), Array(ranked.dropFirst(30)))
    let count = mostTrials - first.count
    return first + (0..<count).map { rest[$0 * rest.count / count] }
  }

  private static func title(_ matter: TuningMatter) -> String {
    let shown = matter.results.shown
    guard shown != 0 else { return "The present values stay" }
    let moved = zip(matter.design.space.parameters, matter.results.trials[shown].values)
      .filter { $0.value != $1 }
      .map { "\($0.name) from \($0.text($0.value)) to \($0.text($1))" }
    guard !moved.isEmpty else { return "The present values stay" }
    let most = 3
    return "Shown: " + PageFindings.list(Array(moved.prefix(most)))
      + (moved.count > most ? ", and \(moved.count - most) more" : "")
  }

  /// The last part of a number's path, or all of it where two have the same.
  static func name(_ parameter: TunableParameter, _ all: [TunableParameter]) -> String {
    all.count { $0.name == parameter.name } > 1
      ? "\(parameter.surface).\(parameter.path)" : parameter.name
  }
}
