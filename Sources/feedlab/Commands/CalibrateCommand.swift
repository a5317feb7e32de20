internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import ReportKit
internal import Reports
internal import Studies

/// Which logs a society is fitted to.
struct MappingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The mapping: a file in JSON or YAML.", valueName: "file"),
    completion: .file(extensions: ["json", "yml", "yaml"]))
  var mapping: String
}

/// Where a fitted scenario goes, and how the fit is printed.
struct FittedScenarioOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Scenario to write.", valueName: "file"), completion: .scenario)
  var out: String

  @OptionGroup var form: PlainFormatOptions

  @Flag(help: "Print no closing line on standard error.")
  var quiet = false
}

/// Fits a society to real logs.
struct CalibrateCommand: ParsableCommand {
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

  @OptionGroup(title: OptionSection.what) var logs: MappingOptions

  @OptionGroup(title: OptionSection.output) var target: FittedScenarioOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  func run() throws {
    let out = target.out
    let rule = outputs.rule(reading: [logs.mapping])
    let file = try rule.file(out, .fittedScenario, of: "--out")
    defer { file.removeEmptyFolders() }
    let mapping = try LogMapping.load(file: logs.mapping)
    try rule.reading(mapping.inputs).check(out, .fittedScenario, of: "--out")
    let society = try FittedSociety(mapping)
    try file.write(CalibratedScenario(society).text)
    let report = CalibrationReport(society)
    try StandardStream.output.write(
      target.form.format == .json
        ? report.json : ReportFormat.text.render(report.document, width: ReportOptions.width))
    if !target.quiet { StandardStream.error.printLine("feedlab: wrote \(out)") }
  }
}
