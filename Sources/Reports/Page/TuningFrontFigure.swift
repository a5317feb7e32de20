internal import DataFiles
internal import Experiments
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// The trials by two measures, and the front of compromises where there is one.
enum TuningFrontFigure {
  /// Trials that a page carries at most.
  private static let mostTrials = 1_000

  static func figure(_ matter: TuningMatter) -> PageFigure? {
    guard matter.measures.count > 1, matter.trials.count > 1 else { return nil }
    let (y, x) = (matter.measures[0], matter.measures[1])
    let front = matter.results.front?.points ?? []
    return PageFigure(
      figureID: "tuning", width: "c7", figureTitle: title(matter),
      subtitle: subtitle(matter),
      description: "Scatter of \(matter.trials.count) trials, \(y.name) against \(x.name)."
        + " \(title(matter)).",
      slider: front.count > 1
        ? PageSlider(
          lowText: y.name, highText: x.name, signal: "weight",
          sliderLabel: "Weight of \(x.name) against \(y.name)") : nil,
      figureTable: table(matter),
      spec: spec(matter), data: [("trials", rows(matter))])
  }

  private static func spec(_ matter: TuningMatter) -> ChartSpec {
    let (y, x) = (matter.measures[0], matter.measures[1])
    let spec = ChartSpec(
      .tuning, arms: [],
      words: ["$x": x.title, "$xName": x.name, "$yName": y.name])
    return matter.results.front?.points.isEmpty == false ? spec : spec.without(layers: "front")
  }

  private static func title(_ matter: TuningMatter) -> String {
    guard let front = matter.results.front else {
      return "\(matter.trials.count) trials, and what they cost in \(matter.measures[1].name)"
    }
    let count = front.points.count
    return "\(count) of \(matter.results.trials.count) trials \(count == 1 ? "is" : "are") worth"
      + " choosing from"
  }

  private static func subtitle(_ matter: TuningMatter) -> String {
    let axis = "Up: change of \(matter.measures[0].name)."
    let dots = "Each dot is one trial against the present values in the search's worlds."
    guard matter.results.front != nil else { return "\(dots) \(axis)" }
    return
      "\(dots) The line is the front, re-measured in fresh worlds: no trial is better in all. \(axis)"
  }

  private static func rows(_ matter: TuningMatter) -> ChartRows {
    var rows = ChartRows([
      "trial", "kind", "note", "x", "y", "xGain", "yGain", "xLabel", "yLabel", "worlds", "values",
    ])
    let front = matter.results.front?.points ?? []
    let members = front.map(\.trial)
    let scales = matter.measures.indices.map { place in
      let sizes = front.map { $0.gains[place].mean }
      return (least: sizes.min() ?? 0, width: (sizes.max() ?? 0) - (sizes.min() ?? 0))
    }
    func append(
      _ trial: Int, kind: String, _ changes: [Double], gains: [Double?], worlds: Int
    ) {
      rows.append([
        .number(Double(trial)), .string(kind), .string(matter.note(trial)),
        ChartRows.number(changes[1]), ChartRows.number(changes[0]), ChartRows.number(gains[1]),
        ChartRows.number(gains[0]), .string(matter.measures[1].text(changes[1])),
        .string(matter.measures[0].text(changes[0])), .number(Double(worlds)),
        .string(matter.values(of: trial)),
      ])
    }
    for trial in matter.trials.prefix(mostTrials) where !members.contains(trial.number) {
      append(
        trial.number, kind: "trial", trial.changes, gains: [nil, nil], worlds: trial.worlds)
    }
    for point in front {
      let gains = point.gains.prefix(2).map(\.mean)
      append(
        point.trial, kind: "front",
        zip(matter.measures, gains).map { $0.gain($1) },
        gains: zip(gains, scales).map { $1.width > 0 ? ($0 - $1.least) / $1.width : 0.5 },
        worlds: matter.results.trials[point.trial].freshWorlds)
    }
    return rows
  }

  /// The front, or without one the trials with the largest gains.
  private static func table(_ matter: TuningMatter) -> PageTable {
    if matter.results.front != nil {
      let front = matter.words.front
      return PageTable(
        "Compromises in fresh worlds",
        columns: ["Trial"] + front.headings.dropFirst().dropLast().map { "\($0)#" } + [
          "Remark", "Values",
        ],
        rows: zip(front.texts, matter.results.front!.points).map { row, point in
          row + [matter.values(of: point.trial)]
        })
    }
    let best = matter.trials.sorted { ($1.gains[0], $0.number) < ($0.gains[0], $1.number) }
    return PageTable(
      "The trials with the largest gains in the search's worlds",
      columns: ["Trial"] + matter.measures.map { "\($0.name)#" } + ["Worlds#", "Values"],
      rows: best.prefix(20).map { trial in
        [trial.number == 0 ? "present values" : "\(trial.number)"]
          + zip(matter.measures, trial.changes).map { $0.text($1) }
          + [NumberText.count(trial.worlds), matter.values(of: trial.number)]
      })
  }
}
