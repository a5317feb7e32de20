internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// How the gain goes with each number over the trials.
enum TuningInfluenceFigure {
  /// Fewer trials have no correlation worth telling.
  private static let fewestTrials = 8

  static func figure(_ matter: TuningMatter) -> PageFigure? {
    guard matter.trials.count >= fewestTrials else { return nil }
    let parameters = matter.design.space.parameters
    let gains = matter.trials.map { $0.gains[0] }
    let correlations = matter.design.space.free.compactMap { place in
      spearman(matter.trials.map { matter.results.trials[$0.number].values[place] }, gains)
        .map { (name: TuningValuesFigure.name(parameters[place], parameters), value: $0) }
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
      "The gain goes \(first.value < 0 ? "down" : "up") with \(first.name) the most"
    return PageFigure(
      figureID: "tuned-influence", width: "c5", figureTitle: title,
      subtitle: "Rank correlation of each number with the gain in \(matter.measures[0].name) over"
        + " \(NumberText.count(matter.trials.count)) trials. A search dwells where the gain is large;"
        + " 'feedlab sensitivity --of weights' moves the numbers one at a time.",
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
