internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

/// A scenario with the proof of its check.
public struct ProvedScenario: Sendable {
  /// The path of the scenario file, as the user gave it.
  public let file: String
  public let proof: GateProof

  public init(_ proof: GateProof, file: String) {
    self.file = file
    self.proof = proof
  }

  /// A line on the sabotage, then a line on the power of each rule.
  public var lines: [String] {
    let summary = GateProofSummary(proof)
    return ([summary.sabotage] + proof.rules.map(summary.power)).map { "\(file): \($0)" }
  }

  /// The lines on everything that is not proved; empty if the check is proved.
  public var faults: [String] {
    let summary = GateProofSummary(proof)
    if proof.rules.isEmpty { return ["\(file): no rule of level error can be proved"] }
    return
      ((proof.isSabotageFound ? [] : [summary.sabotage])
      + proof.rules.filter { !$0.isProved }.map(summary.power)).map { "\(file): \($0)" }
  }
}

/// The results of a proof as sentences.
struct GateProofSummary {
  private let proof: GateProof

  init(_ proof: GateProof) { self.proof = proof }

  /// The sabotage, the rules that found it, and the estimates of the others.
  var sabotage: String {
    let rules = proof.findings.filter { $0.level == .error && $0.rule == .relative }
    let found = proof.findings.filter(\.isFailure)
    let others = rules.filter { !$0.isFailure }.map {
      "\(RuleSummary($0, anchor: nil).reason(of: proof.arm)) (\($0.status.rawValue))"
    }
    let outcome =
      found.isEmpty
      ? "was not found in \(NumberText.counted(proof.worlds, "world"))"
      : "was found after \(NumberText.counted(found.map(\.worlds).min() ?? 0, "world")) by \(Self.names(found))"
    let rest = others.isEmpty ? "" : "; not by \(others.joined(separator: "; "))"
    return "the least relevant posts first in \(refreshes) of \(proof.arm) \(outcome)\(rest)"
  }

  private var refreshes: String {
    proof.every == 1 ? "every refresh" : "one of \(proof.every) refreshes"
  }

  private static func names(_ findings: [CheckFinding]) -> String {
    findings.map { finding in
      finding.metric.label + (RuleSummary(finding, anchor: nil).aspect.map { " (\($0))" } ?? "")
    }.joined(separator: ", ")
  }

  /// The power of a rule, and the smallest harm that it finds.
  func power(_ rule: GateProof.RulePower) -> String {
    let kind = rule.margin > 0 ? "twice its margin" : "a standard deviation between worlds"
    let found =
      "\(rule.metric.label): a harm of \(size(rule.harm, rule)), \(kind), is found with a power of"
      + " \(NumberText.chance(rule.power)) in at most \(NumberText.counted(proof.mostWorlds, "world"))"
    return "\(found); \(smallest(rule))\(remedy(rule))"
  }

  private func smallest(_ rule: GateProof.RulePower) -> String {
    let power = NumberText.share(GateProof.wantedPower)
    guard let harm = rule.smallestHarm else {
      return "no harm, however large, is found with \(power)"
    }
    guard rule.hasSpread else {
      let beyond = rule.margin > 0 ? "harm beyond its margin" : "harm"
      return "any \(beyond) is found if it is the same in every world; the sabotage moved the"
        + " metric in none"
    }
    return "the smallest found with \(power) is \(size(harm, rule))"
  }

  /// The change that would prove a rule that is not proved.
  private func remedy(_ rule: GateProof.RulePower) -> String {
    guard !rule.isProved, let harm = rule.smallestHarm else { return "" }
    // The part of the smallest harm that is beyond the margin does not depend on the margin.
    let margin = harm - rule.margin
    return rule.margin > 0
      ? "; the proof needs more worlds, or a margin of \(size(margin, rule))"
      : "; the proof needs more worlds"
  }

  /// A harm in the metric's unit, and in percent of the baseline if its mean is above 0.
  private func size(_ harm: Double, _ rule: GateProof.RulePower) -> String {
    let scale = ValueScale(rule.metric, size: harm, error: nil)
    let text = NumberText.rounded(harm / scale.divisor, figures: 3) + scale.suffix
    guard let mean = rule.baselineMean, mean > 0 else { return text }
    return "\(text) (\(NumberText.rounded(harm / mean * 100, figures: 2))%)"
  }
}

extension [ProvedScenario] {
  /// The results of the proofs, for each scenario.
  public var document: Document {
    Document(
      blocks: [
        .group([
          .sentences(flatMap(\.lines).map { Sentence($0).inOneLine }, .list),
          .paragraph(.init(tally)),
        ])
      ],
      table: ruleTable,
      json: .object([
        "feedlab": .string(FeedLab.version), "proofs": .array(map(\.jsonValue)),
      ]))
  }

  /// Such as `3 of 3 rules can fail`.
  private var tally: String {
    let rules = flatMap(\.proof.rules)
    return
      "\(rules.count(where: \.isProved)) of \(NumberText.counted(rules.count, "rule")) can fail"
  }

  private var ruleTable: DataTable {
    typealias Row = (proved: ProvedScenario, rule: GateProof.RulePower)
    func finding(_ row: Row) -> CheckFinding? {
      row.proved.proof.findings.first { $0.rule == .relative && $0.metric == row.rule.metric }
    }
    let columns: [Column<Row>] =
      [.text("file", \.proved.file), .text("arm", \.proved.proof.arm)]
      + ProvedScenario.ruleColumns.map { $0.of(\.rule) } + [
        .text("sabotage") { finding($0)?.status.rawValue },
        .number("sabotage_difference") { finding($0)?.comparison?.difference?.mean },
        .whole("worlds", \.proved.proof.worlds), .whole("most_worlds", \.proved.proof.mostWorlds),
        .truth("proved", \.rule.isProved),
      ]
    return DataTable(columns, flatMap { proved in proved.proof.rules.map { Row(proved, $0) } })
  }
}

extension ProvedScenario {
  fileprivate static var ruleColumns: [Column<GateProof.RulePower>] {
    [
      .text("metric", \.metric.id), .number("margin", \.margin),
      .number("baseline_mean", \.baselineMean), .number("harm", \.harm),
      .number("power", \.power), .number("smallest_harm", \.smallestHarm),
      .truth("has_spread", \.hasSpread),
    ]
  }

  fileprivate var jsonValue: JSONValue {
    .object([
      "file": .string(file), "arm": .string(proof.arm), "proved": .bool(proof.isProved),
      "sabotage": .object([
        "every": JSONValue(proof.every), "found": .bool(proof.isSabotageFound),
        "worlds": JSONValue(proof.worlds),
        "findings": .array(
          proof.findings.map { finding in
            .object([
              "metric": .string(finding.metric.id), "rule": .string(finding.rule.name),
              "level": .string(finding.level.rawValue), "status": .string(finding.status.rawValue),
              "worlds": JSONValue(finding.worlds),
              "difference": JSONValue(finding.comparison?.difference?.mean),
              "lower": JSONValue(finding.comparison?.difference?.interval?.lower),
              "upper": JSONValue(finding.comparison?.difference?.interval?.upper),
            ])
          }),
      ]),
      "most_worlds": JSONValue(proof.mostWorlds), "wanted_power": .number(GateProof.wantedPower),
      "rules": .array(
        proof.rules.map { .object($0, Self.ruleColumns + [.truth("proved", \.isProved)]) }),
      "lines": .array(lines.map(JSONValue.string)),
    ])
  }
}
