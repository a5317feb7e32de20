/// Why bytes are not taken for a snapshot of a community.
public enum SnapshotError: Error, Hashable, Sendable {
  /// They do not begin as a snapshot does.
  case notASnapshot
  /// A later version of the library wrote it.
  case newerVersion(Int, readable: Int)
  /// There are so many bytes; where they end, at least `needed` are promised.
  case cutShort(bytes: Int, needed: Int)
  /// The checksum of a section, or of its head, is another.
  case altered(section: String)
  /// The checksums are right, but a section has impossible contents.
  case impossible(String, section: String)
}

extension SnapshotError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .notASnapshot: "the bytes are not a snapshot of a community"
    case .newerVersion(let version, let readable):
      "the snapshot has version \(version); versions up to \(readable) can be read"
    case .cutShort(let bytes, let needed):
      "the snapshot is cut short: it has \(bytes) bytes and needs at least \(needed)"
    case .altered(let section): "section '\(section)' of the snapshot was altered"
    case .impossible(let what, let section):
      "section '\(section)' of the snapshot cannot be: \(what)"
    }
  }
}
