internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Studies

/// Options for report files besides those of the output folder.
struct ReportFileOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Writes the results to a file too: html, json, csv, markdown, junit, sarif or github; may be repeated. \
      'github' alone prints a workflow's commands on standard error and adds to the step's summary, as \
      is the default where GITHUB_ACTIONS is true.
      """, valueName: "kind=path"))
  var requests: [String] = []

  /// The files, each in a folder that is writable.
  ///
  /// - Parameters:
  ///   - subject: The kind of the results.
  ///   - rule: Which files may be overwritten.
  func files(
    of subject: ReportSubject = .comparison, by rule: OutputRule
  ) throws -> ReportFiles {
    var files = ReportFiles(
      subject, rule,
      isInWorkflow: CommandEnvironment.current.variables["GITHUB_ACTIONS"] == "true")
    do {
      for request in requests { try files.add(request) }
    } catch {
      files.removeEmptyFolders()
      throw error
    }
    return files
  }
}

/// The report files besides those of the output folder.
struct ReportFiles {
  private struct File {
    let kind: ReportFileKind
    let output: OutputFile
  }

  private let subject: ReportSubject
  private let rule: OutputRule
  private var files: [File] = []
  private var isInWorkflow: Bool

  /// A step's summary holds 1 MiB.
  private static let largestSummary = 1_048_576

  /// - Parameters:
  ///   - subject: The kind of the results.
  ///   - rule: Which files may be overwritten.
  ///   - isInWorkflow: Whether workflow commands are printed automatically.
  init(_ subject: ReportSubject, _ rule: OutputRule, isInWorkflow: Bool) {
    self.subject = subject
    self.rule = rule
    self.isInWorkflow = isInWorkflow
  }

  /// - Parameter request: `KIND=PATH`, or `github`.
  fileprivate mutating func add(_ request: String) throws {
    let parts = request.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = subject.kinds.first(where: { $0.rawValue == parts[0] }) else {
      throw CommandFailure.unknownName(
        String(parts[0]), kind: "report", at: "--report", among: subject.kinds.map(\.rawValue))
    }
    guard parts.count == 2 else {
      guard kind == .github else {
        throw CommandFailure.usage(
          "--report \(request): expected KIND=PATH, such as junit=reports/junit.xml")
      }
      isInWorkflow = true
      return
    }
    let path = String(parts[1])
    guard !files.contains(where: { $0.output.path == path }) else {
      throw CommandFailure.usage("--report \(request): '\(path)' is given twice")
    }
    let output = try rule.file(path, subject.output(of: kind), of: "--report \(request)")
    files.append(File(kind: kind, output: output))
  }

  /// Writes the files, and prints workflow commands in a GitHub workflow.
  ///
  /// - Parameter library: What draws the charts of a page; `nil` for tables instead.
  func write(
    _ results: ExperimentResults, of scenario: Scenario, library: ChartLibrary?
  ) throws(UnwritableOutput) {
    let locations = RuleLocations(scenario)
    try write(
      { $0.render(results, at: locations, library: library) },
      gate: results.gate(at: locations), summary: results.markdown)
  }

  /// Writes the report files of checks.
  func write(_ checks: [CheckedScenario], by policy: GatePolicy) throws(UnwritableOutput) {
    try write(
      { $0.render(checks, by: policy) }, gate: checks.gate(by: policy),
      summary: ReportFormat.markdown.render(checks.document))
  }

  private func write(
    _ text: (ReportFileKind) -> String, gate: @autoclosure () -> GateReport,
    summary: @autoclosure () -> String
  ) throws(UnwritableOutput) {
    for file in files { try file.output.write(text(file.kind)) }
    guard isInWorkflow else { return }
    for line in gate().workflowCommands.split(separator: "\n") {
      StandardStream.error.printLine(String(line))
    }
    addToSummary(summary())
  }

  /// Removes folders that were created and not used.
  func removeEmptyFolders() {
    for file in files.reversed() { file.output.removeEmptyFolders() }
  }

  private func addToSummary(_ text: String) {
    guard let path = CommandEnvironment.current.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return }
    guard let file = FileHandle(forWritingAtPath: path), let end = try? file.seekToEnd() else {
      return StandardStream.error.printLine("feedlab: cannot add to the step's summary \(path)")
    }
    defer { try? file.close() }
    let bytes = Data(text.utf8)
    guard Int(end) + bytes.count < Self.largestSummary,
      (try? file.write(contentsOf: bytes)) != nil
    else {
      return StandardStream.error.printLine("feedlab: the step's summary \(path) is full")
    }
  }
}

/// The kind of results of report files.
enum ReportSubject {
  case comparison, checks

  /// The formats of report files.
  var kinds: [ReportFileKind] {
    switch self {
    case .comparison: ReportFileKind.allCases
    case .checks: ReportFileKind.ofChecks
    }
  }

  /// The output by which an existing report is recognised.
  func output(of kind: ReportFileKind) -> OutputKind {
    switch kind {
    case .html: .page
    case .json: self == .checks ? .checks : .results
    case .csv: self == .checks ? .findingTable : .comparisonTable
    case .markdown: self == .checks ? .checkSummary : .summary
    case .junit: .junit
    case .sarif: .sarif
    case .github: .workflowCommands
    }
  }
}
