internal import DataFiles
internal import OutsideRankers
internal import SocialFeed

/// An external ranker as a folder of tapes knows it, so that a scenario can be read where it is not.
struct RecordedProgram: Hashable, Sendable {
  enum Carrier: Hashable, Sendable {
    /// The words of a command.
    case command([String])
    /// The words that start a service.
    case service([String])
    /// A library, the only one of the files, and the features that it reads.
    case library(reads: [RankerFeature])
  }

  let carrier: Carrier
  /// In the order of their names.
  let files: [RankerFile]
}

extension RecordedProgram {
  /// - Returns: `nil` for a service that FeedLab does not start, without which a scenario can be read anyway.
  init?(_ host: ProgramHost) {
    files = host.files
    switch host.carrier {
    case .command(let settings): carrier = .command(settings.command)
    case .library:
      carrier = .library(reads: RankerFeature.allCases.filter(host.features.contains))
    case .url(let settings):
      guard let program = settings.program else { return nil }
      carrier = .service(program.command)
    }
  }

  /// Its members in an index of tapes.
  var json: JSONValue {
    var members: [String: JSONValue] = ["files": .array(files.map { .string($0.resolved) })]
    switch carrier {
    case .command(let words): members["command"] = .array(words.map(JSONValue.string))
    case .service(let words): members["start"] = .array(words.map(JSONValue.string))
    case .library(let reads): members["reads"] = .array(reads.map { .string($0.name) })
    }
    return .object(members)
  }

  /// Whether the members of a resolved ranker are of this program.
  func isRanker(_ members: [String: JSONValue]) -> Bool {
    switch carrier {
    case .command(let words):
      members["ranker"] == .string(HostedRanker.command.name)
        && members["command"]?.strings == words
        && members["files"]?.strings == files.map(\.resolved)
    case .service(let words):
      members["ranker"] == .string(HostedRanker.url.name) && members["start"]?.strings == words
        && members["files"]?.strings == files.map(\.resolved)
    case .library:
      members["ranker"] == .string(HostedRanker.library.name)
        && members["path"] == .string(InputFiles.digestPrefix + files[0].digest)
    }
  }

  /// - Returns: `nil` where the members are none of a program.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json, let texts = members["files"]?.strings else {
      return nil
    }
    files = texts.compactMap(RankerFile.init(resolved:))
    guard files.count == texts.count else { return nil }
    if let words = members["command"]?.strings {
      carrier = .command(words)
    } else if let words = members["start"]?.strings {
      carrier = .service(words)
    } else if let names = members["reads"]?.strings {
      let reads = RankerFeature.allCases.filter { names.contains($0.name) }
      guard reads.count == names.count, files.count == 1 else { return nil }
      carrier = .library(reads: reads)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// The elements of a list of texts; `nil` for another value.
  var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { return nil }
      texts.append(text)
    }
    return texts
  }
}
