internal import DataFiles
internal import Foundation
internal import OutsideRankers

/// Finds the files of a program: those that its words name, and the code beside them that they name in turn.
///
/// Code is followed by its text, whatever its language: a word of a script that is the name of code beside it, or of a
/// folder with code, counts, since the script may import it or run it. That may be too much, and is then a run more.
struct ProgramFiles {
  /// The scenario's folder: empty, or with a slash at its end.
  let folder: String

  /// Extensions of code, by what may import each other.
  private static let languages = [
    [".py"], [".js", ".mjs", ".cjs", ".ts"], [".R", ".r"], [".pl", ".pm"], [".sh", ".bash"],
    [".rb"], [".jl"], [".lua"], [".php"], [".ex", ".exs"], [".scm"],
  ]
  /// Longer files are no code that somebody wrote.
  private static let longestCode = 1 << 20

  /// The names of all files of a command that are there.
  func names(of words: [String]) -> [String] {
    var named: [String] = []
    for (index, word) in words.enumerated() {
      let path = index == 0 ? word : ProgramCode.value(of: word)
      // A program without a slash is looked for on PATH; an interpreter elsewhere stays what it is.
      let isOurs =
        index > 0
        || word.contains("/") && !(word.hasPrefix("/") && ProgramCode.isInterpreter(word))
      guard isOurs, !path.isEmpty else { continue }
      named += isFile(path) ? [path] : index > 0 ? files(under: path) ?? [] : []
    }
    return Set(named + code(of: words, named)).sorted()
  }

  /// The names of all files in a folder, without hidden ones and what Python compiles; `nil` for no folder, for one
  /// that has the scenario, whose results would be among them, and for one with more than ``mostFiles``.
  func files(under path: String) -> [String]? {
    let name = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let place = location(of: name)
    var isFolder = ObjCBool(false)
    guard unsafe FileManager.default.fileExists(atPath: place, isDirectory: &isFolder),
      isFolder.boolValue, !hasScenario(place),
      let entries = FileManager.default.enumerator(atPath: place)
    else { return nil }
    var names: [String] = []
    while let entry = entries.nextObject() as? String {
      let last = entry.split(separator: "/").last ?? ""
      if last.hasPrefix(".") || Self.skipped.contains(String(last)) {
        entries.skipDescendants()
      } else if isFile("\(name)/\(entry)") {
        names.append("\(name)/\(entry)")
        if names.count > Self.mostFiles { return nil }
      }
    }
    return names.sorted()
  }

  private static let skipped = ["__pycache__", "node_modules", "site-packages", "dist-packages"]
  private static let mostFiles = 10_000

  /// Whether the scenario's folder is a folder, or in it. Folders at the root of the machine, such as /tmp, belong to
  /// everybody.
  private func hasScenario(_ path: String) -> Bool {
    func parts(of path: String) -> [Substring] {
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
        .split(separator: "/")
    }
    let its = parts(of: path)
    return its.count < 2 || parts(of: folder.isEmpty ? "." : folder).starts(with: its)
  }

  private func location(of name: String) -> String { name.hasPrefix("/") ? name : folder + name }

  private func isFile(_ name: String) -> Bool {
    (try? FileContent.check(location(of: name))) != nil
  }
}

// MARK: - Code that is named by code

extension ProgramFiles {
  /// The code that the words and the files of a command name; none where the words do not show the code.
  private func code(of words: [String], _ named: [String]) -> [String] {
    var search = CodeSearch(files: self)
    var roots = words.map(ProgramCode.value)
    switch ProgramCode(of: words, in: folder) {
    case .unknown: return []
    case .text: break
    case .module(let module):
      search.find(module, in: "", Self.languages[0])
      guard !search.isEmpty else { return [] }
    case .word(let index):
      let script = words[index]
      guard named.contains(where: { ProgramCode.isOrHas(script, $0) }) else { return [] }
      search.start = Self.folder(of: script)
      if named.contains(script) { search.add(script) }
      roots += named.filter { ProgramCode.isOrHas(script, $0) }
    }
    for name in named where Self.language(of: name) != nil && roots.contains(name) {
      search.add(name)
    }
    for word in words.dropFirst() { search.read(Array(word.utf8), in: "", nil) }
    return search.end()
  }

  fileprivate static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }

  fileprivate static func language(of name: String) -> [String]? {
    languages.first { $0.contains(where: name.hasSuffix) }
  }

  /// Follows the names of code in code.
  private struct CodeSearch {
    let files: ProgramFiles
    /// The folder of the script, where Python looks for modules.
    var start = ""
    private var found: Set<String> = []
    private var waiting: [String] = []
    /// What folders have.
    private var entries: [String: Set<String>] = [:]

    init(files: ProgramFiles) { self.files = files }

    /// Whether no code was found.
    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ name: String) {
      if found.insert(name).inserted { waiting.append(name) }
    }

    /// Reads all code that was found, and what that names.
    mutating func end() -> [String] {
      while let name = waiting.popLast() {
        // FeedLab's module names nothing but examples.
        guard !name.hasSuffix("feedlab_ranker.py"),
          let bytes = try? FileContent.bytes(of: files.location(of: name)),
          bytes.count <= ProgramFiles.longestCode
        else { continue }
        read(bytes, in: ProgramFiles.folder(of: name), ProgramFiles.language(of: name))
      }
      return found.filter { !$0.hasSuffix("/") }
    }

    /// Adds the code that a text names.
    ///
    /// - Parameters:
    ///   - folder: Where the text is.
    ///   - language: The extensions of what it imports; the extensions of all languages where this is `nil`.
    mutating func read(_ text: [UInt8], in folder: String, _ language: [String]?) {
      let words = Set(
        text.split { !Self.isPart($0) }.filter { $0.count <= 200 }.map {
          String(decoding: $0, as: UTF8.self)
        })
      for word in words {
        for place in Set([folder, start, ""]) {
          find(word, in: place, language ?? ProgramFiles.languages.flatMap(\.self))
        }
      }
    }

    /// Whether a byte may be one of a path or of the name of a module.
    private static func isPart(_ byte: UInt8) -> Bool {
      ProgramSection.isLetterOrDigit(byte) || byte >= 0x80 || "_./-".utf8.contains(byte)
    }

    /// Adds the code that a path or the name of a module is.
    mutating func find(_ word: String, in folder: String, _ extensions: [String]) {
      // A word may end a sentence.
      let end = word.lastIndex { !"./-".contains($0) } ?? word.startIndex
      let path = word[...end]
      if path.contains("/") || ProgramFiles.language(of: String(path)) != nil {
        let start = path.hasPrefix("/") ? "" : folder
        let rest = path.hasPrefix("./") ? path.dropFirst(2) : path
        let names = ([""] + extensions).map { "\(start)\(rest)\($0)" }.filter(files.isCode)
        for name in names { add(ProgramFolder.normal(name)) }
        // The other code of its folder is not named.
        guard names.isEmpty else { return }
      }
      let separators: Set<Character> = [".", "/"]
      let trimmed = path.drop { separators.contains($0) }
      let module = String(trimmed.prefix { !separators.contains($0) })
      guard !module.isEmpty else { return }
      let beside = entries(of: folder)
      for name in extensions.map({ module + $0 }) where beside.contains(name) {
        add(ProgramFolder.normal(folder + name))
      }
      guard beside.contains(module), !found.contains("\(folder)\(module)/"),
        !ProgramFiles.skipped.contains(module)
      else { return }
      // Once, with or without code.
      found.insert("\(folder)\(module)/")
      for name in files.code(under: ProgramFolder.normal(folder + module), extensions) { add(name) }
    }

    private mutating func entries(of folder: String) -> Set<String> {
      if let known = entries[folder] { return known }
      let place = files.location(of: folder)
      let names =
        try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)
      entries[folder] = Set(names ?? [])
      return entries[folder] ?? []
    }
  }

  /// Whether a file is there that has the name of code, or begins as a script.
  private func isCode(_ name: String) -> Bool {
    guard isFile(name) else { return false }
    return Self.language(of: name) != nil
      || (try? FileContent.bytes(of: location(of: name), upTo: 2)) == Array("#!".utf8)
  }

  /// The code of a folder, unless it is a virtual environment of Python.
  private func code(under name: String, _ extensions: [String]) -> [String] {
    guard !isFile("\(name)/pyvenv.cfg") else { return [] }
    return (files(under: name) ?? []).filter { extensions.contains(where: $0.hasSuffix) }
  }
}
