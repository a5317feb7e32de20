extension Community {
  func writeFollows(to writer: inout ByteWriter) {
    writer.write(ties.followingLists)
    writer.write(ties.followerLists)
    writer.write(column: followDates.all)
  }

  mutating func readFollows(from reader: inout SnapshotReader) throws(SnapshotError) {
    let following = try ties(from: &reader, "followee")
    let followers = try ties(from: &reader, "follower")
    try reader.require(
      following.isTransposed(followers), "followers are not those who follow")
    ties.addFollows(following, followers)
    followDates = try dates(of: following, from: &reader)
  }

  func writeFriendships(to writer: inout ByteWriter) {
    writer.write(ties.friendLists)
    writer.write(column: friendshipDates.all)
  }

  mutating func readFriendships(from reader: inout SnapshotReader) throws(SnapshotError) {
    let friends = try ties(from: &reader, "friend")
    friendshipDates = try dates(of: friends, from: &reader)
    let dates = friendshipDates.all
    try reader.require(
      friends.isTransposed(friends, values: dates, otherValues: dates),
      "a friendship or its date has one side")
    ties.addFriendships(friends)
  }

  private func dates(
    of lists: FlatLists, from reader: inout SnapshotReader
  ) throws(SnapshotError) -> TieDates {
    let count = keepsTieDates ? lists.elements.count : 0
    let dates = try reader.times(count, "when a tie began")
    return TieDates(dates, in: lists, areKept: keepsTieDates)
  }

  /// Lists of other members, one a member.
  private func ties(
    from reader: inout SnapshotReader, _ what: String
  ) throws(SnapshotError) -> FlatLists {
    let lists = try reader.lists(nodes: memberCount, below: memberCount, what)
    try lists.visit { (index, range) throws(SnapshotError) in
      try reader.require(range.count < ListHead.mostElements, "a list of \(range.count)")
      for element in range where lists.elements[element] == UInt32(index) {
        throw reader.impossible("\(what) \(index) of itself")
      }
      try reader.require(range.isEmpty || contains(MemberID(index)), "a \(what) of nobody")
    }
    return lists
  }
}

// MARK: Requests and blocks

extension Community {
  func writeRequests(to writer: inout ByteWriter) {
    for requests in [followRequests, friendRequests] {
      writer.write(lists { requests.received(by: $0) })
      writer.write(lists { requests.sent(by: $0) })
    }
    let pairs = rejections.all.sorted { ($0.one, $0.other) < ($1.one, $1.other) }
    writer.write(count: pairs.count)
    for pair in pairs {
      writer.write(pair.one)
      writer.write(pair.other)
    }
  }

  mutating func readRequests(from reader: inout SnapshotReader) throws(SnapshotError) {
    var (received, sent) = try requests(from: &reader)
    for (asked, one) in received.pairs {
      let isApt = isPrivate(asked) && !isFollowing(one, asked)
      try reader.require(
        one != asked && isApt && !followRequests.contains(one, asked),
        "a request to follow from \(one) to \(asked)")
      followRequests.add(from: one, to: asked)
    }
    followRequests.putInOrder(sent: sent)
    (received, sent) = try requests(from: &reader)
    for (asked, one) in received.pairs {
      let isPending = friendRequests.contains(one, asked) || friendRequests.contains(asked, one)
      try reader.require(
        one != asked && !isFriend(one, asked) && !isPending,
        "a friend request from \(one) to \(asked)")
      friendRequests.add(from: one, to: asked)
    }
    friendRequests.putInOrder(sent: sent)
    for _ in 0..<(try reader.elementCount(bytesEach: 2)) {
      let one = try reader.member(below: memberCount)
      let other = try reader.member(below: memberCount)
      let isPending = friendRequests.contains(one, other) || friendRequests.contains(other, one)
      try reader.require(
        one < other && contains(one) && contains(other) && !isFriend(one, other) && !isPending
          && !rejections.contains(one, other),
        "a rejection between \(one) and \(other)")
      rejections.insert(one, other)
    }
  }

  func writeBlocks(to writer: inout ByteWriter) {
    writer.write(lists { blocks.blocked(by: $0) })
  }

  mutating func readBlocks(from reader: inout SnapshotReader) throws(SnapshotError) {
    for (one, other) in try ties(from: &reader, "blocked member").pairs {
      try reader.require(
        contains(other) && !blocks.contains(one, other), "a block of \(other) by \(one)")
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

  /// Who has asked each member, and whom each has asked.
  private func requests(
    from reader: inout SnapshotReader
  ) throws(SnapshotError) -> (received: FlatLists, sent: FlatLists) {
    let received = try ties(from: &reader, "member who asks")
    let sent = try ties(from: &reader, "member who is asked")
    try reader.require(
      received.isTransposed(sent), "requests that were sent are not those received")
    return (received, sent)
  }

  private func lists(_ list: (MemberID) -> ArraySlice<UInt32>) -> FlatLists {
    var lists = FlatLists()
    for index in 0..<memberCount { lists.append(list(MemberID(index))) }
    return lists
  }
}

extension FlatLists {
  /// Pairs of a member and each in the member's list.
  fileprivate var pairs: [(MemberID, MemberID)] {
    var pairs: [(MemberID, MemberID)] = []
    pairs.reserveCapacity(elements.count)
    visit { index, range in
      for element in range {
        pairs.append((MemberID(index), MemberID(rawValue: elements[element])))
      }
    }
    return pairs
  }
}
