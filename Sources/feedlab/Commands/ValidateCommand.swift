internal import ArgumentParser
internal import Calibration
internal import Experiments
internal import Reports
internal import Scenarios
internal import Studies

/// Checks scenarios without simulating anything.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files, and the data files that they name, without simulating.",
    discussion: "Reports every fault of every file as file:line:column: key: message.")

  @Argument(help: "Scenario files.", completion: .scenario)
  var scenarios: [String]

  @OptionGroup(title: OptionSection.what) var settings: SettingOptions

  func run() throws {
    var text = ""
    var invalid: [InvalidScenario] = []
    var invalidLogs: [InvalidLogs] = []
    for file in scenarios {
      do throws(InvalidScenario) {
        let scenario = try Scenario.load(file: file, overrides: settings.settings)
        text += ScenarioSummary(scenario).text(width: ReportOptions.width)
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
    try StandardStream.output.write(text)
  }
}
