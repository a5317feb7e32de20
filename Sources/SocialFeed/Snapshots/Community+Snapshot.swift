/// The state of a community at an instant, as bytes; a community made of them continues exactly as the original.
///
/// A snapshot has the contents in one order, whatever the history of growth was: lists in their
/// order, sets sorted, without values that can be worked out again. It has its version, and a checksum
/// of each part shows whether it was altered.
extension Community {
  /// The version of the snapshots that are written, and the last that is read.
  public static let snapshotVersion = SnapshotFormat.version

  /// The whole community as bytes. O(contents).
  public func snapshot() -> [UInt8] {
    var snapshot: [UInt8] = []
    writeSnapshot { snapshot.append(contentsOf: $0) }
    return snapshot
  }

  /// Writes a snapshot piece by piece, so that a large one need not be in memory as a whole.
  ///
  /// - Parameter write: Called with the pieces in order, the largest of which has the likes.
  public func writeSnapshot<Failure: Error>(
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(SnapshotFormat.head)
    var writer = ByteWriter()
    for section in SnapshotSection.allCases {
      writer.clear()
      self.write(section, to: &writer)
      let hash = ContentHash.value(of: writer.bytes.span)
      try write(SnapshotFormat.head(of: section, length: writer.bytes.count, hash: hash))
      try write(writer.bytes)
    }
  }

  /// The community of a snapshot.
  ///
  /// Every later call has the results, to the last bit, that it would have had in the original community. Whatever the
  /// bytes are, they make a community in which all counts and indexes are true, or a typed error.
  ///
  /// - Parameter bytes: All that ``snapshot()`` returned or ``writeSnapshot(to:)`` wrote.
  /// - Complexity: O(contents), and O(*n* log *n*) comparisons of *n* usernames.
  public init(snapshot bytes: [UInt8]) throws(SnapshotError) {
    try SnapshotFormat.checkHead(of: bytes)
    var start = SnapshotFormat.headLength
    var ranges: [Range<Int>] = []
    for section in SnapshotSection.allCases {
      let range = try SnapshotFormat.range(of: section, at: start, in: bytes)
      ranges.append(range)
      start = range.upperBound
    }
    guard start == bytes.count else { throw .altered(section: "end") }
    var rules = SnapshotReader(bytes, in: ranges[0], of: .rules)
    try self.init(rules: &rules)
    try rules.finish()
    for (section, range) in zip(SnapshotSection.allCases, ranges).dropFirst() {
      var reader = SnapshotReader(bytes, in: range, of: section)
      try read(section, from: &reader)
      try reader.finish()
    }
    checkInvariants()
  }

  /// A hash of all contents: equal for communities that answer every call alike, and practically
  /// never otherwise. It changes with the version of snapshots. O(contents).
  ///
  /// How many changes led to the contents is not in it.
  public var digest: ContentDigest {
    var all = ContentHash(seed: UInt64(SnapshotFormat.version))
    var writer = ByteWriter()
    for section in SnapshotSection.allCases where section != .progress {
      writer.clear()
      write(section, to: &writer)
      all.add(ContentHash.value(of: writer.bytes.span))
    }
    return ContentDigest(value: all.value)
  }
}

/// A hash of contents, to compare two communities by.
public struct ContentDigest: Hashable, Sendable, Codable, CustomStringConvertible {
  public let value: UInt64

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
