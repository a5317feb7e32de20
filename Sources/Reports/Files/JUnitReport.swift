public import Experiments
internal import FeedMetrics
internal import Scenarios

/// The checks of an experiment as JUnit XML, which builds show as tests.
///
/// A suite is the scenario, a case is something that is asked of a candidate: `feedlab.SCENARIO.CANDIDATE`
/// and the metric. Harm beyond the margin is a failure of type `regression`, harm that is undecided is
/// skipped. Where nothing is asked there are no cases. Nothing in it depends on the clock.
public struct JUnitReport {
  private let results: ExperimentResults

  public init(_ results: ExperimentResults) { self.results = results }

  public var text: String {
    let checks = GateCheck.all(results)
    let counts: KeyValuePairs = [
      "tests": "\(checks.count)", "failures": "\(checks.count { $0.gate == .fail })",
      "errors": "0", "skipped": "\(checks.count { $0.gate == .undecided })",
    ]
    let tallies = counts.map { " \($0)=\"\($1)\"" }.joined()
    let suite = XMLText.tag("testsuite", ["name": results.design.scenario])
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="feedlab"\(tallies)>
        <\(suite)\(tallies)>
      \(properties)\(checks.map(testCase).joined())  </testsuite>
      </testsuites>

      """
  }

  private var properties: String {
    let design = results.design
    let questions = design.questions
    let facts: KeyValuePairs = [
      "feedlab": FeedLab.version, "digest": design.scenarioDigest, "seed": "\(design.seed)",
      "baseline": design.baseline ?? "", "worlds": "\(design.worlds)",
      "alpha": "\(questions.alpha)", "correction": questions.correction.rawValue,
      "family": questions.family.rawValue, "primary": questions.primary ?? "",
    ]
    let lines = facts.map { name, value in
      "      <\(XMLText.tag("property", ["name": name, "value": value]))/>\n"
    }
    return "    <properties>\n\(lines.joined())    </properties>\n"
  }

  private func testCase(_ check: GateCheck) -> String {
    let name = XMLText.tag(
      "testcase",
      [
        "classname": "feedlab.\(results.design.scenario).\(check.candidate)",
        "name": check.metric.id,
      ])
    return "    <\(name)>\n      \(outcome(check))\n    </testcase>\n"
  }

  /// Some readers show the message alone, others the body alone.
  private func outcome(_ check: GateCheck) -> String {
    let body = XMLText.escaped(([check.summary] + check.details).joined(separator: "\n"))
    return switch check.gate {
    case .pass: "<system-out>\(body)</system-out>"
    case .undecided: "<\(XMLText.tag("skipped", ["message": check.summary]))/>"
    case .fail:
      "<\(XMLText.tag("failure", ["type": "regression", "message": check.summary]))>\(body)</failure>"
    }
  }
}
