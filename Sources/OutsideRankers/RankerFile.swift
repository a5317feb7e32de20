internal import DataFiles
internal import SocialFeed

/// A file that an external ranker is made of, and what is in it.
public struct RankerFile: Hashable, Sendable {
  /// Its path from the scenario's folder, or as the scenario writes it; of a program on PATH its name behind `$PATH/`, since
  /// it may be elsewhere on another machine.
  public let name: String
  /// The SHA-256 of its bytes in hex.
  public let digest: String

  public init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }
}

extension RankerFile {
  private static let onPath = "$PATH/"

  /// A program that is looked for on PATH.
  package init(onPath word: String, digest: String) {
    self.init(name: Self.onPath + word, digest: digest)
  }

  /// Whether it is no file of the scenario: it stays where it is, and does not travel.
  package var isElsewhere: Bool { name.hasPrefix("/") || name.hasPrefix(Self.onPath) }

  /// Where it is; `nil` for a program that is not on PATH.
  ///
  /// - Parameter folder: Where paths start, with a slash at its end unless it is empty.
  package func path(from folder: String) -> String? {
    guard !name.hasPrefix(Self.onPath) else {
      return SearchPath.program(String(name.dropFirst(Self.onPath.count)))
    }
    return name.hasPrefix("/") ? name : folder + name
  }
}

/// The files of a ranker's program, and their folder.
struct RankerFiles {
  /// In any order.
  let list: [RankerFile]
  /// Where paths start.
  let folder: String

  /// As a digest names them, whatever their order was.
  var json: JSONValue {
    let files = list.sorted { ($0.name, $0.digest) < ($1.name, $1.digest) }
    return .array(files.map { .array([.string($0.name), .string($0.digest)]) })
  }

  /// Why a ranker cannot be used whose file is not the one of its digest any more: the rest of a sentence.
  var change: String? {
    let changed = list.first { file in
      // Read as the scenario's reader did: two slashes before a '..' are not one for everybody.
      let start = folder.hasSuffix("/") ? folder : "\(folder)/"
      guard let path = file.path(from: start), let bytes = try? FileContent.bytes(of: path) else {
        return true
      }
      return SHA256.hexDigest(of: bytes) != file.digest
    }
    return changed.map { file in
      "cannot be used: '\(file.name.excerpt)' has changed since the scenario was read; run the command again"
    }
  }
}
