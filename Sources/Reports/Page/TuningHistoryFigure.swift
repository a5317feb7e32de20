internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The history of the search: the gain of the best feasible trial so far, and the gain in fresh worlds.
enum TuningHistoryFigure {
  /// The maximum number of points.
  private static let mostPoints = 200

  static func figure(_ context: TuningContext) -> PageFigure? {
    let history = context.results.history.filter { $0.trial != nil }
    guard history.count > 1 else { return nil }
    let step = max(1, (history.count + mostPoints - 1) / mostPoints)
    let drawn = history.indices.filter { $0.isMultiple(of: step) || $0 == history.count - 1 }
    var rows = ChartRows(["worlds", "gain", "lo", "hi", "stage", "trial", "label", "note"])
    for index in drawn {
      let point = history[index]
      let change = ChartRows.number(context.objective.sign * (point.gain ?? 0))
      rows.append([
        .number(Double(point.worlds)), change, change, change, .string(point.stage.rawValue),
        .number(Double(point.trial ?? 0)), .string(text(point, context)), .string(""),
      ])
    }
    if let gain = context.results.validatedGain { rows.append(confirmed(gain, context)) }
    let feasible = context.design.tuning.constraints.isEmpty ? "best" : "best feasible"
    return PageFigure(
      figureID: "tuning-course", width: "c7", figureTitle: title(context, history),
      subtitle:
        "Change of \(context.measures[0].name) under the \(feasible) trial so far, by the estimates at the end"
        + " of the search. The best of many trials looks better than it is in the search's worlds."
        + (context.results.validatedGain == nil ? "" : " Diamond: in fresh worlds."),
      description: "Step line of the best change by worlds. \(title(context, history)).",
      figureTable: PageTable(
        "The \(feasible) trial so far",
        columns: ["Stage", "Worlds#", "Trials#", "Trial#", "Change#"],
        rows: turns(history).map { point in
          [
            point.stage.rawValue, NumberText.count(point.worlds), NumberText.count(point.trials),
            point.trial.map { $0 == 0 ? "incumbent" : "\($0)" } ?? NumberText.missing,
            text(point, context),
          ]
        }),
      spec: ChartSpec(.tuningCourse, arms: []),
      data: [("course", rows)])
  }

  /// The entries at which another trial became the best, and the last one.
  private static func turns(_ history: [TuningResults.HistoryEntry]) -> [TuningResults.HistoryEntry]
  {
    history.indices.filter {
      $0 == 0 || $0 == history.count - 1 || history[$0].trial != history[$0 - 1].trial
    }.map { history[$0] }
  }

  /// The gain in fresh worlds, drawn at the end of the search.
  private static func confirmed(_ gain: PairedDifference, _ context: TuningContext) -> [JSONValue] {
    let sign = context.objective.sign
    return [
      .number(Double(context.results.trainingWorlds)), ChartRows.number(sign * gain.mean),
      ChartRows.number(sign * (gain.interval?.lower ?? gain.mean)),
      ChartRows.number(sign * (gain.interval?.upper ?? gain.mean)), .string("fresh worlds"),
      .number(Double(context.results.shown)),
      .string(context.design.changeText(gain, of: context.objective)), .string("fresh worlds"),
    ]
  }

  private static func text(_ entry: TuningResults.HistoryEntry, _ context: TuningContext) -> String
  {
    entry.gain.map { context.design.changeText($0, of: context.objective) } ?? NumberText.missing
  }

  private static func title(_ context: TuningContext, _ history: [TuningResults.HistoryEntry])
    -> String
  {
    let last = history[history.count - 1]
    guard last.trial != 0 else { return "The search found nothing better than the incumbent" }
    let first = history.first { $0.trial == last.trial } ?? last
    return "The best feasible trial came after \(NumberText.count(first.worlds)) of"
      + " \(NumberText.count(context.results.trainingWorlds)) worlds of the search"
  }
}
