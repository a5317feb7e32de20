extension Community {
  func writeMembers(to writer: inout ByteWriter) {
    writer.write(count: memberCount)
    writer.write(column: members.joinedAt)
    writer.write(raw: members.group)
    writer.write(raw: members.flags.map { $0.contains(.isPrivate) ? 1 : 0 as UInt8 })
    for index in 0..<memberCount { writer.write(members.usernames[MemberID(index)]) }
    for index in 0..<memberCount { writer.write(members.displayNames[MemberID(index)]) }
  }

  mutating func readMembers(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount(bytesEach: 12)
    try reader.require(count <= MemberColumns.most, "\(count) members")
    reserveCapacity(members: count, posts: 0)
    members.joinedAt = try reader.times(count, "when a member joined")
    members.group = try reader.bytes(count)
    for flag in try reader.bytes(count) {
      try reader.require(flag <= 1, "a Boolean is \(flag)")
      members.flags.append(flag == 1 ? .isPrivate : [])
      members.privateCount += Int(flag)
    }
    for index in 0..<count {
      let name = try reader.string()
      guard !name.isEmpty else { continue }
      do { try Self.checkForm(ofUsername: name) } catch { throw reader.impossible("\(error)") }
      members.usernames[MemberID(index)] = name
    }
    for index in 0..<count {
      let name = try reader.string()
      guard !name.isEmpty else { continue }
      do { try check(displayName: name) } catch { throw reader.impossible("\(error)") }
      members.displayNames[MemberID(index)] = name
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
}
