/// What is asked in scenarios, and what came of it, as builds show it.
public struct GateReport: Sendable {
  let suites: [GateSuite]
  /// Of the program.
  let version: String

  package init(_ suites: [GateSuite], version: String) {
    self.suites = suites
    self.version = version
  }

  public var junit: String { JUnitReport(suites: suites).text }
  public var sarif: String { SARIFReport(suites: suites, version: version).text }
  /// Commands to a GitHub workflow.
  public var workflowCommands: String { WorkflowCommands(suites: suites).text }
}

/// What is asked in one scenario, and what came of it.
package struct GateSuite: Sendable {
  let scenario: String
  let locations: RuleLocations
  /// What holds of all of it, by name.
  let facts: [(name: String, value: String)]
  let checks: [GateCheck]
  /// What kept the scenario from being checked at all.
  let fault: String?

  package init(
    scenario: String, locations: RuleLocations, facts: [(name: String, value: String)],
    checks: [GateCheck], fault: String? = nil
  ) {
    self.scenario = scenario
    self.locations = locations
    self.facts = facts
    self.checks = checks
    self.fault = fault
  }
}

/// One thing that is asked of an arm, and what came of it, in words that stay ASCII, for files that other
/// programs read.
package struct GateCheck: Sendable {
  /// What it means to a build.
  package enum Outcome: Hashable, Sendable {
    case pass
    /// It is told and stops nobody.
    case warning
    /// Nobody knows.
    case open
    case failure(Cause)

    /// Whether it stops a build.
    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  /// What stops a build.
  package enum Cause: String, Sendable {
    case regression, undecided, improved, changed
  }

  /// What is measured: its id, its name and what it is in full.
  package struct Measure: Hashable, Sendable {
    let id: String
    let name: String
    let explanation: String

    package init(id: String, name: String, explanation: String) {
      self.id = id
      self.name = name
      self.explanation = explanation
    }
  }

  let measure: Measure
  let arm: String
  /// Which of several rules of the metric it is; `nil` for the usual one.
  let aspect: String?
  let outcome: Outcome
  /// One line, such as `+3.1% 95% CI [+1.5, +4.6], margin 1.0%`.
  let summary: String
  /// The figures, a line each.
  let details: [String]

  package init(
    _ measure: Measure, of arm: String, aspect: String? = nil, _ outcome: Outcome,
    summary: String, details: [String]
  ) {
    self.measure = measure
    self.arm = arm
    self.aspect = aspect
    self.outcome = outcome
    self.summary = summary
    self.details = details
  }

  /// The metric and, of several rules, which.
  var name: String { [measure.id, aspect].compactMap { $0 }.joined(separator: " ") }

  /// The same, and of which arm.
  var title: String { "\(name) of \(arm)" }
}

/// Where in a scenario file something is asked of a metric, so that a failure can point there.
public struct RuleLocations: Sendable, Hashable {
  /// The file's path, as the user gave it.
  public let file: String
  private let lines: [String: Int]

  /// - Parameter lines: Lines from 1, by the metric's id.
  public init(file: String, lines: [String: Int]) {
    self.file = file
    self.lines = lines
  }

  /// The line of a metric; the first of the file for one that is asked about from outside.
  public func line(of metric: String) -> Int { lines[metric] ?? 1 }
}
