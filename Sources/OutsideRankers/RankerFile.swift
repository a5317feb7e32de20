internal import DataFiles
internal import SocialFeed

/// A file that a ranker outside of this program is made of, and what is in it.
public struct RankerFile: Hashable, Sendable {
  /// Its path from the scenario's folder, or as the scenario writes it.
  public let name: String
  /// The SHA-256 of its bytes in hex.
  public let digest: String

  public init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }
}

/// What a ranker's program is made of, and where.
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
      let path = file.name.hasPrefix("/") ? file.name : start + file.name
      guard let bytes = try? FileContent.bytes(of: path) else { return true }
      return SHA256.hexDigest(of: bytes) != file.digest
    }
    return changed.map { file in
      "cannot be used: '\(file.name.excerpt)' has changed since the scenario was read; run the command again"
    }
  }
}
