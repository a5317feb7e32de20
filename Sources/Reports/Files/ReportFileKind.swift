public import DataFiles
public import Experiments
public import ReportKit
public import Studies

/// The formats of report files of comparisons and checks.
public enum ReportFileKind: String, Sendable, Hashable, CaseIterable {
  case html, pdf, png, mail, json, csv, markdown, junit, sarif, github

  /// The formats that show the page.
  private static let pages: Set<ReportFileKind> = [.html, .pdf, .png]

  /// The formats of checks, which have no page.
  public static let ofChecks: [ReportFileKind] = allCases.filter { !pages.contains($0) }

  /// The formats of saved results, of whose scenario no file is known.
  public static let ofSavedResults: [ReportFileKind] = allCases.filter {
    ![.junit, .sarif, .github].contains($0)
  }

  /// What a browser makes of the text, which is the page; `nil` for a format that is the text.
  public var printedForm: PrintedForm? {
    switch self {
    case .pdf: .document
    case .png: .picture
    case .html, .mail, .json, .csv, .markdown, .junit, .sarif, .github: nil
    }
  }

  /// - Parameters:
  ///   - locations: The locations of the tested metrics in the scenario.
  public func render(
    _ results: ExperimentResults, at locations: RuleLocations
  ) -> String {
    switch self {
    case .html, .pdf, .png: HTMLReport(results).text
    case .mail: results.mail
    case .json: results.json
    case .csv: results.table().text()
    case .markdown: results.markdown
    case .junit: results.gate(at: locations).junit
    case .sarif: results.gate(at: locations).sarif
    case .github: results.gate(at: locations).workflowCommands
    }
  }

  /// The text of checks, in one of the formats ``ofChecks``.
  public func render(_ checks: [CheckedScenario], by policy: GatePolicy) -> String {
    switch self {
    case .html, .pdf, .png: preconditionFailure("checks have no page")
    case .mail: ReportFormat.mail.render(checks.document)
    case .json: ReportFormat.json.render(checks.document)
    case .csv: ReportFormat.csv.render(checks.document)
    case .markdown: ReportFormat.markdown.render(checks.document)
    case .junit: checks.gate(by: policy).junit
    case .sarif: checks.gate(by: policy).sarif
    case .github: checks.gate(by: policy).workflowCommands
    }
  }
}
