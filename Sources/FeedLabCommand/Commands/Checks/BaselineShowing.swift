internal import ArgumentParser
internal import DataFiles
internal import ReportKit
internal import Scenarios
internal import Studies

/// Shows a baseline.
struct BaselineShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what the baselines of scenarios say, and their history.")

  @OptionGroup var files: CheckedFiles

  @OptionGroup(title: OptionSection.output) var style: StyleOptions

  func run() throws {
    let subjects = try files.loaded(loadsLibraries: false).map { scenario, file in
      (scenario, file, try file.read(remedy: BaselineCommand.recording(scenario)))
    }
    var texts: [String] = []
    for (scenario, file, content) in subjects {
      switch content {
      case .read(let baseline):
        texts.append(style.render(baseline.document(file: file.path)))
      case .missing:
        throw CommandFailure.gate([
          GateFailure(
            .noBaseline,
            "\(scenario.file): there is no baseline \(file.path); record it:"
              + " \(BaselineCommand.recording(scenario))")
        ])
      case .otherFormat(let misfit):
        throw CommandFailure.gate([GateFailure(.unusableBaseline, "\(file.path): \(misfit)")])
      }
    }
    try StandardStream.output.write(texts.joined(separator: "\n"))
  }
}

/// Compares two baselines.
struct BaselineDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two baseline files.",
    discussion: """
      Example, with what was committed before:
        git show HEAD~1:scenarios/baselines/quickstart.json > /tmp/before.json
        feedlab baseline diff /tmp/before.json scenarios/baselines/quickstart.json
      """)

  @Argument(
    help: ArgumentHelp("The older baseline.", valueName: "old"),
    completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: ArgumentHelp("The newer baseline.", valueName: "new"),
    completion: .file(extensions: ["json"]))
  var new: String

  @OptionGroup(title: OptionSection.output) var style: StyleOptions

  func run() throws {
    let differences = try read(old).differences(to: read(new))
    try StandardStream.output.write(style.render(differences))
  }

  private func read(_ path: String) throws -> Baseline {
    switch try BaselineFile(path: path).read(remedy: "feedlab baseline record") {
    case .read(let baseline): return baseline
    case .missing: throw CommandFailure.usage("'\(path)': there is no such file")
    case .otherFormat(let misfit):
      throw CommandFailure.gate([GateFailure(.unusableBaseline, "\(path): \(misfit)")])
    }
  }
}

/// Lists baselines.
struct BaselineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the baselines that scenarios have.")

  @OptionGroup var files: CheckedFiles

  @OptionGroup(title: OptionSection.output) var style: StyleOptions

  func run() throws {
    let rows = try files.loaded(loadsLibraries: false).map { scenario, file in
      let content = try file.read(remedy: BaselineCommand.recording(scenario))
      let baseline: Baseline? = if case .read(let read) = content { read } else { nil }
      return ListedBaseline(
        scenario: scenario.name, arm: scenario.check?.arm ?? "", file: file.path,
        baseline: baseline)
    }
    try StandardStream.output.write(style.render(ListedBaseline.document(rows)))
  }
}
