internal import ArgumentParser
internal import DataFiles
internal import Foundation
internal import Scenarios
internal import Studies

/// Settings of scenarios that have seeds of their own.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a key of each scenario, such as world.members=500.", valueName: "key=value"))
  var settings: [String] = []
}

/// Where the baseline of a check is.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The baseline's file, instead of the scenario's.", valueName: "path"),
    completion: .file(extensions: ["json"]))
  var baseline: String?
}

/// The scenarios that are checked, or whose baselines are recorded.
struct CheckedFiles: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Scenario files, or folders, of which every scenario with a section check is used: each .yml and .yaml, and \
      each .json with 'feedlab' as the number of a format. Default: the folder scenarios, or this folder if there \
      is none.
      """, valueName: "scenario|dir"), completion: .scenario)
  var paths: [String] = []

  @OptionGroup(title: OptionSection.what) var recorded: BaselineOptions

  @OptionGroup(title: OptionSection.what) var settings: SettingOptions

  @OptionGroup var parallel: JobOptions

  var threads: Int { parallel.threads }

  private static let extensions = [".yml", ".yaml", ".json"]

  /// The valid scenarios with the files of their baselines, at least one. External rankers need to be there only for
  /// the checked arms.
  ///
  /// - Parameter tapes: The tapes that replay pages of external rankers.
  func loaded(
    _ tapes: TapeIndex? = nil
  ) throws -> [(scenario: Scenario, baseline: BaselineFile)] {
    try parallel.check()
    var (scenarios, invalid): ([Scenario], [InvalidScenario]) = ([], [])
    var unchecked: [String] = []
    for (file, isNamed) in try files() {
      do throws(InvalidScenario) {
        let scenario = try Scenario.load(file: file, overrides: settings.settings, tapes: tapes) {
          [$0.check?.arm].compactMap(\.self)
        }
        if scenario.check != nil {
          scenarios.append(scenario)
        } else if isNamed {
          unchecked.append(file)
        }
      } catch {
        invalid.append(error)
      }
    }
    guard invalid.isEmpty else { throw CommandFailure.invalid(invalid) }
    if let file = unchecked.first {
      throw CommandFailure.usage(
        "\(file): it has no section check, such as"
          + " check: {rules: {engagement_rate: error}}")
    }
    guard !scenarios.isEmpty else {
      throw CommandFailure.usage(
        "no scenario in \(searched.joined(separator: ", ")) has a section check")
    }
    if let baseline = recorded.baseline, scenarios.count > 1 {
      throw CommandFailure.usage(
        "--baseline \(baseline): it applies to one scenario, and there are \(scenarios.count)")
    }
    return scenarios.map { scenario in
      (
        scenario,
        BaselineFile(
          path: recorded.baseline ?? scenario.check?.baseline ?? "",
          isNamed: recorded.baseline != nil)
      )
    }
  }

  private var searched: [String] {
    if !paths.isEmpty { return paths }
    if case .folder = PathKind("scenarios") { return ["scenarios"] }
    return ["."]
  }

  /// The files, in a folder in the order of their names, and whether each was named explicitly.
  private func files() throws -> [(file: String, isNamed: Bool)] {
    var files: [(String, Bool)] = []
    for path in searched {
      guard case .folder = PathKind(path) else {
        files.append((path, true))
        continue
      }
      files += try PathKind.files(of: path, endingIn: Self.extensions)
        .map { ($0, false) }.filter { !Self.isOtherJSON($0.0) }
    }
    return files
  }

  /// Whether a file is JSON that is no scenario, such as a baseline, results or a schema.
  ///
  /// A file that cannot be read as JSON is a scenario with faults, so that none goes unchecked in silence.
  private static func isOtherJSON(_ file: String) -> Bool {
    guard file.hasSuffix(".json"), let bytes = try? FileContent.bytes(of: file),
      let root = try? PositionedJSON(bytes, file: file)
    else { return false }
    guard case .object(let members) = root.content, case .number? = members["feedlab"]?.content
    else { return true }
    return false
  }
}
