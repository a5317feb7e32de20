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

  /// A scenario with the file of its baseline.
  typealias Subject = (scenario: Scenario, baseline: BaselineFile)

  /// The valid scenarios with the files of their baselines, at least one. External rankers need to be there only for
  /// the checked arms.
  ///
  /// - Parameters:
  ///   - tapes: The tapes that replay pages of external rankers.
  ///   - loadsLibraries: Whether libraries are loaded, which runs their code.
  func loaded(_ tapes: TapeIndex? = nil, loadsLibraries: Bool = true) throws -> [Subject] {
    try found(tapes, loadsLibraries: loadsLibraries).subjects
  }

  /// The same, and the baselines in the folders that belong to none of them.
  func found(
    _ tapes: TapeIndex? = nil, loadsLibraries: Bool = true
  ) throws -> (subjects: [Subject], unchecked: [UncheckedBaseline]) {
    try parallel.check()
    var (subjects, invalid): ([Subject], [InvalidScenario]) = ([], [])
    var unchecked = UncheckedBaselines()
    for file in try files() {
      do throws(InvalidScenario) {
        let scenario = try Scenario.load(
          file: file.path, overrides: settings.settings, tapes: tapes,
          loadsLibraries: loadsLibraries
        ) { [$0.check?.arm].compactMap(\.self) }
        if let path = scenario.check?.baseline {
          subjects.append(
            (
              scenario,
              BaselineFile(path: recorded.baseline ?? path, isNamed: recorded.baseline != nil)
            ))
          unchecked.add(checked: path, in: file.folder)
        } else {
          unchecked.add(scenario, isNamed: file.isNamed)
        }
      } catch {
        invalid.append(error)
      }
    }
    guard invalid.isEmpty else { throw CommandFailure.invalid(invalid) }
    if let file = unchecked.named {
      throw CommandFailure.usage(
        "\(file): it has no section check, such as"
          + " check: {rules: {engagement_rate: error}}")
    }
    guard !subjects.isEmpty else {
      throw CommandFailure.usage(
        "no scenario in \(searched.joined(separator: ", ")) has a section check")
    }
    if let baseline = recorded.baseline {
      guard subjects.count == 1 else {
        throw CommandFailure.usage(
          "--baseline \(baseline): it applies to one scenario, and there are \(subjects.count)")
      }
      unchecked.add(checked: baseline, in: nil)
    }
    try Self.checkNames(subjects.map(\.scenario))
    let folders = searched.filter { if case .folder = PathKind($0) { true } else { false } }
    return (subjects, unchecked.found(in: folders))
  }

  /// Throws for two scenarios with one name, whose baseline would be one file.
  private static func checkNames(_ scenarios: [Scenario]) throws {
    var files: [String: String] = [:]
    for scenario in scenarios {
      if let other = files.updateValue(scenario.file, forKey: scenario.name) {
        throw CommandFailure.gate([
          GateFailure(
            .uncheckedBaseline,
            "\(other) and \(scenario.file): both are named '\(scenario.name)' and would share a baseline;"
              + " rename one")
        ])
      }
    }
  }

  private var searched: [String] {
    if !paths.isEmpty { return paths }
    if case .folder = PathKind("scenarios") { return ["scenarios"] }
    return ["."]
  }

  /// A file that is read as a scenario.
  private struct File {
    let path: String
    /// The folder on the command line in which it was found; `nil` where the command line names the file.
    let folder: String?
    /// Whether the command line names it.
    var isNamed: Bool
  }

  /// The files, each once, in a folder in the order of their names.
  private func files() throws -> [File] {
    var files: [File] = []
    var known: [FileStatus.Identity: Int] = [:]
    for path in searched {
      let folder = if case .folder = PathKind(path) { path } else { String?.none }
      let paths =
        try folder.map {
          try PathKind.files(of: $0, endingIn: Self.extensions).filter { !Self.isOtherJSON($0) }
        } ?? [path]
      for path in paths {
        let identity = FileStatus(path: path)?.identity
        if let index = identity.flatMap({ known[$0] }) {
          files[index].isNamed = files[index].isNamed || folder == nil
          continue
        }
        if let identity { known[identity] = files.count }
        files.append(File(path: path, folder: folder, isNamed: folder == nil))
      }
    }
    return files
  }

  /// Whether a file is JSON that is no scenario, such as a baseline, results or a schema.
  ///
  /// A file that cannot be read as JSON is a scenario with faults, so that none goes unchecked in silence.
  private static func isOtherJSON(_ file: String) -> Bool {
    guard file.lowercased().hasSuffix(".json"), let bytes = try? FileContent.bytes(of: file),
      let root = try? PositionedJSON(bytes, file: file)
    else { return false }
    guard case .object(let members) = root.content, case .number? = members["feedlab"]?.content
    else { return true }
    return false
  }
}
