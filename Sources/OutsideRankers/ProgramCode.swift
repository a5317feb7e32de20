internal import DataFiles
internal import SocialFeed

/// Where the code of a program is, as far as the words of its command say so.
///
/// What is not known identifies no ranker: a program outside of the scenario's folder may run whatever its arguments name.
package enum ProgramCode: Hashable, Sendable {
  /// A word is the script, a folder with it, or a program of the scenario's folder.
  case word(Int)
  /// A module of Python that is looked for in the scenario's folder.
  case module(String)
  /// A word is the code itself.
  case text
  /// The words do not say.
  case unknown
}

extension ProgramCode {
  /// How an interpreter gets its code.
  private struct Interpreter {
    /// The letters of options whose value is code, and other such options.
    var text = "e"
    var texts: [String] = []
    /// The letters of options with a value that is no code, and other such options.
    var values = ""
    var others: [String] = []
    /// What has the code come by standard input.
    var inputs = ["-"]
    /// Whether `-m` names a module.
    var hasModules = false
    /// The only option behind which the code is; the first word that is no option where this is `nil`.
    var only: String?
  }

  private static let python = Interpreter(
    text: "c", values: "WX", others: ["--check-hash-based-pycs"], hasModules: true)
  private static let shell = Interpreter(
    text: "c", values: "oO", others: ["--rcfile", "--init-file"], inputs: ["-", "-s"])
  private static let node = Interpreter(
    text: "ep", texts: ["--eval", "--print"], values: "rC",
    others: ["--require", "--import", "--loader", "--experimental-loader", "--conditions"])

  private static let interpreters: [String: Interpreter] = [
    "python": python, "pythonw": python, "ipython": python, "pypy": python,
    "sh": shell, "bash": shell, "dash": shell, "ash": shell, "zsh": shell, "ksh": shell,
    "fish": shell, "node": node, "nodejs": node, "bun": node,
    "perl": Interpreter(text: "eE"), "ruby": Interpreter(values: "rIC"),
    "lua": Interpreter(values: "l"), "luajit": Interpreter(values: "l"),
    "R": Interpreter(values: "f", only: "-f"), "Rscript": Interpreter(),
    "julia": Interpreter(text: "eE", texts: ["--eval", "--print"], values: "LJCpt"),
    "php": Interpreter(text: "r", values: "cdz"), "elixir": Interpreter(values: "r"),
    "guile": Interpreter(text: "c", values: "lL"), "java": Interpreter(text: "", only: "-jar"),
  ]
  /// Programs that run the command behind their options.
  private static let wrappers = [
    "env", "nice", "ionice", "nohup", "setsid", "stdbuf", "timeout", "time", "taskset",
  ]
  /// Programs that run the command behind `run`.
  private static let runners = [
    "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "pixi", "conda", "mamba", "micromamba",
  ]
  /// The program of FeedLab's package for Python, whose words have the digest of the function that it serves.
  private static let functionRunner = "python-ranker"
  /// Folders of what others wrote.
  private static let strange = ["node_modules", "site-packages", "dist-packages"]

  /// Whether a program runs code that is elsewhere, as `python3.12` and `nice` do: its bytes do not identify a ranker.
  ///
  /// - Parameter word: The first word of a command, with or without a path.
  package static func isInterpreter(_ word: String) -> Bool {
    let name = stem(of: word)
    return interpreters[name] != nil || (wrappers + runners).contains(name)
      || word == functionRunner
  }

  /// The name of a program without its path and the version of an interpreter, such as `python3.13t`.
  private static func stem(of word: String) -> String {
    let name = word.split(separator: "/").last ?? ""
    let stem = name.prefix { $0.isLetter }
    let isVersion = name.dropFirst(stem.count).allSatisfy { $0.isNumber || ".-t".contains($0) }
    return String(isVersion ? stem : name)
  }

  /// Where the code of a command is.
  ///
  /// - Parameter folder: Where paths start: empty, or with a slash at its end.
  package init(of words: [String], in folder: String) {
    self = words.first == Self.functionRunner ? .text : Self.place(in: words, from: 0)
    if case .word(let index) = self, Self.isOfEnvironment(words[index], in: folder) {
      self = .unknown
    }
  }

  private static func place(in words: [String], from start: Int) -> ProgramCode {
    guard start < words.count else { return .unknown }
    let word = words[start]
    let name = stem(of: word)
    if let interpreter = interpreters[name] {
      return place(of: interpreter, in: words, from: start + 1)
    }
    var next = start + 1
    if runners.contains(name) {
      guard let run = words[next...].firstIndex(of: "run") else { return .unknown }
      next = run + 1
    } else if !wrappers.contains(name) {
      let isOutside = word.hasPrefix("/") || word.hasPrefix("../") || word.contains("/../")
      return word.contains("/") && !isOutside && !isStrange(word) ? .word(start) : .unknown
    }
    while next < words.count,
      words[next].hasPrefix("-") || words[next].contains("=") || words[next].first?.isNumber == true
    {
      if name == "uv", words[next] == "-m" { return place(of: python, in: words, from: next) }
      next += 1
    }
    // 'uv run' takes the word for a script that 'python' would take.
    if name == "uv", next < words.count, words[next].hasSuffix(".py") { return .word(next) }
    return place(in: words, from: next)
  }

  private static func place(
    of interpreter: Interpreter, in words: [String], from start: Int
  ) -> ProgramCode {
    var index = start
    while index < words.count {
      let word = words[index]
      let hasNext = index + 1 < words.count
      if word == interpreter.only { return hasNext ? .word(index + 1) : .unknown }
      if isOption(word, interpreter.text) || interpreter.texts.contains(word) {
        return hasNext ? .text : .unknown
      }
      if interpreter.hasModules, isOption(word, "m") {
        return hasNext ? .module(words[index + 1]) : .unknown
      }
      if interpreter.inputs.contains(word) { return .unknown }
      if word == "--" { return hasNext ? script(index + 1, in: words) : .unknown }
      guard word.hasPrefix("-") || interpreter.only != nil else { return script(index, in: words) }
      let hasValue =
        isOption(word, interpreter.values) || interpreter.others.contains(word)
      index += hasValue ? 2 : 1
    }
    return .unknown
  }

  private static func script(_ index: Int, in words: [String]) -> ProgramCode {
    let path = words[index]
    // Such as /usr/local/bin/gunicorn, which runs what its arguments name.
    let folder = path.split(separator: "/").dropLast().last
    let isProgram = path.hasPrefix("/") && ["bin", "sbin"].contains(folder)
    let isFolderHere = path.allSatisfy { $0 == "." || $0 == "/" }
    return isFolderHere || isProgram || isStrange(path) ? .unknown : .word(index)
  }

  /// Whether a path leads to what others wrote.
  private static func isStrange(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      strange.contains(String(part)) || part.hasPrefix(".") && part != "." && part != ".."
    }
  }

  /// Whether a word is an option of one of the letters, alone or behind others, such as `-uc`.
  private static func isOption(_ word: String, _ letters: String) -> Bool {
    guard word.hasPrefix("-"), let last = word.last, letters.contains(last) else { return false }
    let options = word.dropFirst()
    return options.count == 1 || options.allSatisfy { $0.isASCII && $0.isLowercase }
  }
}

// MARK: - What is lacking

extension ProgramCode {
  /// What a digest that has the words and the files lacks; `nil` where it has the code.
  ///
  /// - Parameter folder: Where paths start, with a slash at its end or without.
  static func gap(of words: [String], files: [RankerFile], in folder: String) -> IdentityGap? {
    let names = files.map(\.name)
    let isKnown =
      switch ProgramCode(of: words, in: folder.hasSuffix("/") ? folder : "\(folder)/") {
      case .text: true
      case .word(let index): names.contains { isOrHas(words[index], $0) }
      case .module(let module):
        names.contains { file in
          let path = module.replacing(".", with: "/")
          return file == "\(path).py" || file.hasPrefix("\(path)/")
        }
      case .unknown: false
      }
    return isKnown || names.contains { isListed($0, besides: words) } ? nil : .files
  }

  /// Whether the scenario lists a file that no word names.
  private static func isListed(_ file: String, besides words: [String]) -> Bool {
    // FeedLab's own module is found beside scripts.
    guard !file.hasPrefix("$"), !file.hasSuffix("feedlab_ranker.py") else { return false }
    return !words.contains { isOrHas($0, file) || isOrHas(value(of: $0), file) }
  }

  /// Whether a word is a file or the folder that has it.
  package static func isOrHas(_ word: String, _ file: String) -> Bool {
    word == file || file.hasPrefix(word.hasSuffix("/") ? word : "\(word)/")
  }

  /// The path that a word may be: what is behind the sign of `--model=w.txt`, or the word.
  package static func value(of word: String) -> String {
    guard word.hasPrefix("-"), let sign = word.firstIndex(of: "=") else { return word }
    return String(word[word.index(after: sign)...])
  }

  /// Whether a path leads into a virtual environment of Python, such as `venv/bin/uvicorn`.
  private static func isOfEnvironment(_ path: String, in folder: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    guard !parts.isEmpty else { return false }
    let place = parts.joined(separator: "/") + "/pyvenv.cfg"
    return (try? FileContent.check(path.hasPrefix("/") ? place : folder + place)) != nil
  }
}
