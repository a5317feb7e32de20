internal import ArgumentParser
internal import ReportKit
internal import Reports

/// What commands do: all of them, or some. The description is made from the text of `--help`.
struct CommandDescription: TopicDescription {
  private let chosen: [String]

  /// The names of all commands, such as `plan status`.
  static var names: [String] { NamedCommand.all.map(\.name) }

  /// - Parameter names: Names of commands; others are skipped.
  init(_ names: [String]) { chosen = names }

  private var commands: [NamedCommand] { NamedCommand.all.filter { chosen.contains($0.name) } }

  func text(width: Int) -> String {
    if chosen.count == 1 { return commands.map { $0.help(width: width) + "\n" }.joined() }
    return FactSheet.text(
      title: "Commands", facts: commands.map { ($0.name, $0.type.configuration.abstract) },
      width: width)
  }

  /// A section for each command.
  var markdown: String {
    commands.map { "## feedlab \($0.name)\n\n```text\n\($0.help(width: 100))\n```\n" }
      .joined(separator: "\n")
  }

  /// The whole program in the parser's format, whichever commands are chosen.
  var json: String { RootCommand._dumpHelp() + "\n" }
}

/// A command with the words that call it.
private struct NamedCommand {
  let name: String
  let type: any ParsableCommand.Type

  func help(width: Int) -> String { RootCommand.helpMessage(for: type, columns: width) }

  static var all: [NamedCommand] { below(RootCommand.self, "") }

  /// The commands below one that people see, each before its own subcommands.
  private static func below(
    _ type: any ParsableCommand.Type, _ prefix: String
  ) -> [NamedCommand] {
    type.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { command in
      let name = prefix + command._commandName
      return [NamedCommand(name: name, type: command)] + below(command, name + " ")
    }
  }
}
