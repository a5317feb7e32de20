package import DataFiles
internal import OutsideRankers
internal import SocialFeed

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
  /// Those that are named from the root of the machine or looked for on PATH stay there: they do not travel.
  var contents: [(location: String, digest: String)] {
    files.filter { !$0.isElsewhere || isLibrary }.map {
      (folder.location(of: $0), $0.digest)
    }
  }

  /// The keys that name a program, a library or a service, and values of this machine that are sent there.
  private static let programKeys = [
    "command", "start", "files", "path", "url", "dialect", "headers-from-env",
  ]

  /// Whether another ranker is the same program, library or service, whatever it reads and its parameters.
  func isProgram(of other: ProgramHost) -> Bool {
    let (mine, others) = (resolved, other.resolved)
    return Self.programKeys.allSatisfy { mine[$0] == others[$0] }
  }

  /// Why a recorded ranker is not used that no scenario names.
  var refusalOfRecording: String {
    let (deed, likeness) =
      switch carrier {
      case .command: ("starts only programs", "these files")
      case .library: ("loads only libraries", "this content")
      case .url: ("asks only services", "the same url, dialect, start, files and headers-from-env")
      }
    let shown = name.excerpt(atMost: 200)
    return "FeedLab \(deed) that a scenario names, and none names '\(shown)' with \(likeness);"
      + " add an arm with it to the scenario"
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

  /// Whether a ranker in the definition of an arm is external.
  package var usesHosts: Bool {
    guard case .object(let members) = self else { return false }
    return [HostedRanker.command, HostedRanker.library, HostedRanker.url].contains {
      members["ranker"] == .string($0.name)
    } || members.values.contains(where: \.usesHosts)
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
