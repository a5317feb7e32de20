extension Community {
  func writeFollows(to writer: inout ByteWriter) {
    writer.write(ties.followingLists)
    writer.write(ties.followerLists)
  }

  mutating func readFollows(from reader: inout SnapshotReader) throws(SnapshotError) {
    let following = try ties(from: &reader, "followee")
    let followers = try ties(from: &reader, "follower")
    try reader.require(
      following.isTransposed(followers), "followers are not those who follow")
    ties.addFollows(following, followers)
  }

  func writeFriendships(to writer: inout ByteWriter) { writer.write(ties.friendLists) }

  mutating func readFriendships(from reader: inout SnapshotReader) throws(SnapshotError) {
    let friends = try ties(from: &reader, "friend")
    try reader.require(friends.isTransposed(friends), "a friendship has one side")
    ties.addFriendships(friends)
  }

  /// Lists of other members, one a member.
  private func ties(
    from reader: inout SnapshotReader, _ what: String
  ) throws(SnapshotError) -> FlatLists {
    let lists = try reader.lists(nodes: memberCount, below: memberCount, what)
    try lists.forEach { (index, range) throws(SnapshotError) in
      try reader.require(range.count < ListHead.mostElements, "a list of \(range.count)")
      for element in range where lists.elements[element] == UInt32(index) {
        throw reader.impossible("\(what) \(index) of itself")
      }
    }
    return lists
  }
}

// MARK: Requests and blocks

extension Community {
  func writeRequests(to writer: inout ByteWriter) {
    for requests in [followRequests, friendRequests] {
      writer.write(lists { requests.received(by: $0) })
    }
    let pairs = rejections.all.sorted { ($0.one, $0.other) < ($1.one, $1.other) }
    writer.write(count: pairs.count)
    for pair in pairs {
      writer.write(pair.one)
      writer.write(pair.other)
    }
  }

  mutating func readRequests(from reader: inout SnapshotReader) throws(SnapshotError) {
    for (asked, one) in try pairs(from: &reader) {
      let isApt = isPrivate(asked) && !isFollowing(one, asked)
      try reader.require(
        one != asked && isApt && !followRequests.contains(one, asked),
        "a request to follow from \(one) to \(asked)")
      followRequests.add(from: one, to: asked)
    }
    for (asked, one) in try pairs(from: &reader) {
      let isPending = friendRequests.contains(one, asked) || friendRequests.contains(asked, one)
      try reader.require(
        one != asked && !isFriend(one, asked) && !isPending,
        "a friend request from \(one) to \(asked)")
      friendRequests.add(from: one, to: asked)
    }
    for _ in 0..<(try reader.elementCount(bytesEach: 2)) {
      let one = try reader.member(below: memberCount)
      let other = try reader.member(below: memberCount)
      let isPending = friendRequests.contains(one, other) || friendRequests.contains(other, one)
      try reader.require(
        one < other && !isFriend(one, other) && !isPending && !rejections.contains(one, other),
        "a rejection between \(one) and \(other)")
      rejections.insert(one, other)
    }
  }

  func writeBlocks(to writer: inout ByteWriter) {
    writer.write(lists { blocks.blocked(by: $0) })
  }

  mutating func readBlocks(from reader: inout SnapshotReader) throws(SnapshotError) {
    for (one, other) in try pairs(from: &reader) {
      try reader.require(
        one != other && !blocks.contains(one, other), "a block of \(other) by \(one)")
      for (from, to) in [(one, other), (other, one)] {
        let isTied = isFollowing(from, to) || isFriend(from, to)
        let isAsked = followRequests.contains(from, to) || friendRequests.contains(from, to)
        try reader.require(!isTied && !isAsked, "a tie of \(from) and \(to) across a block")
      }
      blocks.add(one, other)
      members.flags[one.index].insert(.hasBlocks)
      members.flags[other.index].insert(.hasBlocks)
    }
  }

  /// Pairs of a member and each in the member's list.
  private func pairs(
    from reader: inout SnapshotReader
  ) throws(SnapshotError) -> [(MemberID, MemberID)] {
    let lists = try reader.lists(nodes: memberCount, below: memberCount, "member")
    var pairs: [(MemberID, MemberID)] = []
    pairs.reserveCapacity(lists.elements.count)
    lists.forEach { index, range in
      for element in range {
        pairs.append((MemberID(index), MemberID(rawValue: lists.elements[element])))
      }
    }
    return pairs
  }

  private func lists(_ list: (MemberID) -> ArraySlice<UInt32>) -> FlatLists {
    var lists = FlatLists()
    for index in 0..<memberCount { lists.append(list(MemberID(index))) }
    return lists
  }
}
