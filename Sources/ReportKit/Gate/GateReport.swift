/// The gates of scenarios and their outcomes, in the formats that CI systems display.
public struct GateReport: Sendable {
  let suites: [GateSuite]
  /// The version of the program.
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

/// A fault in the input of a command, which therefore made no check.
package struct WorkflowFault: Sendable {
  let file: String?
  let line: Int
  let title: String
  let message: String

  /// - Parameters:
  ///   - file: `nil` for what is wrong in no file.
  ///   - line: From 1.
  package init(file: String? = nil, line: Int = 1, title: String, message: String) {
    self.file = file
    self.line = line
    self.title = title
    self.message = message
  }
}

extension [WorkflowFault] {
  /// Commands to a GitHub workflow.
  package var workflowCommands: String { WorkflowCommands(faults: self).text }
}

/// The gates of one scenario and their outcomes.
package struct GateSuite: Sendable {
  let scenario: String
  let locations: RuleLocations
  /// Facts about the scenario and the run, by name.
  let facts: [(name: String, value: String)]
  let checks: [GateCheck]
  /// Warnings about the whole run, which fail no build, by title, in ASCII.
  let warnings: [(title: String, message: String)]
  /// Why the scenario could not be checked; `nil` if it was.
  let fault: String?

  package init(
    scenario: String, locations: RuleLocations, facts: [(name: String, value: String)],
    checks: [GateCheck], warnings: [(title: String, message: String)] = [], fault: String? = nil
  ) {
    self.scenario = scenario
    self.locations = locations
    self.facts = facts
    self.checks = checks
    self.warnings = warnings
    self.fault = fault
  }
}

/// A gate: one test of an arm and its outcome, in ASCII, for files that other programs read.
package struct GateCheck: Sendable {
  /// The consequence for a build.
  package enum Outcome: Hashable, Sendable {
    case pass
    /// It is reported and fails no build.
    case warning
    /// The test is undecided, and fails no build.
    case open
    case failure(Cause)

    /// Whether it fails a build.
    var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  /// Why a gate fails a build.
  package enum Cause: String, Sendable {
    case regression, undecided, improved, changed
  }

  /// The tested metric: id, name and formula.
  package struct Measure: Hashable, Sendable {
    let id: String
    let label: String
    let name: String
    let explanation: String

    package init(id: String, label: String, name: String, explanation: String) {
      self.id = id
      self.label = label
      self.name = name
      self.explanation = explanation
    }
  }

  let measure: Measure
  let arm: String
  /// The kind of the rule, such as `drift`; `nil` for a rule about a loss.
  let aspect: String?
  let outcome: Outcome
  /// One line, such as `+3.1% 95% CI [+1.5, +4.6], margin 1.0%`.
  let summary: String
  /// The figures, one to a line.
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

  /// The metric's id and the kind of the rule, which programs know it by.
  var name: String { [measure.id, aspect].compactMap { $0 }.joined(separator: " ") }

  /// The arm, the metric's label and the kind of the rule.
  var title: String {
    [measure.label, aspect, "of \(arm)"].compactMap { $0 }.joined(separator: " ")
  }
}

/// The lines of a scenario file that test metrics, so that a failure can point there.
public struct RuleLocations: Sendable, Hashable {
  /// The path of the file, as the user gave it.
  public let file: String
  private let lines: [String: Int]

  /// - Parameter lines: Lines from 1, by metric id.
  public init(file: String, lines: [String: Int]) {
    self.file = file
    self.lines = lines
  }

  /// The line of a metric; the first line for a metric that only an option tests.
  public func line(of metric: String) -> Int { lines[metric] ?? 1 }
}
