import SocialFeed

/// What a community writes, to be altered: section by section, under checksums that are right.
struct ForgedSnapshot {
  private(set) var sections: [[UInt8]]

  init(of community: Community) {
    sections = SnapshotSection.allCases.map {
      var writer = ByteWriter()
      community.write($0, to: &writer)
      return writer.bytes
    }
  }

  /// The contents of a section.
  subscript(section: SnapshotSection) -> [UInt8] {
    get { sections[Int(section.rawValue)] }
    set { sections[Int(section.rawValue)] = newValue }
  }

  var bytes: [UInt8] {
    var snapshot = SnapshotFormat.head
    for (section, bytes) in zip(SnapshotSection.allCases, sections) {
      let hash = ContentHash.value(of: bytes.span)
      snapshot += SnapshotFormat.head(of: section, length: bytes.count, hash: hash) + bytes
    }
    return snapshot
  }

  /// The community that reads it.
  func community() throws -> Community { try Community(snapshot: bytes) }
}
