internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

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
