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

  /// The files that the scenario names, and words of the program that are files.
  private func namedFiles(_ words: [Word]) -> ([RankerFile], ProgramFolder)? {
    var list: [RankerFile] = []
    for element in cursor["files"]?.list(Self.paths) ?? [] {
      guard let name = element.text(Self.path) else { continue }
      if name.hasPrefix("/") {
        element.fault(.unexpected(expected: Self.path, found: "'\(name.excerpt)'"))
      } else if list.contains(where: { $0.name == name }) {
        element.fault(.contradiction("'\(name.excerpt)' is in the list already"))
      } else if let file = files.open(element, isTolerant: true) {
        list.append(RankerFile(name: file.path, digest: file.digest))
      }
    }
    if let program = words.first.flatMap({ programOnPath($0.word) }) { list.append(program) }
    for (index, (word, element)) in words.enumerated() {
      let isNamed = index > 0 && Self.scripts.contains(where: word.hasSuffix)
      guard isNamed || isOwnFile(word, at: index),
        let file = files.open(element, isTolerant: true)
      else { continue }
      for file in [RankerFile(name: file.path, digest: file.digest), module(beside: file.path)] {
        guard let file, !list.contains(where: { $0.name == file.name }) else { continue }
        list.append(file)
      }
    }
    return (list.sorted { $0.name < $1.name }, .scenario(files.folder))
  }

  /// The files of a command whose own are not there, in an arm that may not be simulated; `nil` for a scenario where that
  /// is a fault.
  private var absentFiles: ([RankerFile], ProgramFolder)? {
    cursor.faults.tolerated.map { _ in ([], .scenario(files.folder)) }
  }

  /// FeedLab's module for Python, where it is beside a script.
  func module(beside script: String) -> RankerFile? {
    guard script.hasSuffix(".py") else { return nil }
    let folder = script.lastIndex(of: "/").map { script[...$0] } ?? ""
    let name = "\(folder)feedlab_ranker.py"
    guard let bytes = try? FileContent.bytes(of: files.location(of: name)) else { return nil }
    return RankerFile(name: name, digest: SHA256.hexDigest(of: bytes))
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

  /// Whether a word of the program is a file of the scenario.
  func isOwnFile(_ word: String, at index: Int) -> Bool {
    // A program without a slash is looked for on PATH; an interpreter elsewhere stays what it is.
    let isOurs =
      index > 0
      || word.contains("/") && !(word.hasPrefix("/") && ProgramCode.isInterpreter(word))
    return isOurs && (try? FileContent.check(files.location(of: word))) != nil
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
        "the recorded program is gone: no file has the content any more that '\((gone ?? list[0]).name.excerpt)' had"
      ))
    return nil
  }
}
