internal import DataFiles
internal import Foundation
internal import SocialFeed

/// A file that an external ranker is made of, and what is in it.
public struct RankerFile: Hashable, Sendable {
  /// Its path from the scenario's folder, or as the scenario writes it; of a program on PATH its name behind `$PATH/`, since
  /// it may be elsewhere on another machine, and of a variable of the environment its name behind `$ENV/`.
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
  private static let ofEnvironment = "$ENV/"

  /// A program that is looked for on PATH.
  package init(onPath word: String, digest: String) {
    self.init(name: Self.onPath + word, digest: digest)
  }

  /// A variable of the environment, with the value that it has now.
  package init(variable: String) {
    self.init(name: Self.ofEnvironment + variable, digest: Self.digest(ofVariable: variable))
  }

  private static func digest(ofVariable name: String) -> String {
    let value = ProcessInfo.processInfo.environment[name]
    return SHA256.hexDigest(of: value.map { "=\($0)" } ?? "unset")
  }

  /// Whether it is no file of the scenario: it stays where it is, and does not travel.
  package var isElsewhere: Bool { name.hasPrefix("/") || name.hasPrefix("$") }

  /// Its digest at this moment; `nil` where it is not there.
  ///
  /// - Parameter folder: Where paths start, with a slash at its end unless it is empty.
  package func currentDigest(from folder: String) -> String? {
    if name.hasPrefix(Self.ofEnvironment) {
      return Self.digest(ofVariable: String(name.dropFirst(Self.ofEnvironment.count)))
    }
    let path =
      if name.hasPrefix(Self.onPath) {
        SearchPath.program(String(name.dropFirst(Self.onPath.count)))
      } else {
        name.hasPrefix("/") ? name : folder + name
      }
    return path.flatMap { try? FileContent.bytes(of: $0) }.map { SHA256.hexDigest(of: $0) }
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
      return file.currentDigest(from: start) != file.digest
    }
    return changed.map { file in
      "cannot be used: '\(file.name.excerpt)' has changed since the scenario was read; run the command again"
    }
  }
}
