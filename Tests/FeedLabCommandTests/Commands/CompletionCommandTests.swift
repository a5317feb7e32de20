import Foundation
import TestSupport
import Testing

@Suite struct CompletionCommandTests {
  private static let files = [
    "bash": ".local/share/bash-completion/completions/feedlab",
    "zsh": ".local/share/zsh/site-functions/_feedlab",
    "fish": ".config/fish/completions/feedlab.fish",
  ]

  private func home(_ folder: ScratchFolder) -> String {
    let path = folder.url.path(percentEncoded: false)
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a script goes to the shell's folder, and the same command again needs no flag`(
    shell: String
  ) throws {
    let folder = try ScratchFolder()
    let home = home(folder)
    let file = try #require(Self.files[shell])
    let script = try feedlab("completion", "install", shell, "--print", in: folder)
    expectEqual(script.code, 0)
    try expectEqual(folder.entries, [])
    for arguments in [[shell], []] {
      let outcome = try feedlab(
        ["completion", "install"] + arguments, in: folder,
        environment: ["HOME": home, "SHELL": "/usr/bin/\(shell)"])
      expectEqual(outcome.code, 0, "\(outcome.error)")
      #expect(outcome.output.hasPrefix("Wrote \(home)/\(file).\n"))
      try expectEqual(folder.read(file), script.output)
    }
  }

  @Test func `XDG folders count where they are absolute`() throws {
    let folder = try ScratchFolder()
    let home = home(folder)
    for (variable, path) in [
      ("\(home)/data", "data/bash-completion/completions/feedlab"),
      ("data", ".local/share/bash-completion/completions/feedlab"),
    ] {
      let outcome = try feedlab(
        "completion", "install", "bash", in: folder,
        environment: ["HOME": home, "XDG_DATA_HOME": variable])
      #expect(outcome.output.hasPrefix("Wrote \(home)/\(path).\n"))
    }
  }

  @Test func `without a home or a known shell nothing is written`() throws {
    let folder = try ScratchFolder()
    try expectRefusal(
      ["completion", "install", "bash"],
      "completion install: HOME is not set; --print writes the script to standard output",
      in: folder)
    try expectRefusal(
      ["completion", "install"],
      "completion install: SHELL is '', which is none of bash, zsh and fish; name one of them",
      in: folder)
  }

  @Test func `a file of somebody else, and a link out of the folder, are refused`() throws {
    let folder = try ScratchFolder(["mine": ""])
    let environment = ["HOME": home(folder)]
    let file = try #require(Self.files["fish"])
    let path = folder.url.appending(path: file)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try folder.write("complete -c feedlab\n", to: file)
    let foreign = try feedlab(
      "completion", "install", "fish", in: folder, environment: environment)
    expectEqual(foreign.code, 64)
    #expect(foreign.error.contains("is not a completion script written by feedlab"))
    try expectEqual(folder.read(file), "complete -c feedlab\n")
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createSymbolicLink(
      at: path, withDestinationURL: folder.url.appending(path: "mine"))
    let link = try feedlab("completion", "install", "fish", in: folder, environment: environment)
    expectEqual(link.code, 64)
    #expect(link.error.contains("is a link that leads out of"))
    try expectEqual(folder.read("mine"), "")
  }

  /// A process, since the parser writes completions for the shell for which this process, in another test, made the last
  /// script.
  @Test func `arms are those of the scenario on the command line`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "broken.yml": "arms: {"])
    func arms(_ file: String) throws -> Outcome {
      try FeedLabProcess(
        [
          "---completion", "run", "--", "--arm", "4", "0", "feedlab", "run", file, "--arm", "",
        ], in: folder
      ).outcome()
    }
    try expectEqual(
      arms("small.yml"), .init(code: 0, output: "newest\naffinity\nrandom\n", error: ""))
    // A library is not loaded, which this file could not be.
    try folder.write(
      smallScenario.replacing("{home: random}", with: "{home: {ranker: library, path: small.yml}}"),
      to: "library.yml")
    try expectEqual(arms("library.yml").output, "newest\naffinity\nrandom\n")
    try expectEqual(arms("broken.yml").output, "")
    try expectEqual(arms("missing.yml").output, "")
  }

  /// A process, since bash reads the script and calls the program.
  @Test func `bash completes commands, files, metrics, rankers and arms`() throws {
    let folder = try ScratchFolder([
      "small.yml": smallScenario, "notes.txt": "", "Small.md": "",
      "try.bash": """
      source <("$1" completion install bash --print)
      complete -p feedlab >/dev/null || exit 9
      program=$1
      feedlab() { "$program" "$@"; }
      offer() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
        COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        _feedlab feedlab "${@: -1}" "${@: -2:1}"
        echo "${COMPREPLY[*]}"
      }
      offer feedlab se
      offer feedlab ab s
      offer feedlab ab small.yml --primary engagement_r
      offer feedlab run small.yml --ranker affin
      offer feedlab ab small.yml --candidate af
      offer feedlab describe exit
      offer feedlab describe rankers contest
      """,
    ])
    let outcome = try FeedLabProcess(
      ["try.bash", FeedLabProcess.executable.path()], of: URL(filePath: "/bin/bash"), in: folder
    ).outcome()
    expectEqual(outcome.error, "")
    expectEqual(
      outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      [
        "select sensitivity selftest", "small.yml", "engagement_rate", "affinity", "affinity",
        "exit-codes", "contest-score", "",
      ])
  }
}
