internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

extension [CheckedScenario] {
  /// A report for a build's log or a comment on a change: a line for each scenario with the outcome and its
  /// reasons, then the findings of each scenario.
  public var document: Document {
    Document(
      blocks: blocks, table: findingTable,
      json: .object([
        "feedlab": .string(FeedLab.version), "checks": .array(map(\.json)),
      ]), limitNote: "--format json has all figures")
  }

  private var blocks: [Block] {
    let headlines = flatMap { checked in
      let parts = CheckSummary.headline(checked).dropFirst(checked.name.count + 2)
      let word = parts.prefix { $0 != ":" }
      let line: Sentence =
        "\(strong: checked.name): \(strong: String(word))\(String(parts.dropFirst(word.count)))"
      return [line.toned(checked.tone).inOneLine]
        + checked.societies.map { $0.hanging(2, margin: 2) }
    }
    return [
      .title(mark: "feedlab:check", "FeedLab check: \(tally)"), .sentences(headlines, .list),
    ]
      + compactMap(\.results).flatMap { results in
        let blocks = CheckSummary(results).blocks
        return results.outcome == .identical ? [.only(.terminal, blocks)] : blocks
      }
  }

  /// The number of each outcome, the worst first, such as `1 regression, 2 identical`.
  private var tally: String {
    let outcomes = map { $0.results?.outcome }
    let kinds = [nil] + CheckOutcome.allCases.reversed().map { $0 as CheckOutcome? }
    let words = kinds.compactMap { outcome in
      let count = outcomes.count { $0 == outcome }
      return count > 0 ? CheckSummary.tally(count, outcome) : nil
    }
    return words.isEmpty ? "nothing to check" : words.joined(separator: ", ")
  }

  /// A row for each rule, in the units of the metrics. A scenario that could not be checked has a row with
  /// the status `error` and the reason.
  private var findingTable: DataTable {
    typealias Row = (checked: CheckedScenario, results: CheckResults?, finding: CheckFinding?)
    let rows = flatMap { checked -> [Row] in
      guard let results = checked.results else { return [Row(checked, nil, nil)] }
      return results.findings.map { Row(checked, results, $0) }
    }
    func gateTest(_ row: Row) -> GateTest? { row.finding?.comparison?.gateTest }
    func interval(_ row: Row) -> ConfidenceInterval? {
      row.finding?.comparison?.difference?.interval ?? row.finding?.estimate?.interval
    }
    return DataTable(
      [
        .text("scenario", \.checked.name), .text("arm") { $0.results?.arm },
        .text("metric") { $0.finding?.metric.id }, .text("rule") { $0.finding?.rule.name },
        .number("bound") { $0.finding?.rule.bound },
        .number("margin") { $0.finding?.comparison?.margin },
        .text("level") { $0.finding?.level.rawValue },
        .text("status") { $0.finding?.status.rawValue ?? "error" },
        .whole("worlds") { $0.finding?.worlds },
        .number("baseline_mean") { $0.finding?.comparison?.baselineMean },
        .number("mean") {
          $0.finding?.comparison?.candidateMean ?? $0.finding?.estimate?.mean
        },
        .number("difference") { $0.finding?.comparison?.difference?.mean },
        .number("lower") { interval($0)?.lower }, .number("upper") { interval($0)?.upper },
        .number("relative") { $0.finding?.comparison?.relative?.estimate },
        .number("p") { gateTest($0)?.pValue ?? $0.finding?.estimate?.pValue },
        .number("p_adjusted") { gateTest($0)?.adjustedP ?? $0.finding?.estimate?.adjustedP },
        .text("remark") { $0.finding?.note ?? $0.checked.fault },
      ], rows)
  }
}

extension CheckedScenario {
  fileprivate var tone: Tone {
    switch results?.outcome {
    case .regression, nil: .bad
    case .improved: .good
    case .undecided: .strong
    case .identical, .pass: .plain
    }
  }

  /// Whether the verdict on the checked arm holds in other communities.
  fileprivate var societies: [Sentence] {
    results?.design.otherSocieties.map { SocietiesText($0).firstLines } ?? []
  }

  /// The reason why the scenario could not be checked.
  fileprivate var fault: String? {
    if case .unfinished(let reason) = result { reason } else { nil }
  }
}

extension CheckSummary {
  fileprivate var blocks: [Block] {
    let scenario = results.design.scenario
    return [
      .only(.terminal, [.paragraph("\(scenario): \(setting)")]),
      .only(.files, [.heading("\(scenario)"), .paragraph("\(setting).")]),
      .only(.markdown, CheckPicture(results).blocks),
      .table(Table(columns, results.findings, layouts: 6)),
      .group([
        .sentences(
          [Sentence(method)] + ruleNotes + results.notices.map { "\($0)." }, .paragraphs),
        .sentences(
          exceptions.map { Sentence($0).hanging(2) }, .list),
      ]),
    ]
  }

  /// The columns of the table of findings, in six layouts: a narrow table leaves out the baseline sooner than the rule.
  private var columns: [Column<CheckFinding>] {
    [
      Column(.word("metric")) { .text($0.label) },
      Column(.word("baseline"), .right, in: [0, 1, 3], \.baselineValue),
      Column(.word("now"), .right, in: [0, 1, 2, 3, 4], \.nowValue),
      Column(.word("change"), .right, \.changeValue),
      Column(.word("interval"), .centred, in: [0, 1, 2, 3, 4], \.intervalValue),
      Column("p (Holm)", .right, in: [0], \.pValueShown),
      Column(.word("rule"), in: [0, 1, 2]) {
        .text(RuleSummary($0, anchor: results.baseline.anchor).rule)
      },
      Column(.word("verdict")) { .text($0.status.rawValue).toned($0.tone) },
    ]
  }
}

/// The cells of a finding; only rules about differences have a baseline and a change.
extension CheckFinding {
  fileprivate var baselineValue: Value { comparison?.baselineValue ?? .missing }
  var changeValue: Value { comparison?.changeValue ?? .missing }

  var nowValue: Value {
    comparison?.candidateValue
      ?? .figure(estimate.flatMap { level in levelScale?.value(level.mean) })
  }

  /// The interval of the change or, for a rule about a level, of the level.
  var intervalValue: Value {
    comparison?.intervalValue
      ?? .figure(
        estimate?.interval.flatMap { interval in levelScale?.interval(interval) })
  }

  /// *p*, corrected for the number of rules.
  var pValueShown: Value {
    comparison?.pValueShown
      ?? .figure(estimate.flatMap { ($0.adjustedP ?? $0.pValue).map(NumberText.probability) })
  }

  /// The scale of a level, on which no end of its interval looks like the bound.
  var levelScale: ValueScale? {
    estimate.map { level in
      ValueScale(metric, mean: level.mean, interval: level.interval).separating(
        level.interval.map { [$0.lower, $0.upper] } ?? [], from: rule.bound.map { [$0] } ?? [])
    }
  }

  /// The metric's label, its good side, and a mark for a rule that must hold.
  fileprivate var label: String {
    [comparison?.changeLabel ?? metric.label, metric.direction.sign, level == .error ? "!" : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  var tone: Tone {
    switch status {
    case .regression: level == .error ? .bad : .strong
    case .improved: .good
    case .undecided: .unclear
    case .identical, .pass: .plain
    }
  }
}

// MARK: JSON

extension CheckedScenario {
  fileprivate var json: JSONValue {
    let headline = JSONValue.string(CheckSummary.headline(self))
    switch result {
    case .unfinished(let reason):
      return .object([
        "scenario": .object(["name": .string(name)]), "outcome": .string("error"),
        "headline": headline, "error": .string(reason),
      ])
    case .found(let results):
      let design = results.design
      return .object([
        "scenario": .object([
          "name": .string(design.scenario), "digest": .string(design.scenarioDigest),
        ]),
        "outcome": .string(results.outcome.rawValue), "headline": headline, "error": .null,
        "arm": .string(results.arm), "seed": .whole(design.seed),
        "worlds": JSONValue(design.worlds), "plan": design.plan.jsonValue,
        "alpha": .number(results.alpha), "baseline": results.baseline.jsonValue,
        "findings": .array(results.findings.map { $0.jsonValue(design.plan) }),
        "notices": .array(results.notices.map(JSONValue.string)),
        "societies": design.otherSocieties.map { SocietiesText($0).json } ?? .null,
      ])
    }
  }
}

extension BaselineFacts {
  fileprivate var jsonValue: JSONValue {
    .object([
      "file": .string(file), "feedlab": .string(version), "worlds": JSONValue(worlds),
      "accepted_changes": JSONValue(acceptedChanges),
      "last_reason": lastReason.map(JSONValue.string) ?? .null,
      "anchor": anchor.map(JSONValue.string) ?? .null, "rerun": .bool(isRerun),
    ])
  }
}

extension CheckFinding {
  fileprivate func jsonValue(_ plan: WorldPlan) -> JSONValue {
    .object([
      "metric": .string(metric.id),
      "rule": .object(["kind": .string(rule.name), "bound": JSONValue(rule.bound)]),
      "level": .string(level.rawValue), "status": .string(status.rawValue),
      "worlds": JSONValue(worlds), "comparison": comparison?.jsonValue(plan) ?? .null,
      "estimate": estimate?.jsonValue ?? .null,
      "remark": note.map(JSONValue.string) ?? .null,
    ])
  }
}

extension CheckFinding.Rule {
  /// The name in files.
  var name: String {
    switch self {
    case .relative: "relative"
    case .drift: "drift"
    case .minimum: "min"
    case .maximum: "max"
    case .rankingOverlap: "ranking-overlap"
    }
  }

  /// `nil` for a rule about differences, which has a margin.
  var bound: Double? {
    switch self {
    case .relative, .drift: nil
    case .minimum(let bound), .maximum(let bound), .rankingOverlap(let bound): bound
    }
  }
}

extension LevelEstimate {
  fileprivate var jsonValue: JSONValue {
    .object([
      "mean": .number(mean), "lower": JSONValue(interval?.lower),
      "upper": JSONValue(interval?.upper), "level": JSONValue(interval?.level),
      "p": JSONValue(pValue), "p_adjusted": JSONValue(adjustedP),
      "family_size": JSONValue(familySize),
    ])
  }
}
