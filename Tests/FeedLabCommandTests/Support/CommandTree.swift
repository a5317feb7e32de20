import Foundation

/// The commands of `feedlab` and their arguments, as the program itself describes them.
struct CommandTree {
  struct Argument: Hashable {
    /// The command and the option, such as `plan write --out`; of a positional argument `ab <scenario>`.
    let name: String
    /// What its value is called; `nil` for a flag.
    let valueName: String?
    /// The title above it in the help; `nil` for none.
    let section: String?
  }

  let arguments: [Argument]

  init() throws {
    let folder = try ScratchFolder()
    let text = try feedlab("--experimental-dump-help", in: folder).output
    let dump = try JSONDecoder().decode(Dump.self, from: Data(text.utf8))
    arguments = dump.command.subcommands?.flatMap { $0.arguments(below: "") } ?? []
  }

  private struct Dump: Decodable { let command: Command }

  private struct Command: Decodable {
    let commandName: String
    let arguments: [Option]?
    let subcommands: [Command]?

    func arguments(below path: String) -> [Argument] {
      let name = path + commandName
      let own = (arguments ?? []).map { $0.argument(of: name) }
      return own + (subcommands ?? []).flatMap { $0.arguments(below: name + " ") }
    }
  }

  private struct Option: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }
    let kind: String
    let names: [Name]?
    let valueName: String?
    let sectionTitle: String?

    func argument(of command: String) -> Argument {
      let long = names?.first { $0.kind == "long" }?.name
      return Argument(
        name: "\(command) " + (long.map { "--\($0)" } ?? "<\(valueName ?? "")>"),
        valueName: kind == "flag" ? nil : valueName, section: sectionTitle)
    }
  }
}
