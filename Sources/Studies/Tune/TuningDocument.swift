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
      + [.sentences([answer] + notes, .paragraphs)]
      + [values, paretoFront, metrics, baseline, limits, finalists].filter { !$0.isEmpty }
      .map(Block.table)
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

  /// A row for each metric, in fresh worlds; none if the incumbent would be compared with itself and the table of
  /// the baseline has its means.
  package var metrics: Table {
    let isRepeated = results.shown == 0 && results.baseline != nil
    return comparisons(isRepeated ? [] : results.comparisons, with: "incumbent")
  }

  /// A row for each metric, in fresh worlds: the shown values against the baseline arm.
  package var baseline: Table {
    comparisons(results.baseline?.comparisons ?? [], with: results.baseline?.name ?? "baseline")
  }

  private func comparisons(_ comparisons: [Comparison], with baseline: String) -> Table {
    Table(
      [
        Column(.word("metric")) {
          .label($0.metric.id, text: $0.metric.label, .metric($0.metric))
        },
        Column(baseline == "incumbent" ? .word(baseline) : .arm(baseline), .right) {
          .text($0.baselineValue.text)
        },
        Column(.word(shownName), .right) { .text($0.candidateValue.text) },
        Column(.word("change"), .right) { .text($0.changeValue.text) },
        Column(.word("interval"), .right) { .text($0.intervalValue.text) },
        Column(.word("verdict")) { comparison in
          let finding = RowFinding(comparison.verdict)
          return .text(finding.word).toned(finding.tone == .unclear ? .plain : finding.tone)
        },
      ], comparisons)
  }

  /// The cell with the limit of a row: with the metric's label, and in Markdown as a scenario writes it.
  private func name(of limit: Scenario.Tuning.Constraint) -> Value {
    .label(limit.description, text: design.text(of: limit), "\(code: limit.description)")
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
        Column(.word("limit")) { name(of: $0.constraint) },
        Column(.word("room"), .right) { limit in
          .text(limit.slack.map { scale(limit).change($0.mean) })
        },
        Column(.word("interval"), .right) { limit in
          .text(limit.slack?.interval.map(scale(limit).limits))
        },
        Column(.word("verdict")) { $0.verdict.value },
      ], results.limits)
  }

  /// A row for each limit that trials broke to gain more than the shown values, with what relaxing it buys.
  package var prices: Table {
    typealias Row = TuningResults.LimitPrice
    return Table(
      [
        Column<Row>(.word("limit")) { name(of: $0.constraint) },
        Column(.word("gained"), .right) { .count($0.gaining) },
        Column(.word("broke it"), .right) { .count($0.breaking) },
        Column(.word("relaxed to"), .right) { price in
          .text(price.relaxation.map { "\($0.constraint.bound)" })
        },
        Column(.word("gain"), .right) { price in
          .text(price.relaxation.map { design.changeText($0.gain, of: tuning.objectives[0]) })
        },
        Column(.word("verdict")) { price in
          .text(price.relaxation.map { $0.isShown ? "buys" : "not shown" })
        },
      ], results.prices.filter { $0.breaking > 0 })
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
    if finalist.trial == results.winner { return .text("best").toned(.good) }
    if finalist.breaksLimit { return .text("breaks a limit").toned(.bad) }
    if finalist.wasDropped { return .text("behind").toned(.bad) }
    return .text(finalist.keepsLimits ? "not surely behind" : "limits not sure yet")
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
      let metric = design.metrics.first { $0.id == objective.metric }
      let heading = metric.map { Table.Heading($0.label, markdown: .metric($0)) } ?? .word("sum")
      return Column<Row>(heading, .right) {
        .text(
          design.changeText(
            $0.point.gains[index].mean, of: objective, error: $0.point.gains[index].standardError))
      }
    }
    return Table(
      [Column(.word("trial")) { .text(Self.name(ofTrial: $0.point.trial)) }] + objectives + [
        Column(.word("on the front"), .right) { .text(NumberText.share($0.point.probability)) },
        Column("") { row in
          let fault = row.point.keepsLimits ? "" : "breaks a limit"
          return .text((row.isKnee ? "knee point" : "") + fault)
            .toned(row.isKnee || fault.isEmpty ? .plain : .bad)
        },
      ], rows)
  }
}

extension TuningResults.Limit.Verdict {
  /// The verdict with its sign.
  fileprivate var value: Value {
    switch self {
    case .kept: .text("ok").toned(.good)
    case .broken: .text("broken").toned(.bad)
    case .undecided: .text("not sure yet")
    }
  }
}
