internal import DataFiles
internal import OutsideRankers
package import SocialFeed

/// The way to call an external ranker: a command, a library or a url, and its parameters.
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
    if files.isRecording, !files.known.programs.contains(where: { $0.isProgram(of: host) }) {
      cursor.fault(.contradiction(host.refusalOfRecording))
      return nil
    }
    return (host, tunables)
  }

  /// The keys that a scenario has to add if it has only the ranker's name.
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
  static let words = "a list of words, such as [python3, mine.py]"
  private static let features = "a list of features, such as [likes, age_hours]"
  static let paths = "a list of paths, such as [model.txt]"
  static let path = "a path from the scenario's folder"
  static let variableNames = "a list of names in the environment, such as [MODEL]"
  static let variableName = "a name in the environment, such as MODEL"
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
      "A shared library with the functions of feedlab_ranker.h. The path starts at the scenario's folder. A command that "
      + "simulates loads the library when it reads the scenario, so that its code runs then.",
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
      "Files that the program reads, such as a model, and folders for all files in them: a run is not used again when "
      + "one of them has changed, and plans take them along. Words of the command that are files or folders, and code "
      + "beside its script that the script names, need not be repeated. Paths start at the scenario's folder.",
    form: .openList(of: .text(path), least: 0, isSet: true), defaultSummary: "none")

  static let environmentKey = KeySyntax(
    path: "environment",
    summary:
      "Names of variables of the environment that the program's answers depend on: a run is not used again when the "
      + "value of one has changed. The values are in no result, only what they come to together with the files, a digest.",
    form: .openList(of: .text(variableName), least: 0, isSet: true), defaultSummary: "none")

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
    environmentKey,
    KeySyntax(
      path: "encoding",
      summary: "How messages are written: binary frames, or json, a line each, which is slower.",
      form: .choice(encodings), defaultValue: .string(RankerEncoding.binary.rawValue)),
    KeySyntax(
      path: "batch",
      summary:
        "The most requests in a message to a program that takes several: requests of worlds that are simulated "
        + "at the same time. With 1 each of these worlds has a process of its own.",
      form: .number(batch), defaultSummary: "as many as the program takes"),
    KeySyntax(
      path: "timeout",
      summary: "How long the program may take to start, and for an answer, before its run fails.",
      form: .duration(limit), defaultValue: .string(DurationForm.text(usualLimit))),
  ]
}

extension RankerDescriptor {
  /// The keys of a scenario for an external ranker, with their meanings; none for another ranker.
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
      let library = RankerFile(name: file.path, digest: file.digest)
      // A recorded one is refused by the caller, before its code can run.
      guard files.known.loadsLibraries, !files.isRecording else {
        return ProgramHost(
          unloaded: library, parameters: parameters, in: .scenario(files.folder))
      }
      return try ProgramHost(
        library: library, parameters: parameters,
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
