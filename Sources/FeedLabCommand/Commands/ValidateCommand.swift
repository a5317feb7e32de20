internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Studies

/// Checks scenarios, with a quick look at the trend of the measured window.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files, and the data files that they name.",
    discussion: """
      Reports every fault of every file as file:line:column: key: message. Without faults, one world of each \
      scenario's baseline is simulated, to warn about a trend in the measured window, and about tested metrics without a value. \
      No program is started, and without --load no library is loaded.
      """)

  @Argument(
    help: "Scenario files, or folders, of which every .yml and .yaml is checked.",
    completion: .scenario)
  var scenarios: [String]

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: ArgumentHelp(
      """
      Simulate a world for the warnings. Default: if the scenario has at most \
      \(NumberText.count(Int(Experiment.cheapMemberDays))) member-days, which takes a second or two.
      """))
  var trend: Bool?

  @Flag(help: "Also load the libraries that the scenarios name, which runs their code.")
  var load = false

  @OptionGroup(title: OptionSection.what) var settings: SettingOptions

  func run() throws {
    var valid: [Scenario] = []
    var invalid: [InvalidScenario] = []
    var invalidLogs: [InvalidLogs] = []
    for file in try scenarios.flatMap(Self.files) {
      do throws(InvalidScenario) {
        let scenario = try Scenario.load(
          file: file, overrides: settings.settings, tapes: nil, loadsLibraries: load)
        valid.append(scenario)
        do throws(InvalidLogs) {
          _ = try RealCommunity(of: scenario)
        } catch {
          invalidLogs.append(error)
        }
      } catch {
        invalid.append(error)
      }
    }
    guard invalid.isEmpty else { throw CommandFailure.invalid(invalid) }
    if let logs = invalidLogs.first { throw logs }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    for scenario in valid {
      MemoryNeed(scenario: scenario, worlds: threads).warn()
      let look = TrendLook(Experiment(scenario), isWanted: trend)
      try StandardStream.output.writeText(
        ScenarioSummary(scenario, trend: look.text, withoutValue: look.withoutValue)
          .text(width: ReportOptions.width))
    }
  }

  /// The scenario files at a path.
  private static func files(at path: String) throws -> [String] {
    guard case .folder = PathKind(path) else { return [path] }
    let files = try PathKind.files(of: path, endingIn: [".yml", ".yaml"])
    guard !files.isEmpty else {
      throw CommandFailure.usage("'\(path)': this folder has no .yml or .yaml file")
    }
    return files
  }
}
