internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Studies

/// Options for report files besides the output folder's.
struct ReportFileOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Writes the results to a file too: html, pdf, png (the page's first screen), mail, json, csv, markdown, \
      junit, sarif or github; may be repeated. 'pdf' and 'png' need a browser, and alone go to report.pdf and \
      report.png in the output folder. 'github' alone prints a workflow's commands on standard error and adds to the step's summary, as \
      is the default where GITHUB_ACTIONS is true.
      """, valueName: "kind=path"))
  var requests: [String] = []

  /// The files, each in a folder that is writable.
  ///
  /// - Parameters:
  ///   - subject: The kind of the results.
  ///   - rule: Which files may be overwritten.
  ///   - folder: The path of the output folder; `nil` for results without one.
  func files(
    of subject: ReportSubject = .comparison, by rule: OutputRule, beside folder: String? = nil
  ) throws -> ReportFiles {
    var files = ReportFiles(
      subject, rule, folder,
      isInWorkflow: CommandEnvironment.current.variables["GITHUB_ACTIONS"] == "true")
    do {
      for request in requests { try files.add(request) }
    } catch {
      files.removeEmptyFolders()
      throw error
    }
    return files
  }

  /// Removes the files of an earlier command, where they are FeedLab's: the command has failed before it could check
  /// where it writes.
  func removeEarlier(of subject: ReportSubject) {
    for request in requests {
      let parts = request.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2,
        let kind = subject.kinds.first(where: { $0.rawValue == parts[0] })
      else { continue }
      let folder = parts[1].lastIndex(of: "/").map { String(parts[1][...$0]) } ?? "./"
      ResultFile(
        String(parts[1].dropFirst(parts[1].contains("/") ? folder.count : 0)),
        subject.output(of: kind)
      )
      .remove(from: folder)
    }
  }
}

/// The report files besides the output folder's.
struct ReportFiles {
  private struct File {
    let kind: ReportFileKind
    let output: OutputFile
  }

  private let subject: ReportSubject
  private let rule: OutputRule
  private let folder: String?
  private var printer: PagePrinter?
  private var files: [File] = []
  private var isInWorkflow: Bool

  /// A step's summary holds 1 MiB.
  private static let largestSummary = 1_048_576

  /// - Parameters:
  ///   - subject: The kind of the results.
  ///   - rule: Which files may be overwritten.
  ///   - folder: The path of the output folder; `nil` for results without one.
  ///   - isInWorkflow: Whether workflow commands are printed automatically.
  init(_ subject: ReportSubject, _ rule: OutputRule, _ folder: String?, isInWorkflow: Bool) {
    self.subject = subject
    self.rule = rule
    self.folder = folder
    self.isInWorkflow = isInWorkflow
  }

  /// - Parameter request: `KIND=PATH`; `github`, `pdf` or `png` alone.
  fileprivate mutating func add(_ request: String) throws {
    let parts = request.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = subject.kinds.first(where: { $0.rawValue == parts[0] }) else {
      throw CommandFailure.unknownName(
        String(parts[0]), kind: "report", at: "--report", among: subject.kinds.map(\.rawValue))
    }
    if kind.printedForm != nil, printer == nil {
      guard let browser = Browser.found else {
        throw CommandFailure.usage(
          "--report \(request): there is no browser that prints the page; \(Browser.remedy),"
            + " or leave the option out and print \(folder.map { "\($0)/" } ?? "")\(ResultFile.page.name) from another"
        )
      }
      printer = PagePrinter(browser)
    }
    let path: String
    if parts.count == 2 {
      path = String(parts[1])
    } else if kind == .github {
      isInWorkflow = true
      return
    } else if kind.printedForm != nil, let folder {
      path = "\(folder)/report.\(kind.rawValue)"
    } else {
      throw CommandFailure.usage(
        "--report \(request): expected KIND=PATH, such as junit=reports/junit.xml")
    }
    guard !files.contains(where: { $0.output.path == path }) else {
      throw CommandFailure.usage("--report \(request): '\(path)' is given twice")
    }
    let output = try rule.file(path, subject.output(of: kind), of: "--report \(request)")
    files.append(File(kind: kind, output: output))
  }

  /// Writes the files, and prints workflow commands in a GitHub workflow.
  func write(
    _ results: ExperimentResults, of scenario: Scenario
  ) throws(UnwritableOutput) {
    try write(results, at: RuleLocations(scenario))
  }

  /// Writes the files of saved results, of whose scenario no file is known.
  func write(
    _ results: ExperimentResults
  ) throws(UnwritableOutput) {
    try write(results, at: RuleLocations(file: "", lines: [:]))
  }

  private func write(
    _ results: ExperimentResults, at locations: RuleLocations
  ) throws(UnwritableOutput) {
    try write(
      { $0.render(results, at: locations) },
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
    for file in files {
      let text = text(file.kind)
      if let form = file.kind.printedForm {
        try print(text, as: form, to: file.output)
      } else {
        try file.output.write(text)
      }
    }
    guard isInWorkflow else { return }
    StandardStream.error.printCommands(of: gate())
    addToSummary(summary())
  }

  private func print(
    _ page: String, as form: PrintedForm, to output: OutputFile
  ) throws(UnwritableOutput) {
    guard let printer else { preconditionFailure("no browser was looked for") }
    let bytes: [UInt8]
    do throws(UnprintedPage) {
      bytes = try printer.print(page, as: form)
    } catch {
      let page = folder.map { "; the page is in \($0)/\(ResultFile.page.name)" } ?? ""
      throw .file(path: output.path, reason: "\(error)\(page)")
    }
    try output.write(bytes)
  }

  /// Removes files of an earlier command, which were checked when these were made.
  func remove() { for file in files { try? file.output.remove() } }

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
  case comparison, checks, saved

  /// The formats of report files.
  var kinds: [ReportFileKind] {
    switch self {
    case .comparison: ReportFileKind.allCases
    case .checks: ReportFileKind.ofChecks
    case .saved: ReportFileKind.ofSavedResults
    }
  }

  /// The kind of output, to recognise an existing report by.
  func output(of kind: ReportFileKind) -> OutputKind {
    switch kind {
    case .html: .page
    case .pdf: .pdf
    case .png: .picture
    case .mail: self == .checks ? .checkMail : .mail
    case .json: self == .checks ? .checks : .results
    case .csv: self == .checks ? .findingTable : .comparisonTable
    case .markdown: self == .checks ? .checkSummary : .summary
    case .junit: .junit
    case .sarif: .sarif
    case .github: .workflowCommands
    }
  }
}
