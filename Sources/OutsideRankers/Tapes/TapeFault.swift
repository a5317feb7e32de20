/// Why a tape cannot be replayed, or not be written.
package enum TapeFault: Error, Hashable, Sendable {
  case missing
  /// - Parameter reason: The system's.
  case unreadable(reason: String)
  /// The file is no tape.
  case foreign
  case version(UInt16)
  /// The tape is of another run, ranker or world.
  case other
  /// The file ends before the tape does, or goes on behind its end.
  case cut
  /// A checksum, or a value, is not one that was written.
  case damaged
  /// - Parameter reason: The system's.
  case unwritable(reason: String)
}

extension TapeFault {
  /// What happened and what to do about it.
  ///
  /// - Parameter path: The path of the tape.
  package func message(_ path: String) -> String {
    switch self {
    case .missing: "the tape \(path) does not exist; \(Self.remedy)"
    case .unreadable(let reason): "the tape \(path) cannot be read: \(reason)"
    case .foreign:
      "\(path) is no tape of FeedLab; remove it, or name another folder"
    case .version(let version):
      "the tape \(path) has the format \(version), and this version reads \(TapeFormat.version); \(Self.remedy)"
    case .other:
      "\(path) is the tape of another run: another scenario, seed, arm, simulation or world; \(Self.remedy)"
    case .cut: "the tape \(path) was cut short, or has something behind its end; \(Self.remedy)"
    case .damaged: "the tape \(path) is damaged; \(Self.remedy)"
    case .unwritable(let reason): "the tape \(path) cannot be written: \(reason)"
    }
  }

  /// The remedy for a tape that cannot be used.
  package static let remedy =
    "run the command with --record-tape where the ranker is, which records what is missing"
}
