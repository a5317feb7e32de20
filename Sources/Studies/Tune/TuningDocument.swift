internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

extension TuningResults: StudyResults {
  public static let files = StudyFiles(
    "tune", "a tuning", key: "\"trials\": ", rows: "trials", headers: "trial,worlds,fresh_worlds,")

  /// The conclusion, the tuned values, and their metrics in fresh worlds.
  public var document: Document {
    let summary = TuningSummary(self)
    return Document(blocks: summary.blocks, table: table, json: jsonValue)
  }
}

extension TuningSummary {
  var blocks: [Block] {
    Block.head(
      mark: "tune", title: "FeedLab tune", scenario: design.experiment.scenario, setting: setting)
      + [.paragraph(answer)]
      + [values, paretoFront, metrics, limits, finalists].filter { !$0.isEmpty }.map(Block.table)
      + [
        .sentences([optimismNote, method].compactMap { $0.map { Sentence($0) } }, .paragraphs)
      ]
  }

  /// A row for each tuned parameter.
  package var values: Table {
    let shown = results.trials[results.shown].values
    typealias Row = (index: Int, parameter: TunableParameter)
    return Table(
      [
        Column(.word("number")) { .text($0.parameter.key) },
        Column(.word("incumbent"), .right) { .text($0.parameter.text($0.parameter.value)) },
        Column(.word("tuned"), .right) { .text($0.parameter.text(shown[$0.index])) },
        Column(.word("range")) { row in
          .text(
            range(row.parameter) + (design.space.free.contains(row.index) ? "" : ", fixed"))
        },
      ], design.space.parameters.enumerated().map { Row($0, $1) })
  }

  private func range(_ parameter: TunableParameter) -> String {
    switch parameter.range {
    case .choices(let values): values.map(parameter.text).joined(separator: ", ")
    case .interval(let low, let high, let scale, let isWhole):
      "\(parameter.text(low)) to \(parameter.text(high))" + (isWhole ? ", whole" : "")
        + (scale == .log ? ", log" : "")
    }
  }

  /// A row for each metric, in fresh worlds.
  package var metrics: Table {
    Table(
      [
        Column(.word("metric")) { .text($0.metric.signedID) },
        Column(.word("incumbent"), .right) { .text($0.baselineValue.text) },
        Column(.word("tuned"), .right) { .text($0.candidateValue.text) },
        Column(.word("change"), .right) { .text($0.changeValue.text) },
        Column(.word("interval"), .right) { .text($0.intervalValue.text) },
        Column(.word("verdict")) { comparison in
          let tone = RowFinding(comparison.verdict).tone
          return .text(comparison.verdict.label).toned(tone == .unclear ? .plain : tone)
        },
      ], results.comparisons)
  }

  /// A row for each limit, in fresh worlds.
  package var limits: Table {
    func scale(_ limit: TuningResults.Limit) -> ValueScale {
      ValueScale(
        design.metrics.first { $0.id == limit.constraint.metric }!,
        size: limit.slack?.mean.magnitude ?? 0, error: limit.slack?.standardError)
    }
    return Table(
      [
        Column(.word("limit")) { .text($0.constraint.description) },
        Column(.word("room"), .right) { limit in
          .text(limit.slack.map { scale(limit).change($0.mean) })
        },
        Column(.word("interval"), .right) { limit in
          .text(limit.slack?.interval.map(scale(limit).limits))
        },
        Column(.word("verdict")) { $0.verdict.value },
      ], results.limits)
  }

  /// A row for each finalist, the incumbent first.
  package var finalists: Table {
    let objective = tuning.objectives[0]
    let scale = design.metrics.first { $0.id == objective.metric }.map {
      ValueScale($0, of: results.finalists.compactMap(\.mean))
    }
    return Table(
      [
        Column(.word("trial")) { .text(Self.name(ofTrial: $0.trial)) },
        Column(.word("fresh worlds"), .right) { .count($0.worlds) },
        Column(.word("mean"), .right) { finalist in
          .text(
            finalist.mean.map { mean in
              scale?.value(objective.isMaximum ? mean : 0 - mean)
                ?? NumberText.rounded(mean, figures: 4)
            })
        },
        Column(.word("outcome")) { outcome($0) },
      ], results.finalists)
  }

  private func outcome(_ finalist: TuningResults.Finalist) -> Value {
    if finalist.trial == results.winner { return .text("▲ best").toned(.good) }
    if finalist.breaksLimit { return .text("▼ breaks a limit").toned(.bad) }
    if finalist.wasDropped { return .text("▼ behind").toned(.bad) }
    return .text(finalist.keepsLimits ? "~ not significantly behind" : "~ limits undecided")
  }

  private static func name(ofTrial trial: Int) -> String {
    trial == 0 ? "incumbent" : "\(trial)"
  }

  /// A row for each trial on the Pareto front: its changes of the objectives, and the probability that it is
  /// on the front.
  package var paretoFront: Table {
    typealias Row = (point: TuningResults.ParetoFront.Point, isKnee: Bool)
    let rows = (results.paretoFront?.points ?? []).enumerated().map { index, point in
      Row(point, index == results.paretoFront?.kneePoint)
    }
    let objectives = tuning.objectives.enumerated().map { index, objective in
      let name = objective.metric ?? "sum"
      return Column<Row>(name.contains("_") ? .init(name) : .word(name), .right) {
        .text(change($0.point.gains[index], of: objective))
      }
    }
    return Table(
      [Column(.word("trial")) { .text(Self.name(ofTrial: $0.point.trial)) }] + objectives + [
        Column(.word("on the front"), .right) { .text(NumberText.share($0.point.probability)) },
        Column("") { row in
          let fault = row.point.keepsLimits ? "" : "▼ breaks a limit"
          return .text((row.isKnee ? "knee point" : "") + fault)
            .toned(row.isKnee || fault.isEmpty ? .plain : .bad)
        },
      ], rows)
  }

  private func change(_ gain: PairedDifference, of objective: Scenario.Tuning.Objective) -> String {
    let change = objective.isMaximum ? gain.mean : 0 - gain.mean
    guard let metric = design.metrics.first(where: { $0.id == objective.metric }) else {
      return NumberText.rounded(change, figures: 3)
    }
    return ValueScale(metric, size: gain.mean.magnitude, error: gain.standardError).change(change)
  }
}

extension TuningResults.Limit.Verdict {
  /// The verdict with its sign.
  fileprivate var value: Value {
    switch self {
    case .kept: .text("▲ kept").toned(.good)
    case .broken: .text("▼ broken").toned(.bad)
    case .undecided: .text("~ undecided")
    }
  }
}

extension TuningResults {
  fileprivate var jsonValue: JSONValue {
    let experiment = design.experiment
    return .study(
      experiment,
      [
        "arm": .string(design.tuning.arm),
        "method": .string(design.method.rawValue), "budget": JSONValue(design.tuning.budget),
        "validate": JSONValue(design.tuning.validation), "alpha": .number(design.alpha),
        "training_worlds": JSONValue(trainingWorlds), "fresh_worlds": JSONValue(freshWorlds),
        "conclusion": .string(conclusion.name), "winner": winner.map { JSONValue($0) } ?? .null,
        "shown": JSONValue(shown), "values": values,
        "training_gain": trainingGain?.jsonValue ?? .null,
        "validated_gain": validatedGain?.jsonValue ?? .null, "optimism": JSONValue(optimism),
        "present_mean": JSONValue(incumbentMean), "lost_trials": JSONValue(lostTrials),
        "comparisons": .array(comparisons.map(Self.comparison)),
        "limits": .array(limits.map(Self.limit)), "finalists": .array(finalists.map(Self.finalist)),
        "front": paretoFront.map(Self.front) ?? .null,
        "course": .array(history.map(Self.historyEntry)),
        "trials": .array(trials.indices.map(trial)),
      ])
  }

  private var values: JSONValue {
    .array(
      design.space.parameters.enumerated().map { index, parameter in
        .object([
          "key": .string(parameter.key), "present": .number(parameter.value),
          "tuned": .number(trials[shown].values[index]),
          "is_fixed": .bool(!design.space.free.contains(index)),
        ])
      })
  }

  private static func comparison(_ comparison: Comparison) -> JSONValue {
    .object([
      "metric": .string(comparison.metric.id), "worlds": JSONValue(comparison.worlds),
      "present_mean": JSONValue(comparison.baselineMean),
      "tuned_mean": JSONValue(comparison.candidateMean),
      "difference": comparison.difference?.jsonValue ?? .null,
      "relative": comparison.relative?.jsonValue ?? .null, "margin": .number(comparison.margin),
      "verdict": .string(comparison.verdict.rawValue),
    ])
  }

  private static func limit(_ limit: Limit) -> JSONValue {
    .object([
      "limit": .string(limit.constraint.description), "room": limit.slack?.jsonValue ?? .null,
      "verdict": .string(limit.verdict.rawValue),
    ])
  }

  private static func finalist(_ finalist: Finalist) -> JSONValue {
    .object([
      "trial": JSONValue(finalist.trial), "worlds": JSONValue(finalist.worlds),
      "was_dropped": .bool(finalist.wasDropped), "mean": JSONValue(finalist.mean),
      "keeps_limits": .bool(finalist.keepsLimits),
    ])
  }

  private static func front(_ front: ParetoFront) -> JSONValue {
    .object([
      "knee": front.kneePoint.map { JSONValue(front.points[$0].trial) } ?? .null,
      "hypervolume": .number(front.hypervolume),
      "points": .array(
        front.points.map { point in
          .object([
            "trial": JSONValue(point.trial), "gains": .array(point.gains.map(\.jsonValue)),
            "probability": .number(point.probability),
            "keeps_limits": .bool(point.keepsLimits),
          ])
        }),
    ])
  }

  private static func historyEntry(_ entry: HistoryEntry) -> JSONValue {
    .object([
      "stage": .string(entry.stage.rawValue), "worlds": JSONValue(entry.worlds),
      "trial": JSONValue(entry.trial), "gain": JSONValue(entry.gain),
      "is_feasible": .bool(entry.isFeasible),
    ])
  }

  private func trial(_ number: Int) -> JSONValue {
    .object([
      "trial": JSONValue(number), "worlds": JSONValue(trials[number].worlds),
      "fresh_worlds": JSONValue(trials[number].freshWorlds),
      "values": .array(trials[number].values.map(JSONValue.number)),
      "gains": .array(trainingGains(of: number).map { JSONValue($0) }),
    ])
  }

  /// A row for each trial: its worlds, its mean gains in the search, and its values.
  fileprivate var table: DataTable {
    let objectives = design.tuning.objectives.enumerated().map { index, objective in
      Column<Int>.number("gain_\(objective.metric ?? "sum")") { trainingGains(of: $0)[index] }
    }
    let parameters = design.space.parameters.enumerated().map { index, parameter in
      Column<Int>.number(parameter.key) { trials[$0].values[index] }
    }
    return DataTable(
      [
        .whole("trial") { $0 }, .whole("worlds") { trials[$0].worlds },
        .whole("fresh_worlds") { trials[$0].freshWorlds },
      ] + objectives + parameters, Array(trials.indices))
  }
}

extension TuningResults.Conclusion {
  fileprivate var name: String {
    switch self {
    case .improved: "improved"
    case .kept(.best): "kept"
    case .kept(.notConfirmed): "kept-not-confirmed"
    case .kept(.limitNotConfirmed): "kept-limit-not-confirmed"
    case .infeasible: "infeasible"
    case .paretoFront: "front"
    }
  }
}
