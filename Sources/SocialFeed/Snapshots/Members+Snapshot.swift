extension Community {
  func writeMembers(to writer: inout ByteWriter) {
    writer.write(count: memberCount)
    writer.write(column: members.joinedAt)
    writer.write(raw: members.group)
    // Who has to do with a block is worked out again.
    writer.write(raw: members.flags.map { $0.subtracting(.hasBlocks).rawValue })
    for index in 0..<memberCount { writer.write(members.usernames[MemberID(index)]) }
    let columns = [
      members.displayNames, members.bios, members.pictures, members.kinds,
      members.preferredSettings,
    ]
    for column in columns {
      for index in 0..<memberCount { writer.write(column[MemberID(index)]) }
    }
  }

  mutating func readMembers(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount(bytesEach: 12)
    try reader.require(count <= MemberColumns.most, "\(count) members")
    reserveCapacity(members: count, posts: 0)
    members.joinedAt = try reader.times(count, "when a member joined")
    members.group = try reader.bytes(count)
    for byte in try reader.bytes(count) {
      let flags = MemberFlags(rawValue: byte)
      try reader.require(
        [[], .isPrivate, .isDeleted].contains(flags), "the flags \(byte) of a member")
      members.flags.append(flags)
      members.privateCount += flags.contains(.isPrivate) ? 1 : 0
      members.deletedCount += flags.contains(.isDeleted) ? 1 : 0
    }
    for index in 0..<count {
      let name = try reader.string()
      guard !name.isEmpty else { continue }
      try reader.require(contains(MemberID(index)), "a name of deleted member \(index)")
      do { try Self.checkForm(ofUsername: name) } catch { throw reader.impossible("\(error)") }
      members.usernames[MemberID(index)] = name
    }
    members.displayNames = try texts(from: &reader) { (name) throws(MembershipError) in
      try check(displayName: name)
    }
    members.bios = try texts(from: &reader) { (bio) throws(MembershipError) in
      if let count = bio.characters(above: Self.bioLimit) { throw .bioLength(count) }
    }
    members.pictures = try texts(from: &reader) { (key) throws(MembershipError) in
      guard key.utf8.count <= Self.pictureKeyLimit else {
        throw .pictureKeyLength(bytes: key.utf8.count)
      }
    }
    members.kinds = try texts(from: &reader) { (kind) throws(MembershipError) in
      guard kind.utf8.count <= Self.accountKindLimit else {
        throw .accountKindLength(bytes: kind.utf8.count)
      }
    }
    members.preferredSettings = try texts(from: &reader) { (setting) throws(MembershipError) in
      try PreferredSetting.check(PreferredSetting.words(of: setting))
    }
    if let name = names.fill(with: members.usernames, memberCount: count) {
      throw reader.impossible("two members are named '\(name)'")
    }
    for _ in 0..<count {
      notifications.addMember()
      postsByAuthor.addNode()
      affinity.addMember()
    }
  }

  /// A text of each member, empty for none and for deleted accounts.
  private func texts(
    from reader: inout SnapshotReader, check: (String) throws(MembershipError) -> Void
  ) throws(SnapshotError) -> NameColumn {
    var column = NameColumn()
    for index in 0..<memberCount {
      let text = try reader.string()
      guard !text.isEmpty else { continue }
      try reader.require(contains(MemberID(index)), "a text of deleted member \(index)")
      do { try check(text) } catch { throw reader.impossible("\(error)") }
      column[MemberID(index)] = text
    }
    return column
  }
}
