public import Experiments
public import ReportKit
public import Studies

/// The formats of report files of comparisons and checks.
public enum ReportFileKind: String, Sendable, Hashable, CaseIterable {
  case html, json, csv, markdown, junit, sarif, github

  /// The formats of checks, which have no page.
  public static let ofChecks: [ReportFileKind] = allCases.filter { $0 != .html }

  /// - Parameters:
  ///   - locations: The locations of the tested metrics in the scenario.
  ///   - library: What draws the charts of a page; `nil` for tables instead.
  public func render(
    _ results: ExperimentResults, at locations: RuleLocations, library: ChartLibrary?
  ) -> String {
    switch self {
    case .html: HTMLReport(results, library: library).text
    case .json: results.json
    case .csv: results.comparisonTable().text()
    case .markdown: results.markdown
    case .junit: results.gate(at: locations).junit
    case .sarif: results.gate(at: locations).sarif
    case .github: results.gate(at: locations).workflowCommands
    }
  }

  /// The text of checks, in one of the formats ``ofChecks``.
  public func render(_ checks: [CheckedScenario], by policy: GatePolicy) -> String {
    switch self {
    case .html: preconditionFailure("checks have no page")
    case .json: ReportFormat.json.render(checks.document)
    case .csv: ReportFormat.csv.render(checks.document)
    case .markdown: ReportFormat.markdown.render(checks.document)
    case .junit: checks.gate(by: policy).junit
    case .sarif: checks.gate(by: policy).sarif
    case .github: checks.gate(by: policy).workflowCommands
    }
  }
}
