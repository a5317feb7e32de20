public import Experiments
internal import FeedMetrics
internal import Foundation
internal import Scenarios

/// What fails, and what stays open, of the checks of an experiment, as SARIF 2.1.0, which code hosts show
/// at the line of the scenario that asks for it.
///
/// A rule is `feedlab/regression/METRIC`. Harm beyond the margin is an error, harm that is undecided is
/// of kind `open`; a check that passes has no result. What a result is about does not change with the line
/// on which it stands: its fingerprint is scenario, candidate and metric.
public struct SARIFReport {
  private let results: ExperimentResults
  private let locations: RuleLocations

  public init(_ results: ExperimentResults, at locations: RuleLocations) {
    self.results = results
    self.locations = locations
  }

  public var text: String {
    let checks = GateCheck.all(results)
    let rules = checks.map(\.metric).reduce(into: [MetricDefinition]()) { rules, metric in
      if !rules.contains(where: { $0.id == metric.id }) { rules.append(metric) }
    }
    let driver = JSONValue.object([
      "name": .string("feedlab"), "version": .string(FeedLab.version),
      "rules": .array(rules.map(Self.rule)),
    ])
    let run = JSONValue.object([
      "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
      "results": .array(
        checks.filter { $0.gate != .pass }.map { check in
          result(check, index: rules.firstIndex { $0.id == check.metric.id } ?? 0)
        }),
    ])
    return JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ]).indented
  }

  private static func rule(_ metric: MetricDefinition) -> JSONValue {
    .object([
      "id": .string(ruleID(metric)),
      "shortDescription": message("Harm to \(metric.id): \(metric.name)"),
      "fullDescription": message(metric.formula.isEmpty ? metric.name : metric.formula),
      "defaultConfiguration": .object(["level": .string("error")]),
    ])
  }

  private static func ruleID(_ metric: MetricDefinition) -> String {
    "feedlab/regression/\(metric.id)"
  }

  private static func message(_ text: String) -> JSONValue { .object(["text": .string(text)]) }

  private func result(_ check: GateCheck, index: Int) -> JSONValue {
    let (kind, level) = check.gate == .fail ? ("fail", "error") : ("open", "none")
    let identity = [results.design.scenario, check.candidate, check.metric.id]
    return .object([
      "ruleId": .string(Self.ruleID(check.metric)), "ruleIndex": JSONValue(index),
      "kind": .string(kind), "level": .string(level),
      "message": Self.message(([check.summary] + check.details).joined(separator: "\n")),
      "locations": .array([location(of: check.metric)]),
      "partialFingerprints": .object([
        "feedlabCheck/v1": .string(identity.joined(separator: "/"))
      ]),
    ])
  }

  private func location(of metric: MetricDefinition) -> JSONValue {
    .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(uri)]),
        "region": .object(["startLine": JSONValue(locations.line(of: metric.id))]),
      ])
    ])
  }

  /// The scenario's path as a relative reference, or an absolute one with its scheme.
  private var uri: String {
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    let path = locations.file.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return locations.file.hasPrefix("/") ? "file://\(path)" : path
  }
}
