internal import ArgumentParser
internal import DataFiles
internal import Scenarios
internal import Studies

/// Writes a commented file to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented scenario to start from.",
    discussion: """
      compare writes a scenario that compares two rankers; tune one that searches for better weights; gate \
      one that checks a ranker against a baseline; calibrate a mapping that fits a community to your logs; ranker \
      one that compares a ranker in Python, with the ranker, mine.py, and the module that it needs beside it. \
      Every file is valid without edits. gate --ranker command, url or library checks an external ranker: \
      command has mine.py and the module beside it, and library is valid once your library is there.

      Beside a scenario it writes its JSON Schema, feedlab.schema.json, by which editors complete and check \
      keys. It replaces neither a file that was edited nor any other file, except with --force. Prints the \
      commands to run next.

      Examples:
        feedlab init
        feedlab init gate scenarios/feed.yml
        feedlab init gate scenarios/mine.yml --ranker command
        feedlab init ranker mine/mine.yml
      """)

  @Argument(help: "What to start from.")
  var kind = StarterFile.Kind.compare

  @Argument(
    help: ArgumentHelp(
      "File to write. Default: feed.yml, tune.yml, gate.yml, mapping.yml or mine.yml.",
      valueName: "path"),
    completion: .scenario)
  var path: String?

  @Option(
    help: ArgumentHelp("External ranker of a gate. Default: a formula.", valueName: "kind"))
  var ranker: StarterFile.ExternalRanker?

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  func run() throws {
    if let ranker, kind != .gate {
      throw CommandFailure.usage(
        "--ranker needs the kind gate, as in 'feedlab init gate --ranker \(ranker.rawValue)'")
    }
    let path = path ?? kind.defaultPath
    let starter = StarterFile(kind: kind, path: path, ranker: ranker)
    let others =
      starter.others
      + (starter.isScenario ? [(.scenarioSchema, ScenarioDescription.jsonSchema)] : [])
    let name = path.split(separator: "/").last.map(String.init)
    guard !others.contains(where: { $0.file.name == name }) else {
      throw CommandFailure.usage(
        "init: \(path): another file that is written beside the scenario has this name; name the scenario otherwise,"
          + " such as \(kind.defaultPath)")
    }
    let unedited = StarterFile.all(at: path).map(\.text)
    let rule = outputs.rule(reading: [])
    let file = try rule.file(path, .starter(unedited), of: "init")
    defer { file.removeEmptyFolders() }
    let folder = others.isEmpty ? nil : try file.folder(for: others.map(\.file), by: rule)
    try file.write(starter.text)
    for (file, text) in others { try folder?.write(text, to: file) }
    let written = [path] + (folder.map { folder in others.map { folder.path(of: $0.file) } } ?? [])
    try StandardStream.output.writeText(
      "Wrote \(LocatedFault.Reason.list(written.map(\.plainLine))).\(starter.need) Next:\n"
        + starter.next.map { "  \($0)\n" }.joined())
  }
}
