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
      A mapping says which file holds what, and what its columns mean; 'feedlab describe mapping' \
      tells how. Files are CSV or TSV, plain or packed by gzip, of any size: memory grows with \
      users and posts, not with rows.

      Writes a scenario with every value that the logs can tell, each with its number of \
      observations, standard error, goodness of fit and source; the others keep their defaults.

      Example:
        feedlab calibrate --mapping scenarios/data/mapping.json --out params.yml
      """)

  @Option(help: ArgumentHelp("What the logs hold: a file in JSON or YAML.", valueName: "file"))
  var mapping: String

  @Option(help: ArgumentHelp("The scenario to write.", valueName: "file"))
  var out: String

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = Format.text

  @OptionGroup var outputs: OutputOptions

  @Flag(help: "No closing line on standard error.")
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
    if !quiet { StandardStream.error.tell("feedlab: wrote \(out)") }
  }

  private func mappingOfLogs() throws -> LogMapping {
    try LogMapping.load(file: mapping)
  }

  private static func fit(_ mapping: LogMapping) throws -> FittedSociety {
    try FittedSociety(mapping)
  }
}
