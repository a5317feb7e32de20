internal import ArgumentParser
internal import DataFiles
internal import ReportKit
internal import Studies

/// Lets shells complete the command line.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Complete commands, options, files, metrics, rankers and arms in your shell.",
    subcommands: [CompletionInstallCommand.self])
}

/// Writes the completion script of a shell to where the shell looks for it.
struct CompletionInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install the completion script of bash, zsh or fish.",
    discussion: """
      Writes one file below your home folder: bash-completion/completions/feedlab or \
      zsh/site-functions/_feedlab in XDG_DATA_HOME (~/.local/share), or fish/completions/feedlab.fish in \
      XDG_CONFIG_HOME (~/.config). Prints its path, and what your shell still needs, if anything.

      Example:
        feedlab completion install zsh
      """)

  @Argument(help: "Shell. Default: the one in the variable SHELL.")
  var shell: CompletionFile.Shell?

  @OptionGroup(title: OptionSection.output) var target: CompletionTarget

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  func run() throws {
    let completion = CompletionFile(try chosenShell(), CommandEnvironment.current.variables)
    let script = completion.script
    if target.print { return try StandardStream.output.write(script) }
    guard let folder = completion.folder else {
      throw CommandFailure.usage(
        "completion install: HOME is not set; --print writes the script to standard output")
    }
    let path = "\(folder)/\(completion.name)"
    guard PathKind(folder) == .nothing || OutputRule.isFile(path, below: folder) else {
      throw CommandFailure.usage(
        "completion install: \(path) is a link that leads out of \(folder)")
    }
    let file = try outputs.rule(reading: [])
      .file(path, .completionScript, of: "completion install")
    defer { file.removeEmptyFolders() }
    try file.write(script)
    try StandardStream.output.writeText("Wrote \(path.plainLine).\n\(completion.advice(path))\n")
  }

  private func chosenShell() throws -> CompletionFile.Shell {
    if let shell { return shell }
    let path = CommandEnvironment.current.variables["SHELL"] ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let shell = CompletionFile.Shell(rawValue: name) else {
      throw CommandFailure.usage(
        "completion install: SHELL is '\(path)', which is none of bash, zsh and fish; name one of them"
      )
    }
    return shell
  }
}

/// Where a completion script goes.
struct CompletionTarget: ParsableArguments {
  @Flag(help: "Print the script, and write no file.")
  var print = false
}

/// The file from which a shell loads the completions of `feedlab`.
struct CompletionFile {
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  private let shell: Shell
  /// The folder of the user's completions; `nil` where the home folder is unknown.
  let folder: String?

  init(_ shell: Shell, _ variables: [String: String]) {
    self.shell = shell
    let (variable, below, name) =
      switch shell {
      case .fish: ("XDG_CONFIG_HOME", ".config", "fish/completions")
      case .zsh: ("XDG_DATA_HOME", ".local/share", "zsh/site-functions")
      case .bash: ("XDG_DATA_HOME", ".local/share", "bash-completion/completions")
      }
    // Both count only as absolute paths.
    let home = variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(below)" : nil }
    let root = variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = (root ?? home).map { "\($0)/\(name)" }
  }

  var script: String {
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    return RootCommand.completionScript(for: shell) + "\n"
  }

  var name: String {
    switch shell {
    case .fish: "feedlab.fish"
    case .zsh: "_feedlab"
    case .bash: "feedlab"
    }
  }

  /// What the shell needs besides the file.
  func advice(_ path: String) -> String {
    let (file, folder) = (ShellText.quoted(path), ShellText.quoted(folder ?? ""))
    return switch shell {
    case .fish: "New fish shells load it."
    case .zsh:
      """
      Add to ~/.zshrc, before any other line with compinit:
        fpath=(\(folder) $fpath); autoload -Uz compinit; compinit
      """
    case .bash:
      """
      New shells load it if the package bash-completion is installed. Otherwise add to ~/.bashrc:
        source \(file)
      """
    }
  }
}
