internal import ArgumentParser
internal import Foundation
internal import Scenarios
internal import Studies

/// The scenarios that are checked, or whose baselines are recorded.
struct CheckedFiles: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Scenario files, or folders of scenarios, of which those with a section check are checked. Default: the \
      folder scenarios if it exists, otherwise the current folder.
      """, valueName: "scenario|dir"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("The baseline's file, instead of the scenario's.", valueName: "path"))
  var baseline: String?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Sets a key of each scenario, such as check.replications=16.", valueName: "key=value"))
  var settings: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of worlds to simulate in parallel. Default: one per core.", valueName: "n"))
  var jobs: Int?

  var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  private static let extensions = [".yml", ".yaml", ".json"]

  /// The valid scenarios with the files of their baselines, at least one.
  func loaded() throws -> [(scenario: Scenario, baseline: BaselineFile)] {
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
    var (scenarios, invalid): ([Scenario], [InvalidScenario]) = ([], [])
    var unchecked: [String] = []
    for (file, isNamed) in try files() {
      do throws(InvalidScenario) {
        let scenario = try Scenario.load(file: file, overrides: settings)
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
    if let baseline, scenarios.count > 1 {
      throw CommandFailure.usage(
        "--baseline \(baseline): it applies to one scenario, and there are \(scenarios.count)")
    }
    return scenarios.map { scenario in
      (
        scenario,
        BaselineFile(
          path: baseline ?? scenario.check?.baseline ?? "", isNamed: baseline != nil)
      )
    }
  }

  private var searched: [String] {
    if !paths.isEmpty { return paths }
    if case .folder = PathKind("scenarios") { return ["scenarios"] }
    return ["."]
  }

  /// The files, those of a folder in the order of their names, and whether each was named explicitly.
  private func files() throws -> [(file: String, isNamed: Bool)] {
    var files: [(String, Bool)] = []
    for path in searched {
      guard case .folder = PathKind(path) else {
        files.append((path, true))
        continue
      }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: path)
      } catch {
        throw CommandFailure.usage("'\(path)': this folder cannot be read")
      }
      let folder = path.hasSuffix("/") ? path : path == "." ? "" : path + "/"
      files += names.filter { name in Self.extensions.contains { name.hasSuffix($0) } }.sorted()
        .map { (folder + $0, false) }
    }
    return files
  }
}
