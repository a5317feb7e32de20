public import Experiments
public import ReportKit
public import Studies

/// What a comparison, or checks, can be written to a file as.
public enum ReportFileKind: String, Sendable, Hashable, CaseIterable {
  case html, json, csv, markdown, junit, sarif, github

  /// Those that checks can be written as: they have no page.
  public static let ofChecks: [ReportFileKind] = allCases.filter { $0 != .html }

  /// - Parameters:
  ///   - locations: Where the scenario asks for what is checked.
  ///   - library: What draws the charts of a page; `nil` for tables in their place.
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

  /// The same for checks, which must be of a kind that they can be written as.
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
