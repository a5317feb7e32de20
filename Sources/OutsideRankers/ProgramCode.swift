internal import SocialFeed

/// Identifies a program by its command line and files.
package enum ProgramCode {
  /// Interpreters, each with the letters of options by which it gets its code as a word.
  private static let interpreters: [String: String] = [
    "python": "c", "pythonw": "c", "ipython": "c", "pypy": "c",
    "sh": "c", "bash": "c", "dash": "c", "ash": "c", "zsh": "c", "ksh": "c", "fish": "c",
    "node": "ep", "nodejs": "ep", "bun": "ep", "perl": "eE", "ruby": "e", "lua": "e", "luajit": "e",
    "R": "e", "Rscript": "e", "julia": "eE", "php": "r", "elixir": "e", "guile": "c",
  ]
  /// Programs that run code or other programs, and get none as a word.
  private static let launchers = Set(
    """
    busybox tclsh racket sbcl erl escript octave deno java dotnet mono wasmtime wasmer wine
    npm npx pnpm yarn uv uvx pipx poetry hatch pdm pixi rye conda mamba micromamba
    cargo go swift make just bazel nix
    env nice ionice nohup setsid stdbuf timeout time taskset numactl chroot unshare nsenter sudo
    xargs valgrind strace gdb docker podman apptainer singularity kubectl bwrap
    ssh nc ncat netcat socat telnet
    """.split(whereSeparator: \.isWhitespace).map(String.init))
  /// Programs that look for the code of `-m NAME` by themselves.
  private static let moduleRunners = ["python", "pythonw", "ipython", "pypy", "uv"]
  /// The program of FeedLab's package for Python, whose words have the digest of the function that it serves.
  private static let functionRunner = "python-ranker"
  /// The letters of options of interpreters that have a word behind them.
  private static let valueOptions = "WXoOrI"

  /// Whether a program runs code that is elsewhere, as `python3.12` and `docker` do: its own bytes do not identify a
  /// ranker.
  ///
  /// - Parameter word: The first word of a command, with or without a path.
  package static func isInterpreter(_ word: String) -> Bool {
    interpreter(word) != nil || word == functionRunner
  }

  /// The name of an interpreter without its path and its version.
  private static func interpreter(_ word: String) -> String? {
    let name = word.split(separator: "/").last ?? ""
    let stem = String(name.prefix { $0.isLetter })
    // Such as `python3.13t`.
    let isVersion = name.dropFirst(stem.count).allSatisfy { $0.isNumber || ".-t".contains($0) }
    let isKnown = interpreters[stem] != nil || launchers.contains(stem)
    return isVersion && isKnown ? stem : nil
  }

  /// What a digest that has the words and the files lacks; `nil` where it has the code.
  static func gap(of words: [String], files: [RankerFile]) -> IdentityGap? {
    guard let program = words.first else { return .files }
    if program == functionRunner { return nil }
    guard let interpreter = interpreter(program) else {
      // Its arguments are none of its code.
      let known = [program, RankerFile(onPath: program, digest: "").name]
      let isKnown = files.contains { known.contains($0.name) || !words.contains($0.name) }
      return isKnown ? nil : .files
    }
    if hasText(words, of: interpreter) { return nil }
    let strangers = [program] + wordsBehindModule(words)
    let isKnown = files.contains { file in
      // FeedLab's own module is found beside other scripts, too.
      !strangers.contains(file.name)
        && (words.contains(file.name) || !file.name.hasSuffix("feedlab_ranker.py"))
    }
    return isKnown ? nil : .files
  }

  /// Whether a word is the code, as behind `python3 -c`.
  private static func hasText(_ words: [String], of interpreter: String) -> Bool {
    let letters = interpreters[interpreter] ?? ""
    var hasValue = false
    for word in words.dropFirst().dropLast() {
      if isOption(word, letters) { return true }
      guard word.hasPrefix("-") || hasValue, !isModuleOption(word, of: interpreter) else {
        return false
      }
      hasValue = word.last.map(valueOptions.contains) ?? false
    }
    return false
  }

  /// The arguments of a module, which are none of its code.
  private static func wordsBehindModule(_ words: [String]) -> [String] {
    var runner: String?
    for (index, word) in words.enumerated() {
      if let runner, isModuleOption(word, of: runner) { return Array(words[(index + 1)...]) }
      if let name = interpreter(word), moduleRunners.contains(name) { runner = name }
    }
    return []
  }

  private static func isModuleOption(_ word: String, of interpreter: String) -> Bool {
    moduleRunners.contains(interpreter) && (isOption(word, "m") || word == "--module")
  }

  /// Whether a word is an option of one of the letters, alone or behind others, such as `-uc`.
  private static func isOption(_ word: String, _ letters: String) -> Bool {
    guard word.hasPrefix("-"), let last = word.last, letters.contains(last) else { return false }
    let options = word.dropFirst()
    return options.count == 1 || options.allSatisfy { $0.isASCII && $0.isLowercase }
  }
}
