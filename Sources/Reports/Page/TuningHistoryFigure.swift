internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// The history of the search: the gain of the best trial so far, and its gain in fresh worlds.
enum TuningHistoryFigure {
  /// The maximum number of points.
  private static let mostPoints = 200

  static func figure(_ context: TuningContext) -> PageFigure? {
    let history = context.results.history.filter { $0.gain != nil }
    guard history.count > 1 else { return nil }
    let step = max(1, (history.count + mostPoints - 1) / mostPoints)
    let drawn = history.indices.filter { $0.isMultiple(of: step) || $0 == history.count - 1 }
    var rows = ChartRows([
      "worlds", "gain", "lo", "hi", "stage", "trial", "label", "limits", "note",
    ])
    for index in drawn {
      let point = history[index]
      rows.append([
        .number(Double(point.worlds)), ChartRows.number(point.gain), ChartRows.number(point.gain),
        ChartRows.number(point.gain),
        .string(point.stage.rawValue), .number(Double(point.trial)),
        .string(text(point.gain!, context)),
        .string(point.isFeasible ? "kept by estimate" : "not kept by estimate"), .string(""),
      ])
    }
    if let gain = context.results.validatedGain { rows.append(confirmed(gain, context)) }
    return PageFigure(
      figureID: "tuning-course", width: "c7", figureTitle: title(context, history),
      subtitle:
        "Gain of the best trial so far in \(context.measures[0].name), in the search's worlds, where the"
        + " best of many trials looks better than it is."
        + (context.results.validatedGain == nil ? "" : " Diamond: in fresh worlds."),
      description: "Step line of the best gain by worlds. \(title(context, history)).",
      figureTable: PageTable(
        "The best trial so far",
        columns: ["Stage", "Worlds#", "Trial#", "Gain#", "Limits"],
        rows: turns(history).map { point in
          [
            point.stage.rawValue, NumberText.count(point.worlds), "\(point.trial)",
            text(point.gain!, context),
            point.isFeasible ? "kept by estimate" : "not kept by estimate",
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
    let kept = context.results.limits.allSatisfy { $0.verdict == .kept }
    return [
      .number(Double(context.results.trainingWorlds)), ChartRows.number(gain.mean),
      ChartRows.number(gain.interval?.lower ?? gain.mean),
      ChartRows.number(gain.interval?.upper ?? gain.mean), .string("fresh worlds"),
      .number(Double(context.results.shown)), .string(text(gain.mean, context)),
      .string(kept ? "kept" : "not confirmed"), .string("fresh worlds"),
    ]
  }

  private static func text(_ gain: Double, _ context: TuningContext) -> String {
    context.measures[0].text(gain)
  }

  private static func title(_ context: TuningContext, _ history: [TuningResults.HistoryEntry])
    -> String
  {
    let last = history[history.count - 1]
    guard last.trial != 0 else { return "The search found nothing better than the incumbent" }
    let first = history.first { $0.trial == last.trial } ?? last
    return "The best trial came after \(NumberText.count(first.worlds)) of"
      + " \(NumberText.count(context.results.trainingWorlds)) worlds of the search"
  }
}
