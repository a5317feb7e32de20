/// A part of a snapshot, in the order of writing: each is checked against those before it.
///
/// To add one: its case here, and what it writes and reads in `Community+Sections.swift`. A change of a section's
/// contents is a new ``SnapshotFormat/version``.
package enum SnapshotSection: UInt8, CaseIterable, Sendable {
  case rules, clock, progress, members, follows, friendships, requests, blocks
  case pets, posts, details, comments, likes, saves, friendVotes, contests, entries
  case notifications, affinities

  /// The name in errors.
  package var name: String { "\(self)" }
}

/// The bytes around the sections.
///
/// A snapshot begins with a head of 16 bytes: the magic, the version in 4 bytes, and the hash of
/// those in 4 bytes. Each section follows with a head of 21 bytes, its number, its length and the
/// hash of its contents in 8 bytes each, and the hash of the head in 4 bytes, and its contents.
package enum SnapshotFormat {
  package static let version = 1
  package static let magic = Array("FeedLab".utf8) + [0]
  package static let headLength = 16
  package static let sectionHeadLength = 21

  package static var head: [UInt8] {
    var writer = ByteWriter()
    writer.write(raw: magic)
    writer.write(column: [UInt32(version)])
    writer.write(column: [ContentHash.shortValue(of: writer.bytes.span)])
    return writer.bytes
  }

  package static func head(of section: SnapshotSection, length: Int, hash: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: section.rawValue)
    writer.write(column: [UInt64(length), hash])
    writer.write(column: [ContentHash.shortValue(of: writer.bytes.span)])
    return writer.bytes
  }

  /// Checks the head.
  static func checkHead(of bytes: [UInt8]) throws(SnapshotError) {
    let known = min(bytes.count, magic.count)
    guard known > 0, bytes[..<known] == magic[..<known] else { throw .notASnapshot }
    guard bytes.count >= headLength else {
      throw .cutShort(bytes: bytes.count, needed: headLength)
    }
    var reader = SnapshotReader(bytes, in: magic.count..<headLength, of: .rules)
    let numbers = try reader.numbers(2)
    guard numbers[1] == ContentHash.shortValue(of: bytes.span.extracting(..<12)) else {
      throw .altered(section: "head")
    }
    guard numbers[0] <= version else {
      throw .newerVersion(Int(numbers[0]), readable: version)
    }
    guard numbers[0] == version else { throw .notASnapshot }
  }

  /// Where the contents of the section are whose head begins at an index.
  package static func range(
    of section: SnapshotSection, at start: Int, in bytes: [UInt8]
  ) throws(SnapshotError) -> Range<Int> {
    let contents = start + sectionHeadLength
    guard bytes.count >= contents else {
      throw .cutShort(bytes: bytes.count, needed: contents)
    }
    var reader = SnapshotReader(bytes, in: start..<contents, of: section)
    let number = try reader.byte()
    let (length, hash) = (try reader.word(), try reader.word())
    let sum = try reader.numbers(1)[0]
    guard sum == ContentHash.shortValue(of: bytes.span.extracting(start..<contents - 4)),
      number == section.rawValue, let length = Int(exactly: length)
    else { throw .altered(section: section.name) }
    let (end, isTooLong) = contents.addingReportingOverflow(length)
    guard !isTooLong, end <= bytes.count else {
      throw .cutShort(bytes: bytes.count, needed: isTooLong ? .max : end)
    }
    guard hash == ContentHash.value(of: bytes.span.extracting(contents..<end)) else {
      throw .altered(section: section.name)
    }
    return contents..<end
  }
}
