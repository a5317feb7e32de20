internal import ArgumentParser
internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Reports
internal import Scenarios

/// Files that results go to besides those of the output folder.
struct ReportFileOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Writes the results to a file too: html, json, csv, markdown, junit, sarif or github; may be repeated. \
      'github' alone prints a workflow's commands on standard error and adds to the step's summary, as \
      is done unasked where GITHUB_ACTIONS is true.
      """, valueName: "kind=path"))
  var requests: [String] = []

  /// The files, each in a folder that has been tried.
  ///
  /// - Parameters:
  ///   - kinds: What the results can be written as, and as which output.
  ///   - rule: What may be written over.
  func files(
    of kinds: KeyValuePairs<ReportFileKind, OutputKind> = ReportFileKind.ofComparisons,
    by rule: OutputRule
  ) throws(CommandFailure) -> ReportFiles {
    var files = ReportFiles(
      kinds, rule, isInWorkflow: ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true")
    do throws(CommandFailure) {
      for request in requests { try files.add(request) }
    } catch {
      files.removeEmptyFolders()
      throw error
    }
    return files
  }
}

/// Where results are written to besides the output folder.
struct ReportFiles {
  private struct File {
    let kind: ReportFileKind
    let output: OutputFile
  }

  private let kinds: KeyValuePairs<ReportFileKind, OutputKind>
  private let rule: OutputRule
  private var files: [File] = []
  private var isInWorkflow: Bool

  /// A step's summary holds 1 MiB.
  private static let largestSummary = 1_048_576

  /// - Parameters:
  ///   - kinds: What the results can be written as, and as which output.
  ///   - rule: What may be written over.
  ///   - isInWorkflow: Whether a GitHub workflow is told unasked.
  init(
    _ kinds: KeyValuePairs<ReportFileKind, OutputKind>, _ rule: OutputRule, isInWorkflow: Bool
  ) {
    self.kinds = kinds
    self.rule = rule
    self.isInWorkflow = isInWorkflow
  }

  /// - Parameter request: `KIND=PATH`, or `github`.
  fileprivate mutating func add(_ request: String) throws(CommandFailure) {
    let parts = request.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (kind, output) = kinds.first(where: { $0.key.rawValue == parts[0] }) else {
      throw .unknownName(
        String(parts[0]), kind: "report", at: "--report", among: kinds.map(\.key.rawValue))
    }
    guard parts.count == 2 else {
      guard kind == .github else {
        throw .usage("--report \(request): expected KIND=PATH, such as junit=reports/junit.xml")
      }
      isInWorkflow = true
      return
    }
    let path = String(parts[1])
    guard !files.contains(where: { $0.output.path == path }) else {
      throw .usage("--report \(request): '\(path)' is written already")
    }
    files.append(
      File(kind: kind, output: try rule.file(path, output, of: "--report \(request)")))
  }

  /// Writes the files, and tells the workflow if there is one.
  ///
  /// - Parameter library: What draws the charts of a page; `nil` for tables in their place.
  func write(
    _ results: ExperimentResults, of scenario: Scenario, library: ChartLibrary?
  ) throws(UnwritableOutput) {
    let locations = RuleLocations(scenario)
    try write(
      { $0.render(results, at: locations, library: library) },
      commands: WorkflowCommands(results, at: locations), summary: MarkdownReport(results).text)
  }

  /// The same for checks.
  func write(_ checks: [CheckedScenario], by policy: GatePolicy) throws(UnwritableOutput) {
    try write(
      { $0.render(checks, by: policy) }, commands: WorkflowCommands(checks, by: policy),
      summary: CheckMarkdown(checks).text)
  }

  private func write(
    _ text: (ReportFileKind) -> String, commands: @autoclosure () -> WorkflowCommands,
    summary: @autoclosure () -> String
  ) throws(UnwritableOutput) {
    for file in files { try file.output.write(text(file.kind)) }
    guard isInWorkflow else { return }
    for line in commands().text.split(separator: "\n") {
      StandardStream.error.tell(String(line))
    }
    addToSummary(summary())
  }

  /// Leaves no trace of folders that were made and not used.
  func removeEmptyFolders() {
    for file in files.reversed() { file.output.removeEmptyFolders() }
  }

  private func addToSummary(_ text: String) {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return }
    guard let file = FileHandle(forWritingAtPath: path), let end = try? file.seekToEnd() else {
      return StandardStream.error.tell("feedlab: cannot add to the step's summary \(path)")
    }
    defer { try? file.close() }
    let bytes = Data(text.utf8)
    guard Int(end) + bytes.count < Self.largestSummary,
      (try? file.write(contentsOf: bytes)) != nil
    else {
      return StandardStream.error.tell("feedlab: the step's summary \(path) has no room")
    }
  }
}

extension ReportFileKind {
  /// What a comparison is written as.
  static let ofComparisons: KeyValuePairs<ReportFileKind, OutputKind> = [
    .html: .page, .json: .results, .csv: .comparisonTable, .markdown: .summary, .junit: .junit,
    .sarif: .sarif, .github: .workflowCommands,
  ]

  /// What checks are written as: they have no page.
  static let ofChecks: KeyValuePairs<ReportFileKind, OutputKind> = [
    .json: .checks, .csv: .findingTable, .markdown: .checkSummary, .junit: .junit, .sarif: .sarif,
    .github: .workflowCommands,
  ]
}
