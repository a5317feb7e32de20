internal import DataFiles
internal import OutsideRankers
package import SocialFeed

/// What a ranker outside of this program is asked through: a command, a library or a url, and its parameters.
struct ProgramSection {
  let cursor: DocumentCursor
  let files: InputFiles

  /// The ranker of a map and its parameters that are tuned, or `nil` after adding faults.
  static func reading(
    _ cursor: DocumentCursor, of descriptor: RankerDescriptor, from files: InputFiles
  ) -> (host: ProgramHost, tunables: [RankerSection.Tunable])? {
    let section = ProgramSection(cursor: cursor, files: files)
    let before = cursor.faults.count
    var tunables: [RankerSection.Tunable] = []
    let parameters = cursor["parameters"].map { section.parameters($0, &tunables) } ?? [:]
    let host =
      switch descriptor.name {
      case HostedRanker.library.name: section.library(parameters, before)
      case HostedRanker.url.name: section.service(parameters, before)
      default: section.command(parameters, before)
      }
    guard let host, cursor.faults.count == before else { return nil }
    return (host, tunables)
  }

  /// What a scenario has to write that has the ranker's name alone.
  static func need(of descriptor: RankerDescriptor) -> String {
    switch descriptor.name {
    case HostedRanker.library.name: "needs a path; write \(libraryExample)"
    case HostedRanker.url.name: "needs a url; write \(serviceExample)"
    default: "needs a command; write \(commandExample)"
    }
  }
}

// MARK: - Keys

extension ProgramSection {
  private static let commandExample =
    "{ranker: command, command: [python3, mine.py], reads: [likes, age_hours]}"
  private static let libraryExample = "{ranker: library, path: build/libmine.so}"
  private static let words = "a list of words, such as [python3, mine.py]"
  private static let features = "a list of features, such as [likes, age_hours]"
  static let paths = "a list of paths, such as [model.txt]"
  static let path = "a path from the scenario's folder"
  private static let parameter = TunableForm(number: .number(NumberForm(range: -1e12...1e12)))
  static let limit = DurationForm(range: 0.1...86_400)
  static let usualLimit = 30.0
  private static let batch = NumberForm(range: 1...4096, isWhole: true)
  private static let kinds = RankerKind.allCases.map(\.rawValue)
  private static let encodings = RankerEncoding.allCases.map(\.rawValue)

  static func keys(of descriptor: RankerDescriptor) -> [KeySyntax] {
    switch descriptor.name {
    case HostedRanker.library.name: [pathKey, parametersKey]
    case HostedRanker.url.name: serviceKeys
    default: commandKeys
    }
  }

  private static let pathKey = KeySyntax(
    path: "path",
    summary:
      "A shared library with the functions of feedlab_ranker.h. The path starts at the scenario's folder. The library "
      + "is loaded when the scenario is read, so that its code runs then.",
    form: .text("the path of a file"), isRequired: true)

  static let parametersKey = KeySyntax(
    path: "parameters", summary: "Numbers that the ranker knows by these names, for each world.",
    form: .scalar(
      "a map of names, each with \(parameter.number.form.phrase)",
      [
        "type": .string("object"),
        "propertyNames": .object(["pattern": .string("^[A-Za-z_][A-Za-z0-9_]*$")]),
        "additionalProperties": .object(parameter.schema),
      ]), defaultSummary: "none")

  static let filesKey = KeySyntax(
    path: "files",
    summary:
      "Files that the program reads, such as a model: a run is not used again when one of them has changed, and plans "
      + "take them along. Words of the command that are files, and feedlab_ranker.py beside a script, need not be "
      + "repeated. Paths start at the scenario's folder.",
    form: .openList(of: .text(path), least: 0, isSet: true), defaultSummary: "none")

  private static let commandKeys = [
    KeySyntax(
      path: "command",
      summary:
        "The program and its arguments, a word each; no shell reads them. It runs in the scenario's folder.",
      form: .openList(of: .text("a word"), least: 1, isSet: false), isRequired: true),
    KeySyntax(
      path: "kind",
      summary:
        "What the program answers with: score, a number for each candidate; order, the candidates in order, some of them "
        + "left out; serve, a page of its own choice, which is checked.",
      form: .choice(kinds), defaultValue: .string(RankerKind.score.rawValue)),
    KeySyntax(
      path: "reads",
      summary:
        "The features that the program gets, a column each: feedlab describe rankers command. Required for the kind "
        + "score, and may be [] where the program learns; none for the kind serve, which gets no candidates.",
      form: .openList(of: .choice(RankerFeature.allCases.map(\.name)), least: 0, isSet: true),
      defaultSummary: "none"),
    parametersKey,
    KeySyntax(
      path: "learns",
      summary:
        "Whether the program learns: it gets what happens in the world, as events, and keeps a state for each feed of a "
        + "world.",
      form: ValueForm.flag.form, defaultValue: .string("false")),
    filesKey,
    KeySyntax(
      path: "encoding",
      summary: "How messages are written: binary frames, or json, a line each, which is slower.",
      form: .choice(encodings), defaultValue: .string(RankerEncoding.binary.rawValue)),
    KeySyntax(
      path: "batch",
      summary:
        "The most requests in a message to a program that says that it takes several: those of worlds that are simulated "
        + "at the same time. With 1 each of these worlds has a process of its own.",
      form: .number(batch), defaultSummary: "as many as the program takes"),
    KeySyntax(
      path: "timeout",
      summary: "How long the program may take to start, and for an answer, before its run fails.",
      form: .duration(limit), defaultValue: .string(DurationForm.text(usualLimit))),
  ]
}

extension RankerDescriptor {
  /// The keys of a scenario for a ranker outside of this program, with their meanings; none for another ranker.
  package var programKeys: [(key: String, summary: String)] {
    guard takesHost else { return [] }
    return ProgramSection.keys(of: self).map { key in
      let absence =
        switch key.defaultValue {
        case .string(let text)?: " \(text) by default."
        default: key.isRequired ? " Required." : ""
        }
      return (key.path, key.summary + absence)
    }
  }
}

// MARK: - Parameters

extension ProgramSection {
  /// Those that are numbers.
  ///
  /// - Parameter tunables: Takes in those that are tuned, by their names.
  private func parameters(
    _ cursor: DocumentCursor, _ tunables: inout [RankerSection.Tunable]
  ) -> [String: Double] {
    guard cursor.isMap else {
      cursor.expected("a map of parameters, such as {fade: 24}")
      return [:]
    }
    var parameters: [String: Double] = [:]
    for (name, entry) in cursor.entries.sorted(by: { $0.name < $1.name }) {
      guard Self.isName(name) else {
        entry.keyFault(
          .unexpected(
            expected: "a name of letters, digits and _ that begins with no digit",
            found: "'\(name.excerpt)'"))
        continue
      }
      let reading = Self.parameter.read(entry)
      parameters[name] = reading.value
      if let value = reading.value, let range = reading.range {
        tunables.append(
          RankerSection.Tunable(
            path: RankerPath(name, in: .parameters), value: value, range: range, isDuration: false,
            span: reading.span))
      }
    }
    return parameters
  }

  static func isName(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
    return isWord && !(text.first?.isNumber ?? true)
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

// MARK: - A library

extension ProgramSection {
  /// - Parameter before: How many faults there were before the map was read.
  private func library(_ parameters: [String: Double], _ before: Int) -> ProgramHost? {
    guard let path = cursor["path"] else {
      cursor.missing("path", "is missing; write \(Self.libraryExample)")
      return nil
    }
    do throws(RankerFailure) {
      if let known = knownLibrary(path) { return try known.setting(parameters) }
      if let tapes = files.known.tapes {
        return tapedLibrary(path, parameters, in: tapes) ?? absentLibrary(path, parameters, before)
      }
      guard let file = files.open(path, isTolerant: true) else {
        return absentLibrary(path, parameters, before)
      }
      guard cursor.faults.count == before else { return nil }
      return try ProgramHost(
        library: RankerFile(name: file.path, digest: file.digest), parameters: parameters,
        in: files.contents.map(ProgramFolder.contents) ?? .scenario(files.folder))
    } catch {
      path.fault(.contradiction(error.message))
      return nil
    }
  }

  /// Stands for a library that is not there, in an arm that may not be simulated.
  private func absentLibrary(
    _ path: DocumentCursor, _ parameters: [String: Double], _ before: Int
  ) -> ProgramHost? {
    guard cursor.faults.tolerated != nil, cursor.faults.count == before,
      let name = path.text("the path of a file")
    else { return nil }
    return ProgramHost(absentLibrary: name, parameters: parameters, in: .scenario(files.folder))
  }

  /// The library that a recorded arm names by its content, which the scenario has.
  private func knownLibrary(_ path: DocumentCursor) -> ProgramHost? {
    guard case .scalar(let name, _) = path.node.content else { return nil }
    return files.known.programs.first {
      $0.isLibrary && InputFiles.digestPrefix + $0.files[0].digest == name
    }
  }
}

// MARK: - A command

extension ProgramSection {
  /// - Parameter before: How many faults there were before the map was read.
  private func command(_ parameters: [String: Double], _ before: Int) -> ProgramHost? {
    let entry = cursor["command"]
    if entry == nil { cursor.missing("command", "is missing; write \(Self.commandExample)") }
    let program = entry.flatMap { startedProgram($0, RecordedProgram.Carrier.command) }
    let kind = cursor["kind"].map { $0.choice(of: "kind", among: Self.kinds) }
    let answer = (kind ?? nil).flatMap(RankerKind.init) ?? .score
    let learns = cursor["learns"].map { $0.flag() } ?? false
    let reads = reads(of: answer, learns: learns == true)
    let encoding = cursor["encoding"].map { $0.choice(of: "encoding", among: Self.encodings) }
    let batch = batch(of: answer, learns: learns == true, encoding: encoding ?? nil)
    let limit = cursor["timeout"].map { $0.duration(Self.limit) } ?? Self.usualLimit
    guard let program, let reads, let learns, let limit, cursor.faults.count == before else {
      return nil
    }
    let settings = CommandRanker.Settings(
      command: program.words, folder: "", files: program.files, reads: reads, kind: answer,
      parameters: parameters, encoding: (encoding ?? nil).flatMap(RankerEncoding.init) ?? .binary,
      limit: limit, learns: learns, batch: batch)
    return ProgramHost(command: settings, in: program.folder, tapes: program.tapes)
  }

  /// The most requests in a message, or `nil` where the scenario has no limit and after adding a fault.
  private func batch(of kind: RankerKind, learns: Bool, encoding: String?) -> Int? {
    guard let entry = cursor["batch"] else { return nil }
    let reason: String? =
      if kind != .score {
        "a program of the kind \(kind.rawValue) gets one request at a time; leave 'batch' out"
      } else if learns {
        "a program that learns gets one request at a time; leave 'batch' out"
      } else if encoding == RankerEncoding.json.rawValue {
        "a line of JSON has one request; leave 'batch' out, or 'encoding: json'"
      } else {
        nil
      }
    if let reason { entry.keyFault(.contradiction(reason)) }
    return entry.number(Self.batch).map { Int($0) }
  }
}

// MARK: - A program that FeedLab starts

extension ProgramSection {
  /// A word, and where it is.
  typealias Word = (word: String, cursor: DocumentCursor)

  /// A program that FeedLab starts: that of a command, or a service.
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

  /// The words of a list, of which the first is a program.
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

// MARK: - Features

extension ProgramSection {
  func reads(of kind: RankerKind, learns: Bool) -> [RankerFeature]? {
    guard let reads = cursor["reads"] else {
      guard kind == .score else { return [] }
      cursor.missing(
        "reads", "is missing; it names the features that the ranker gets, such as likes")
      return nil
    }
    guard let elements = reads.list(Self.features) else { return nil }
    guard kind != .serve || elements.isEmpty else {
      reads.fault(
        .contradiction(
          "a program of the kind serve gets no candidates, and so no columns of them; leave it out")
      )
      return nil
    }
    guard !elements.isEmpty || kind != .score || learns else {
      reads.fault(.unexpected(expected: Self.features, found: "an empty list"))
      return nil
    }
    var features: [RankerFeature] = []
    for element in elements {
      guard let feature = feature(element) else { continue }
      if features.contains(feature) {
        element.fault(.contradiction("'\(feature.name)' is in the list already"))
      } else {
        features.append(feature)
      }
    }
    return features
  }

  private func feature(_ cursor: DocumentCursor) -> RankerFeature? {
    guard let name = cursor.text("the name of a feature") else { return nil }
    let all = RankerFeature.allCases
    if let feature = all.first(where: { $0.name == name }) { return feature }
    let names = all.map(\.name)
    let nearest = RankerFeature(nameElsewhere: name)?.name ?? nearestName(to: name, among: names)
    cursor.fault(
      .unknownName(kind: "feature", found: name.excerpt, nearest: nearest, allowed: names))
    return nil
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

  /// Whether a word of the program is a file of the scenario.
  func isOwnFile(_ word: String, at index: Int) -> Bool {
    // A program without a slash is looked for on PATH; one elsewhere is an interpreter.
    let isOurs = index > 0 || word.contains("/") && !word.hasPrefix("/")
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

extension RankerFile {
  /// The digest and the name.
  var resolved: String { "\(InputFiles.digestPrefix)\(digest) \(name)" }

  init?(resolved text: String) {
    guard text.hasPrefix(InputFiles.digestPrefix), let space = text.firstIndex(of: " ") else {
      return nil
    }
    let digest = text[..<space].dropFirst(InputFiles.digestPrefix.count)
    let name = text[text.index(after: space)...]
    let isDigest = digest.utf8.count == 64 && digest.allSatisfy(\.isHexDigit)
    guard isDigest, !name.isEmpty else { return nil }
    self.init(name: String(name), digest: String(digest))
  }
}

// MARK: - As a resolved scenario writes it

extension ProgramHost {
  var isLibrary: Bool { if case .library = carrier { true } else { false } }

  /// The words of the program that FeedLab starts; `nil` where it starts none.
  var words: [String]? {
    switch carrier {
    case .command(let settings): settings.command
    case .library: nil
    case .url(let settings): settings.program?.command
    }
  }

  /// Where its files are, and their digests.
  ///
  /// Those that are named from the root of the machine stay there: they do not travel.
  var contents: [(location: String, digest: String)] {
    files.filter { !$0.name.hasPrefix("/") || isLibrary }.map {
      (folder.location(of: $0), $0.digest)
    }
  }

  /// Its keys, without any parameter.
  var resolved: [String: JSONValue] {
    switch carrier {
    case .library:
      ["path": .string(InputFiles.digestPrefix + files[0].digest), "parameters": .object([:])]
    case .command(let settings):
      [
        "parameters": .object([:]),
        "command": .array(settings.command.map(JSONValue.string)),
        "reads": .array(settings.reads.map { .string($0.name) }),
        "files": .array(files.map { .string($0.resolved) }),
        "encoding": .string(settings.encoding.rawValue),
        "timeout": .string(DurationForm.text(settings.limit)),
      ]
      // Results of commands that score and do not learn are older than these keys.
      .merging(settings.kind == .score ? [:] : ["kind": .string(settings.kind.rawValue)]) { $1 }
      .merging(settings.learns ? ["learns": .string("true")] : [:]) { $1 }
      .merging(settings.batch.map { ["batch": .whole(UInt64($0))] } ?? [:]) { $1 }
    case .url(let settings): resolved(settings)
    }
  }

  private func resolved(_ settings: ServiceRanker.Settings) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "url": .string(settings.address.text), "dialect": .string(settings.dialect.rawValue),
      "timeout": .string(DurationForm.text(settings.limit)),
    ]
    let traits = settings.dialect.traits
    if traits.scheme == .http {
      members["headers-from-env"] = .object(settings.headers.mapValues(JSONValue.string))
    }
    if traits.parameters != .none { members["parameters"] = .object([:]) }
    if settings.dialect == .vw { members["explore"] = .string("\(settings.explores)") }
    if traits.features == nil {
      members["reads"] = .array(settings.reads.map { .string($0.name) })
    }
    if settings.dialect == .atproto {
      members["feed"] = settings.feed.uri.map(JSONValue.string)
      members["sentinel"] = .string(settings.feed.sentinel)
      members["phrase"] = settings.feed.phrase.map(JSONValue.string)
    }
    if let program = settings.program {
      members["start"] = .array(program.command.map(JSONValue.string))
      members["files"] = .array(files.map { .string($0.resolved) })
    }
    members["version"] = settings.version.map(JSONValue.string)
    members["lanes"] = settings.lanes.map { .whole(UInt64($0)) }
    return members
  }
}

extension JSONValue {
  /// Keys of a command and of a url that no answer depends on.
  private static let transport = ["encoding", "timeout", "batch", "lanes", "headers-from-env"]

  /// The rankers of an arm without what their answers do not depend on, so that a command with more time goes on where
  /// the one with less ended.
  var withoutTransport: JSONValue {
    switch self {
    case .object(var members):
      if [HostedRanker.command, HostedRanker.url].contains(where: {
        members["ranker"] == .string($0.name)
      }) {
        for key in Self.transport { members[key] = nil }
      }
      return .object(members.mapValues(\.withoutTransport))
    default: return self
    }
  }
}
