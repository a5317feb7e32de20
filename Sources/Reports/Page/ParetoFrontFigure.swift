internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// The trials by two measures, and the Pareto front if there is one.
enum ParetoFrontFigure {
  /// The maximum number of trials in the data of a page.
  private static let mostTrials = 1_000

  static func figure(_ context: TuningContext) -> PageFigure? {
    guard context.measures.count > 1, context.trials.count > 1 else { return nil }
    let (y, x) = (context.measures[0], context.measures[1])
    let front = context.results.paretoFront?.points ?? []
    return PageFigure(
      figureID: "tuning", width: "c7", figureTitle: title(context),
      subtitle: subtitle(context),
      description: "Scatter of \(context.trials.count) trials, \(y.name) against \(x.name)."
        + " \(title(context)).",
      slider: front.count > 1
        ? PageSlider(
          lowText: y.name, highText: x.name, signal: "weight",
          sliderLabel: "Weight of \(x.name) against \(y.name)") : nil,
      figureTable: table(context),
      spec: spec(context), data: [("trials", rows(context))])
  }

  private static func spec(_ context: TuningContext) -> ChartSpec {
    let (y, x) = (context.measures[0], context.measures[1])
    let spec = ChartSpec(
      .tuning, arms: [],
      words: ["$x": x.title, "$xName": x.name, "$yName": y.name])
    return context.results.paretoFront?.points.isEmpty == false
      ? spec : spec.without(layers: "front")
  }

  private static func title(_ context: TuningContext) -> String {
    guard let front = context.results.paretoFront else {
      return "\(context.trials.count) trials, and what they cost in \(context.measures[1].name)"
    }
    let count = front.points.count
    return
      "\(count) of \(context.results.estimates.count) trials \(count == 1 ? "is" : "are") on the Pareto"
      + " front"
  }

  private static func subtitle(_ context: TuningContext) -> String {
    let axis = "Up: change of \(context.measures[0].name)."
    let dots = "Each dot is one trial against the incumbent in the search's worlds."
    guard context.results.paretoFront != nil else { return "\(dots) \(axis)" }
    return
      "\(dots) The line is the Pareto front, measured again in fresh worlds. \(axis)"
  }

  private static func rows(_ context: TuningContext) -> ChartRows {
    var rows = ChartRows([
      "trial", "kind", "note", "x", "y", "xGain", "yGain", "xLabel", "yLabel", "worlds", "values",
    ])
    let front = context.results.paretoFront?.points ?? []
    let members = front.map(\.trial)
    let scales = context.measures.indices.map { index in
      let sizes = front.map { $0.gains[index].mean }
      return (least: sizes.min() ?? 0, width: (sizes.max() ?? 0) - (sizes.min() ?? 0))
    }
    func append(
      _ trial: Int, kind: String, _ changes: [Double], gains: [Double?], worlds: Int
    ) {
      rows.append([
        .number(Double(trial)), .string(kind), .string(context.note(trial)),
        ChartRows.number(changes[1]), ChartRows.number(changes[0]), ChartRows.number(gains[1]),
        ChartRows.number(gains[0]), .string(context.measures[1].text(changes[1])),
        .string(context.measures[0].text(changes[0])), .number(Double(worlds)),
        .string(context.values(of: trial)),
      ])
    }
    for trial in context.trials.prefix(mostTrials) where !members.contains(trial.number) {
      append(
        trial.number, kind: "trial", trial.changes, gains: [nil, nil], worlds: trial.worlds)
    }
    for point in front {
      let gains = point.gains.prefix(2).map(\.mean)
      append(
        point.trial, kind: "front",
        zip(context.measures, gains).map { $0.gain($1) },
        gains: zip(gains, scales).map { $1.width > 0 ? ($0 - $1.least) / $1.width : 0.5 },
        worlds: context.results.trials[point.trial].freshWorlds)
    }
    return rows
  }

  /// The Pareto front or, without one, the trials with the largest gains.
  private static func table(_ context: TuningContext) -> PageTable {
    if context.results.paretoFront != nil {
      let front = context.summary.paretoFront
      return PageTable(
        "The Pareto front in fresh worlds",
        columns: ["Trial"] + front.headings.dropFirst().dropLast().map { "\($0)#" } + [
          "Note", "Values",
        ],
        rows: zip(front.texts, context.results.paretoFront!.points).map { row, point in
          row + [context.values(of: point.trial)]
        })
    }
    let best = context.trials.sorted { ($1.gains[0], $0.number) < ($0.gains[0], $1.number) }
    return PageTable(
      "The trials with the largest gains in the search's worlds",
      columns: ["Trial"] + context.measures.map { "\($0.name)#" } + ["Worlds#", "Values"],
      rows: best.prefix(20).map { trial in
        [trial.number == 0 ? "incumbent" : "\(trial.number)"]
          + zip(context.measures, trial.changes).map { $0.text($1) }
          + [NumberText.count(trial.worlds), context.values(of: trial.number)]
      })
  }
}
