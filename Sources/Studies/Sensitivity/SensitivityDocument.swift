internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics
internal import SyntheticSociety

extension SensitivityResults: StudyResults {
  public static let files = StudyFiles(
    "sensitivity", "a sensitivity analysis", key: "\"of\": \"behaviour\"", rows: "influences",
    headers: "candidate,metric,societies,")

  /// For each candidate the answers, a table for each family of metrics, and the parameters that reverse
  /// verdicts.
  public var document: Document { document() }

  /// - Parameter hidden: The ids of metrics without a row. JSON always has all metrics.
  public func document(hiding hidden: Set<String> = []) -> Document {
    let summary = SensitivitySummary(hiding(hidden))
    return Document(blocks: summary.blocks, table: summary.table, json: jsonValue)
  }
}

extension SensitivitySummary {
  var blocks: [Block] {
    Block.head(
      mark: "sensitivity", title: "FeedLab sensitivity", scenario: design.experiment.scenario,
      setting: setting) + [
        .sections(design.experiment.candidates.map(section)),
        .group([
          .legend(Self.legend),
          .sentences([Sentence(method)] + notes.map { Sentence($0) }, .paragraphs),
        ]),
        .only(
          .files,
          [
            .heading("Varied parameters"),
            .table(PlausibleRangeDescription.table(design.parameters)),
          ]),
      ]
  }

  private func section(_ candidate: String) -> Block.Section {
    let table = Table(
      columns, groups: .families(of: results.findings(of: candidate), \.metric), layouts: 3,
      markdown: 3, isJoint: true)
    return Block.Section(
      "\(candidate) against \(design.baseline)", answers: answers(candidate).map { Sentence($0) },
      [.table(table)] + turns(of: candidate))
  }

  private func turns(of candidate: String) -> [Block] {
    let turns = TurningPoints.all(of: candidate, in: results)
    guard !turns.isEmpty else { return [] }
    let lines = turns.flatMap { turn in
      [Sentence(turn.title).hanging(2)]
        + turn.lines.map { Sentence($0).hanging(2, margin: 2) }
    }
    return [
      .only(
        .terminal, [.group([.heading("Where verdicts change"), .sentences(lines, .list)])]),
      .only(.files, [.paragraph("Where verdicts change:"), .sentences(lines, .list)]),
    ]
  }

  /// The columns, in three layouts and one for Markdown.
  private var columns: [Column<SensitivityFinding>] {
    let mostParameters = 3
    return [
      Column(.group) { .labelled($0.metric) },
      Column("better", .right) {
        share($0.verdicts.share(of: .better, .higher), whole: .good)
      },
      Column("worse", .right) {
        share($0.verdicts.share(of: .worse, .lower), whole: .bad)
      },
      Column("small", .right) {
        share($0.verdicts.share(of: .equivalent, .identical))
      },
      Column("unsure", .right) {
        share($0.verdicts.share(of: .undecided))
      },
      Column("most influential", in: [0, 1]) { .text(influences($0).first?.parameter) },
      Column("μ*", .right, in: [0]) { .text(influences($0).first?.size ?? "") },
      Column(.init("", markdown: .raw("Most influential (μ*)")), in: [3]) { finding in
        let parts = influences(finding).prefix(mostParameters).map { "\($0.parameter) \($0.size)" }
        return .text(parts.isEmpty ? nil : parts.joined(separator: ", "))
      },
    ]
  }

  /// A share of communities.
  private func share(
    _ share: Double?, whole: Tone = .plain
  ) -> Value {
    let text = share.map(NumberText.share)
    return .figure(text).toned(text == "100%" ? whole : .plain)
  }

  /// The most influential parameters, the first most, such as `examination.eta ↗` and
  /// `0.031 ±0.005`.
  private func influences(_ finding: SensitivityFinding) -> [(parameter: String, size: String)] {
    finding.mostInfluential.compactMap { influence in
      guard let effects = influence.effects else { return nil }
      let scale = ValueScale(
        finding.metric, size: effects.meanMagnitude, error: effects.meanMagnitudeError)
      let error = effects.meanMagnitudeError.map { " ±\(scale.halfWidth($0))" } ?? ""
      return (
        "\(name(of: influence.parameter)) \(influence.trend?.mark ?? "")",
        scale.value(effects.meanMagnitude) + error
      )
    }
  }

  // MARK: For programs

  /// A row for each candidate, metric and parameter, in the units of the metrics.
  ///
  /// The shares are over the communities with a value, the same in all rows of a metric; better and higher share
  /// a column, as do worse and lower.
  var table: DataTable {
    typealias Row = (finding: SensitivityFinding, influence: ParameterInfluence)
    let rows = results.findings.flatMap { finding in
      finding.influences.map { Row(finding, $0) }
    }
    func range(_ row: Row) -> PlausibleRange { design.parameters[row.influence.parameter] }
    let shares: [Column<Row>] = [
      .text("candidate", \.finding.candidate), .text("metric", \.finding.metric.id),
      .whole("societies", \.finding.verdicts.judged),
      .number("better_share") { $0.finding.verdicts.share(of: .better, .higher) },
      .number("worse_share") { $0.finding.verdicts.share(of: .worse, .lower) },
      .number("equal_share") { $0.finding.verdicts.share(of: .equivalent, .identical) },
      .number("undecided_share") { $0.finding.verdicts.share(of: .undecided) },
      .text("parameter") { range($0).key }, .number("low") { range($0).low },
      .number("high") { range($0).high },
    ]
    return DataTable(
      shares + Column.effects(\.influence.effects) + [
        .truth("measurable", \.influence.isMeasurable),
        .whole("changes", \.influence.changes.count),
        .whole("reversals") { $0.influence.changes.count(where: \.isReversal) },
      ], rows)
  }
}

extension SensitivityResults {
  fileprivate var jsonValue: JSONValue {
    let experiment = design.experiment
    return .study(
      experiment,
      [
        "of": .string("behaviour"), "method": .string("morris"),
        "baseline": .string(design.baseline),
        "candidates": .array(experiment.candidates.map(JSONValue.string)),
        "worlds": JSONValue(experiment.worlds), "runs": JSONValue(design.runs),
        "trajectories": JSONValue(design.screening.trajectories),
        "levels": JSONValue(design.screening.levels), "level": .number(design.experiment.level),
        "parameters": .array(design.parameters.indices.map(parameter)),
        "idle": .array(idleParameters.map { .string(design.parameters[$0].key) }),
        "societies": .array((0..<design.societies).map(society)),
        "findings": .array(findings.map(finding)),
      ])
  }

  private func parameter(_ index: Int) -> JSONValue {
    guard case .object(var members) = design.parameters[index].jsonValue else { return .null }
    members["settings"] = .array(design.settings(of: index).map(JSONValue.number))
    members["scenario"] = .number(design.scenarioValues[index])
    return .object(members)
  }

  private func society(_ index: Int) -> JSONValue {
    .object([
      "trajectory": JSONValue(design.screening.trajectory(ofPoint: index)),
      "seed": .whole(design.seed(of: index)),
      "values": .array(design.values(of: index).map(JSONValue.number)),
    ])
  }

  private func finding(_ finding: SensitivityFinding) -> JSONValue {
    .object([
      "candidate": .string(finding.candidate), "metric": .string(finding.metric.id),
      "verdicts": finding.verdicts.jsonValue,
      "better_share": share(finding, .better), "worse_share": share(finding, .worse),
      "higher_share": share(finding, .higher), "lower_share": share(finding, .lower),
      "societies": finding.societiesJSON,
      "influences": .array(finding.influences.map { influence($0, of: finding) }),
    ])
  }

  private func share(_ finding: SensitivityFinding, _ verdict: Verdict) -> JSONValue {
    .object([
      "estimate": JSONValue(finding.verdicts.share(of: verdict)),
      "standard_error": JSONValue(shareError(of: finding, verdict)),
    ])
  }

  private func influence(
    _ influence: ParameterInfluence, of finding: SensitivityFinding
  ) -> JSONValue {
    let settings = design.settings(of: influence.parameter).map { setting in
      verdicts(of: finding, parameter: influence.parameter, at: setting).jsonValue
    }
    var members = influence.effectsJSON
    members["parameter"] = .string(design.parameters[influence.parameter].key)
    members["verdicts_by_setting"] = .array(settings)
    members["changes"] = .array(influence.changes.map(\.jsonValue))
    return .object(members)
  }
}

extension SensitivityFinding {
  /// Columns with an element for each community.
  fileprivate var societiesJSON: JSONValue {
    func column(_ value: (Comparison) -> Double?) -> JSONValue {
      .array(comparisons.map { JSONValue(value($0)) })
    }
    return .object([
      "difference": column { $0.difference?.mean },
      "lower": column { $0.difference?.interval?.lower },
      "upper": column { $0.difference?.interval?.upper },
      "margin": column { $0.margin },
      "verdict": .array(comparisons.map { .string($0.verdict.rawValue) }),
    ])
  }
}

extension VerdictCounts {
  /// Counts by verdict, without verdicts that did not occur.
  fileprivate var jsonValue: JSONValue {
    let counts = Verdict.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, JSONValue(self[$0])) }
    return .object(Dictionary(uniqueKeysWithValues: counts))
  }
}

extension VerdictChange {
  fileprivate var jsonValue: JSONValue {
    .object([
      "trajectory": JSONValue(trajectory), "low_level": JSONValue(lowLevel),
      "high_level": JSONValue(highLevel), "low": .string(low.rawValue),
      "high": .string(high.rawValue), "reversal": .bool(isReversal),
    ])
  }
}
