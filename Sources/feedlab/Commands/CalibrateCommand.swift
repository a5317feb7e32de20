internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import ReportKit
internal import Reports

/// Fits a society to real logs.
struct CalibrateCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit the society to real logs.",
    discussion: """
      A mapping names the files and what their columns mean; 'feedlab describe mapping' documents it. \
      Files are CSV or TSV, plain or gzipped, of any size: memory grows with users and posts, not with \
      rows.

      Writes a scenario with every value that the logs determine, each with its number of observations, \
      standard error, goodness of fit and source. All other values keep their defaults.

      Example:
        feedlab calibrate --mapping scenarios/data/mapping.json --out params.yml
      """)

  @Option(help: ArgumentHelp("The mapping: a file in JSON or YAML.", valueName: "file"))
  var mapping: String

  @Option(help: ArgumentHelp("Scenario to write.", valueName: "file"))
  var out: String

  @Option(help: ArgumentHelp("Output format: text or json.", valueName: "format"))
  var format = Format.text

  @OptionGroup var outputs: OutputOptions

  @Flag(help: "Print no closing line on standard error.")
  var quiet = false

  func run() throws {
    let rule = outputs.rule(reading: [self.mapping])
    let file = try rule.file(out, .fittedScenario, of: "--out")
    defer { file.removeEmptyFolders() }
    let mapping = try mappingOfLogs()
    try rule.reading(mapping.inputs).check(out, .fittedScenario, of: "--out")
    let society = try Self.fit(mapping)
    try file.write(CalibratedScenario(society).text)
    let report = CalibrationReport(society)
    try StandardStream.output.write(
      format == .json
        ? report.json : ReportFormat.text.render(report.document, width: ReportOptions.width))
    if !quiet { StandardStream.error.printLine("feedlab: wrote \(out)") }
  }

  private func mappingOfLogs() throws -> LogMapping {
    try LogMapping.load(file: mapping)
  }

  private static func fit(_ mapping: LogMapping) throws -> FittedSociety {
    try FittedSociety(mapping)
  }
}
