internal import DataFiles
internal import OutsideRankers

extension ProgramSection {
  /// A word, and where it is.
  typealias Word = (word: String, cursor: DocumentCursor)

  /// A program that FeedLab starts: a command's, or a service.
  struct Program {
    let words: [String]
    let files: [RankerFile]
    let folder: ProgramFolder
    /// The folder of the tapes that its pages come from.
    let tapes: String?
  }

  /// The program of a list of words and of the key `files`, or `nil` after adding faults.
  ///
  /// - Parameters:
  ///   - carrier: What a folder of tapes knows it by.
  ///   - check: Adds faults of a word.
  func startedProgram(
    _ list: DocumentCursor, _ carrier: ([String]) -> RecordedProgram.Carrier,
    check: (Word) -> Void = { _ in }
  ) -> Program? {
    let words = words(list)
    for word in words ?? [] { check(word) }
    let named = words ?? []
    let found =
      files.isResolved
      ? recordedFiles()
      : files.known.tapes.map { tapedFiles(named, carrier, in: $0) ?? absentFiles }
        ?? namedFiles(named)
    guard let words, let (list, folder) = found else { return nil }
    let tapes =
      files.known.tapes?.folder ?? files.known.programs.first { $0.files == list }?.tapes
    return Program(words: words.map(\.word), files: list, folder: folder, tapes: tapes)
  }

  /// The words of a list, which begins with a program.
  private func words(_ list: DocumentCursor) -> [Word]? {
    guard let elements = list.list(Self.words) else { return nil }
    let words = elements.compactMap { element in element.text("a word").map { ($0, element) } }
    guard let (program, first) = words.first, words.count == elements.count else {
      if elements.isEmpty {
        list.fault(.unexpected(expected: Self.words, found: "an empty list"))
      }
      return nil
    }
    if !files.isResolved, files.known.tapes == nil,
      let fault = ProgramFinder.fault(program, in: files.folder)
    {
      first.absence(.unreadable(fault))
    }
    return words
  }
}

// MARK: - The files of a program

extension ProgramSection {
  /// Extensions of files that programs are given to run.
  private static let scripts = [".py", ".R", ".jl", ".js", ".rb", ".pl", ".lua"]

  /// The files and variables that the scenario names, and the files of the program's words.
  private func namedFiles(_ words: [Word]) -> ([RankerFile], ProgramFolder)? {
    var list = listedFiles() + variables()
    if let program = words.first.flatMap({ programOnPath($0.word) }) { list.append(program) }
    let hasText = ProgramCode(of: words.map(\.word), in: files.folder) == .text
    for (word, element) in hasText ? [] : words.dropFirst() {
      let path = ProgramCode.value(of: word)
      // One that is not there is a fault.
      if Self.scripts.contains(where: path.hasSuffix) {
        _ = files.open(element, path: path, isTolerant: true)
      }
    }
    for (name, element) in ownFiles(words) where !list.contains(where: { $0.name == name }) {
      guard let file = files.open(element, path: name, isTolerant: true) else { continue }
      list.append(RankerFile(name: name, digest: file.digest))
    }
    return (list.sorted { $0.name < $1.name }, .scenario(files.folder))
  }

  /// The files of the program's words, and the words that faults of them stand at.
  func ownFiles(_ words: [Word]) -> [(name: String, cursor: DocumentCursor)] {
    guard let first = words.first else { return [] }
    return ProgramFiles(folder: files.folder).names(of: words.map(\.word)).map { name in
      (name, words.first { ProgramCode.value(of: $0.word) == name }?.cursor ?? first.cursor)
    }
  }

  /// The files that the scenario lists, and all files of folders that it lists.
  private func listedFiles() -> [RankerFile] {
    var list: [RankerFile] = []
    for element in cursor["files"]?.list(Self.paths) ?? [] {
      guard let path = element.text(Self.path) else { continue }
      let folder = ProgramFiles(folder: files.folder).files(under: path)
      if path.hasPrefix("/") {
        element.fault(.unexpected(expected: Self.path, found: "'\(path.excerpt)'"))
      } else if folder == [] {
        element.fault(.unreadable("\(files.location(of: path)): this folder has no file"))
      }
      for name in path.hasPrefix("/") ? [] : folder ?? [path] {
        if list.contains(where: { $0.name == name }) {
          element.fault(.contradiction("'\(name.excerpt)' is in the list already"))
        } else if let file = files.open(element, path: name, isTolerant: true) {
          list.append(RankerFile(name: name, digest: file.digest))
        }
      }
    }
    return list
  }

  /// The variables of the environment that the scenario lists.
  private func variables() -> [RankerFile] {
    (cursor["environment"]?.list(Self.variableNames) ?? []).compactMap { element in
      guard let name = element.text(Self.variableName) else { return nil }
      guard Self.isName(name) else {
        element.fault(.unexpected(expected: Self.variableName, found: "'\(name.excerpt)'"))
        return nil
      }
      return RankerFile(variable: name)
    }
  }

  /// The files of a command whose own are not there, in an arm that may not be simulated; `nil` for a scenario where that
  /// is a fault.
  private var absentFiles: ([RankerFile], ProgramFolder)? {
    cursor.faults.tolerated.map { _ in ([], .scenario(files.folder)) }
  }

  /// A program that is looked for on PATH, unless it runs code that is elsewhere.
  ///
  /// - Returns: `nil` where its bytes cannot be read, too: it cannot be identified then.
  private func programOnPath(_ word: String) -> RankerFile? {
    guard !word.contains("/"), !ProgramCode.isInterpreter(word),
      // A folder of PATH that starts at a working folder is another one for the program.
      let path = SearchPath.program(word), path.hasPrefix("/"),
      let bytes = try? FileContent.bytes(of: path)
    else { return nil }
    return RankerFile(onPath: word, digest: SHA256.hexDigest(of: bytes))
  }

  /// The files that a resolved scenario has with their digests.
  private func recordedFiles() -> ([RankerFile], ProgramFolder)? {
    var list: [RankerFile] = []
    for element in cursor["files"]?.list(Self.paths) ?? [] {
      guard let text = element.text(Self.path) else { return nil }
      guard let file = RankerFile(resolved: text) else {
        element.expected("the digest and the name of a file")
        return nil
      }
      list.append(file)
    }
    if let contents = files.contents { return (list, .contents(contents)) }
    if let known = files.known.programs.first(where: { $0.words != nil && $0.files == list }) {
      return (list, known.folder)
    }
    guard let first = cursor["files"], !list.isEmpty else { return (list, .scenario(files.folder)) }
    let gone = list.first { file in !files.known.programs.contains { $0.files.contains(file) } }
    first.fault(
      .unreadable(
        "the recorded program is gone: no program that the scenario names has the file '\((gone ?? list[0]).name.excerpt)' with that content"
      ))
    return nil
  }
}
