internal import DataFiles
internal import Foundation

/// The failed and undecided gates as SARIF 2.1.0, which code hosts show at the line of the scenario.
///
/// A rule is `feedlab/regression/METRIC`. A gate that fails a build is an error, a broken rule that only warns a
/// warning, and an undecided gate that does not fail the build is of kind `open`; a passed gate has no result.
/// The fingerprint of a result is scenario, arm, metric and kind of rule, so that it does not depend on the
/// line. A scenario that could not be checked is a notification of an invocation that did not succeed.
struct SARIFReport {
  let suites: [GateSuite]
  /// The version of the program.
  let version: String

  var text: String {
    let rules = suites.flatMap(\.checks).map(\.measure).reduce(into: [GateCheck.Measure]()) {
      rules, measure in
      if !rules.contains(where: { $0.id == measure.id }) { rules.append(measure) }
    }
    let driver = JSONValue.object([
      "name": .string("feedlab"), "version": .string(version),
      "rules": .array(rules.map(Self.rule)),
    ])
    let results = suites.flatMap { suite in
      suite.checks.compactMap { check in
        result(check, in: suite, index: rules.firstIndex { $0.id == check.measure.id } ?? 0)
      }
    }
    let run = JSONValue.object([
      "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
      "invocations": .array([invocation]), "results": .array(results),
    ])
    return JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ]).indented
  }

  private static func rule(_ metric: GateCheck.Measure) -> JSONValue {
    .object([
      "id": .string(ruleID(metric)),
      "shortDescription": message("Harm to \(metric.id): \(metric.name)"),
      "fullDescription": message(metric.explanation.isEmpty ? metric.name : metric.explanation),
      "defaultConfiguration": .object(["level": .string("error")]),
    ])
  }

  private static func ruleID(_ metric: GateCheck.Measure) -> String {
    "feedlab/regression/\(metric.id)"
  }

  private static func message(_ text: String) -> JSONValue { .object(["text": .string(text)]) }

  /// `nil` for a passed gate.
  private func result(_ check: GateCheck, in suite: GateSuite, index: Int) -> JSONValue? {
    let kind: (name: String, level: String)
    switch check.outcome {
    case .pass: return nil
    case .open: kind = ("open", "none")
    case .warning: kind = ("fail", "warning")
    case .failure: kind = ("fail", "error")
    }
    let identity = [suite.scenario, check.arm, check.measure.id, check.aspect].compactMap { $0 }
    return .object([
      "ruleId": .string(Self.ruleID(check.measure)), "ruleIndex": JSONValue(index),
      "kind": .string(kind.name), "level": .string(kind.level),
      "message": Self.message(([check.summary] + check.details).joined(separator: "\n")),
      "locations": .array([
        Self.location(suite.locations, line: suite.locations.line(of: check.measure.id))
      ]),
      "partialFingerprints": .object([
        "feedlabCheck/v1": .string(identity.joined(separator: "/"))
      ]),
    ])
  }

  /// Whether all scenarios could be checked, with a notification for each that could not.
  private var invocation: JSONValue {
    let faults = suites.compactMap { suite in
      suite.fault.map { fault in
        JSONValue.object([
          "level": .string("error"),
          "message": Self.message("\(suite.scenario) was not checked: \(fault)"),
          "locations": .array([Self.location(suite.locations, line: 1)]),
        ])
      }
    }
    return .object([
      "executionSuccessful": .bool(faults.isEmpty), "toolExecutionNotifications": .array(faults),
    ])
  }

  private static func location(_ locations: RuleLocations, line: Int) -> JSONValue {
    .object([
      "physicalLocation": .object([
        "artifactLocation": .object(["uri": .string(uri(locations.file))]),
        "region": .object(["startLine": JSONValue(line)]),
      ])
    ])
  }

  /// A scenario's path as a relative reference, or an absolute one with its scheme.
  private static func uri(_ file: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    let path = file.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return file.hasPrefix("/") ? "file://\(path)" : path
  }
}
