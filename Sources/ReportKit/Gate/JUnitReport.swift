/// The report as JUnit XML, which CI systems show as tests.
///
/// A suite is a scenario, a case is a gate: `feedlab.SCENARIO.ARM` and the metric, followed by `drift`, `min` or
/// `max` for a rule of that kind. A gate that fails the build is a failure of type `regression`, `undecided`,
/// `improved` or `changed`; undecided gates that do not fail it and broken rules that only warn are skipped. A
/// scenario that could not be checked has one case with an error. A scenario without gates has no cases.
/// The report does not depend on the clock.
struct JUnitReport {
  let suites: [GateSuite]

  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="feedlab"\(tallies(suites))>
    \(suites.map(suite).joined())</testsuites>

    """
  }

  private func suite(_ suite: GateSuite) -> String {
    let heading = XMLText.tag("testsuite", ["name": suite.scenario]) + tallies([suite])
    let cases = suite.checks.map { testCase($0, of: suite.scenario) }.joined()
    let fault = suite.fault.map { error($0, of: suite.scenario) } ?? ""
    return "  <\(heading)>\n\(properties(suite))\(cases)\(fault)  </testsuite>\n"
  }

  private func tallies(_ suites: [GateSuite]) -> String {
    let outcomes = suites.flatMap(\.checks).map(\.outcome)
    let errors = suites.count { $0.fault != nil }
    let counts: KeyValuePairs = [
      "tests": outcomes.count + errors, "failures": outcomes.count(where: \.isFailure),
      "errors": errors, "skipped": outcomes.count { $0 == .open || $0 == .warning },
    ]
    return counts.map { " \($0)=\"\($1)\"" }.joined()
  }

  private func properties(_ suite: GateSuite) -> String {
    let lines = suite.facts.map { name, value in
      "      <\(XMLText.tag("property", ["name": name, "value": value]))/>\n"
    }
    return "    <properties>\n\(lines.joined())    </properties>\n"
  }

  private func testCase(_ check: GateCheck, of scenario: String) -> String {
    let name = XMLText.tag(
      "testcase", ["classname": "feedlab.\(scenario).\(check.arm)", "name": check.name])
    return "    <\(name)>\n      \(outcome(check))\n    </testcase>\n"
  }

  private func error(_ fault: String, of scenario: String) -> String {
    let name = XMLText.tag("testcase", ["classname": "feedlab.\(scenario)", "name": "check"])
    let error = XMLText.tag("error", ["type": "unfinished", "message": fault])
    return "    <\(name)>\n      <\(error)>\(XMLText.escaped(fault))</error>\n    </testcase>\n"
  }

  /// The message is repeated in the body, since some readers show only one of them.
  private func outcome(_ check: GateCheck) -> String {
    let body = XMLText.escaped(([check.summary] + check.details).joined(separator: "\n"))
    switch check.outcome {
    case .pass: return "<system-out>\(body)</system-out>"
    case .open: return "<\(XMLText.tag("skipped", ["message": check.summary]))/>"
    case .warning: return "<\(XMLText.tag("skipped", ["message": "warning: \(check.summary)"]))/>"
    case .failure(let cause):
      let tag = XMLText.tag("failure", ["type": cause.rawValue, "message": check.summary])
      return "<\(tag)>\(body)</failure>"
    }
  }
}

/// Text for XML 1.0.
enum XMLText {
  /// Text as the content of an element or the value of an attribute in double quotes: markup and line breaks are
  /// references, and characters that XML does not allow are U+FFFD.
  static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n" where !isAttribute: escaped += "\n"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An element's name and its attributes, in order.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    name + attributes.map { " \($0)=\"\(escaped($1, isAttribute: true))\"" }.joined()
  }
}
