internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The history of the search: the change under the best feasible trial so far, and the change in fresh worlds.
enum TuningHistoryFigure {
  static func figure(_ context: TuningContext, card: String) -> PageFigure? {
    let history = context.results.history.filter { $0.trial != nil }
    guard history.count > 1, let drawing = drawing(context, history, card) else { return nil }
    let best = context.design.tuning.constraints.isEmpty ? "best" : "best feasible"
    return PageFigure(
      figureID: "tuning-history", width: card, figureTitle: title(context, history, best),
      subtitle:
        "Change of \(context.objective.label) under the \(best) trial so far, by the estimates at the end"
        + " of the search. In the search's worlds, the best of many trials looks better than it is."
        + (context.results.validatedGain == nil ? "" : " Diamond: in fresh worlds."),
      description: "Step line of the best change by worlds. \(title(context, history, best)).",
      panels: [PagePanel(drawing)],
      figureTable: PageTable(
        "The \(best) trial so far",
        columns: ["Stage", "Worlds#", "Trials#", "Trial#", "Change#"],
        rows: turns(history).map { entry in
          [
            entry.stage.rawValue, NumberText.count(entry.worlds), NumberText.count(entry.trials),
            entry.trial.map { $0 == 0 ? "incumbent" : "\($0)" } ?? NumberText.missing,
            change(entry, context).map(context.objective.text) ?? NumberText.missing,
          ]
        }))
  }

  private static func drawing(
    _ context: TuningContext, _ history: [TuningResults.HistoryEntry], _ card: String
  ) -> ChartDrawing? {
    let objective = context.objective
    let turns = turns(history)
    let steps = turns.compactMap { entry in
      change(entry, context).map { ChartMark.Point(Double(entry.worlds), objective.place($0)) }
    }
    let end = Double(context.results.trainingWorlds)
    let sign = context.design.tuning.objectives[0].sign
    let fresh = context.results.validatedGain.map { gain in
      let limits = gain.interval.map { [$0.lower, $0.upper] } ?? [gain.mean, gain.mean]
      return (
        mean: objective.place(sign * gain.mean),
        limits: limits.map { objective.place(sign * $0) }
      )
    }
    let values = steps.map(\.y) + [0] + (fresh.map { [$0.mean] + $0.limits } ?? [])
    guard let up = ChartScale(holding: values, padding: 0.1) else { return nil }
    let across = ChartScale(.linear, 0...max(1, end * 1.06))
    return ChartDrawing(in: card) { width, isNarrow in
      Chart(
        width: width, height: isNarrow ? 240 : 280,
        margins: Chart.Margins(top: 22, right: 18, left: 58),
        x: Chart.Axis(
          across, ticks: across.labels(gap: isNarrow ? 0.25 : 0.13),
          title: "worlds of the search"),
        y: Chart.Axis(up, ticks: objective.ticks(up, gap: 0.13), title: objective.title),
        marks: [ChartMark(.horizontal(0), .axis, dash: [4, 3])]
          + [ChartMark(.line(steps, isStepped: true), .accent)]
          + zip(turns, steps).map { entry, place in
            ChartMark(
              .dot(place, radius: 3.5), .accent,
              title: "After \(NumberText.counted(entry.worlds, "world")): "
                + (entry.trial == 0 ? "the incumbent" : "trial \(entry.trial ?? 0)"))
          }
          + (fresh.map { fresh in
            [
              ChartMark(
                .interval(
                  ChartMark.Point(end, fresh.limits[0]), ChartMark.Point(end, fresh.limits[1])),
                .good),
              ChartMark(
                .dot(ChartMark.Point(end, fresh.mean), .diamond), .good, title: "In fresh worlds"),
            ]
          } ?? []))
    }
  }

  /// The change under the best trial; `nil` without one.
  private static func change(
    _ entry: TuningResults.HistoryEntry, _ context: TuningContext
  ) -> Double? {
    entry.gain.map { context.design.tuning.objectives[0].sign * $0 }
  }

  /// The entries at which another trial became the best, and the last one.
  private static func turns(_ history: [TuningResults.HistoryEntry]) -> [TuningResults.HistoryEntry]
  {
    history.indices.filter {
      $0 == 0 || $0 == history.count - 1 || history[$0].trial != history[$0 - 1].trial
    }.map { history[$0] }
  }

  private static func title(
    _ context: TuningContext, _ history: [TuningResults.HistoryEntry], _ best: String
  ) -> String {
    let last = history[history.count - 1]
    guard last.trial != 0 else { return "No trial was better than the incumbent" }
    let first = history.first { $0.trial == last.trial } ?? last
    return "The \(best) trial came after \(NumberText.count(first.worlds)) of"
      + " \(NumberText.count(context.results.trainingWorlds)) worlds of the search"
  }
}
