/// Follows from both sides and friendships: a row a member with the heads of its three lists, so
/// that one read of memory gives all lengths.
///
/// The row also has a filter, with a bit for each member followed or befriended (bits of different members may
/// coincide): where it is not set, which for 18 ties is 3 times in 4, the tie does not exist and no list is looked at.
/// A list of at most ``shortList`` elements is searched by looking at each. Ties between two members whose lists are
/// both longer are in a hash set besides, so that no question about two members costs more than that, hubs or not.
/// Adding a tie is O(1) on average; removing one is O(length of the two lists), since they keep their order.
@usableFromInline struct TieTable: Sendable {
  /// How long a list may be without an index.
  @inlinable static var shortList: Int { 32 }

  @usableFromInline struct Row: Sendable {
    @usableFromInline var following = ListHead()
    @usableFromInline var followers = ListHead()
    @usableFromInline var friends = ListHead()
    @usableFromInline var filter: UInt64 = 0

    /// Whether the member may have `other` for a followee or friend.
    @inlinable @inline(__always)
    func mayKnow(_ other: MemberID) -> Bool { filter & Self.bit(of: other) != 0 }

    @inline(__always)
    fileprivate mutating func know(_ other: MemberID) { filter |= Self.bit(of: other) }

    /// By multiplicative hashing with 2³² ÷ the golden ratio; the high bits are well mixed.
    @inlinable @inline(__always)
    static func bit(of other: MemberID) -> UInt64 {
      1 << UInt64((other.rawValue &* 0x9E37_79B1) >> 26)
    }
  }

  @usableFromInline private(set) var rows: [Row] = []
  @usableFromInline private(set) var following = ListPool<UInt32>()
  @usableFromInline private(set) var followers = ListPool<UInt32>()
  @usableFromInline private(set) var friends = ListPool<UInt32>()
  /// How many follows there are.
  @usableFromInline private(set) var followCount = 0
  /// How many pairs of friends there are.
  @usableFromInline private(set) var pairsOfFriends = 0
  /// Follows of members who follow many by members who are followed by many.
  @usableFromInline private(set) var longFollows = EdgeSet()
  /// Friendships between members who both have many, the older member first.
  @usableFromInline private(set) var longFriendships = EdgeSet()

  mutating func addMember() { rows.append(Row()) }

  mutating func reserveCapacity(members: Int) { rows.reserveCapacity(members) }

  /// How many follow a member that there is.
  func followerCount(of member: MemberID) -> Int { rows[member.index].followers.count }

  @inlinable func isLong(_ list: ListHead) -> Bool { list.count > Self.shortList }

  private mutating func renewFilter(of member: MemberID) {
    var row = rows[member.index]
    row.filter = 0
    for position in row.following.range { row.know(MemberID(rawValue: following[position])) }
    for position in row.friends.range { row.know(MemberID(rawValue: friends[position])) }
    rows[member.index] = row
  }
}

// MARK: Follows

extension TieTable {
  /// Whether `one` follows `other`, either of whom there may not be.
  @inlinable @inline(__always)
  func isFollowing(_ one: MemberID, _ other: MemberID) -> Bool {
    one.index < rows.count && rows[one.index].mayKnow(other) && isListedFollower(one, of: other)
  }

  @usableFromInline
  func isListedFollower(_ one: MemberID, of other: MemberID) -> Bool {
    guard other.index < rows.count else { return false }
    let (theirs, others) = (rows[one.index].following, rows[other.index].followers)
    if theirs.count <= min(others.count, Self.shortList) {
      return following.contains(other.rawValue, in: theirs)
    }
    if !isLong(others) { return followers.contains(one.rawValue, in: others) }
    return longFollows.contains(one, other)
  }

  /// Adds a follow that is not there.
  mutating func follow(_ one: MemberID, _ other: MemberID) {
    if following.isFull(for: rows[one.index].following) {
      replaceFollowing(toGrow: rows[one.index].following)
    }
    following.append(other.rawValue, to: &rows[one.index].following)
    rows[one.index].know(other)
    if followers.isFull(for: rows[other.index].followers) {
      replaceFollowers(toGrow: rows[other.index].followers)
    }
    followers.append(one.rawValue, to: &rows[other.index].followers)
    followCount += 1
    if isLong(rows[one.index].following) || isLong(rows[other.index].followers) {
      indexFollow(one, other)
    }
  }

  /// Removes a follow that is there.
  mutating func unfollow(_ one: MemberID, _ other: MemberID) {
    longFollows.remove(one, other)
    following.remove(other.rawValue, from: &rows[one.index].following)
    followers.remove(one.rawValue, from: &rows[other.index].followers)
    followCount -= 1
    renewFilter(of: one)
    if rows[one.index].following.count == Self.shortList {
      for position in rows[one.index].following.range {
        longFollows.remove(one, MemberID(rawValue: following[position]))
      }
    }
    if rows[other.index].followers.count == Self.shortList {
      for position in rows[other.index].followers.range {
        longFollows.remove(MemberID(rawValue: followers[position]), other)
      }
    }
  }

  /// Puts a new follow in the index, and all others of a list that it made long.
  private mutating func indexFollow(_ one: MemberID, _ other: MemberID) {
    let (theirs, others) = (rows[one.index].following, rows[other.index].followers)
    if isLong(theirs) && isLong(others) { longFollows.insert(one, other) }
    if theirs.count == Self.shortList + 1 {
      for position in theirs.range {
        let followee = MemberID(rawValue: following[position])
        if isLong(rows[followee.index].followers) { longFollows.insert(one, followee) }
      }
    }
    if others.count == Self.shortList + 1 {
      for position in others.range {
        let follower = MemberID(rawValue: followers[position])
        if isLong(rows[follower.index].following) { longFollows.insert(follower, other) }
      }
    }
  }

  private mutating func replaceFollowing(toGrow head: ListHead) {
    var larger = ListPool(replacing: following, toGrow: head)
    for index in rows.indices { larger.adopt(&rows[index].following, from: following) }
    following = larger
  }

  private mutating func replaceFollowers(toGrow head: ListHead) {
    var larger = ListPool(replacing: followers, toGrow: head)
    for index in rows.indices { larger.adopt(&rows[index].followers, from: followers) }
    followers = larger
  }
}

// MARK: Friendships

extension TieTable {
  /// Whether two members are friends, either of whom there may not be.
  @inlinable @inline(__always)
  func isFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    one.index < rows.count && rows[one.index].mayKnow(other) && isListedFriend(one, other)
  }

  @usableFromInline
  func isListedFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    guard other.index < rows.count else { return false }
    let (ones, others) = (rows[one.index].friends, rows[other.index].friends)
    let (shorter, friend) = ones.count <= others.count ? (ones, other) : (others, one)
    if !isLong(shorter) { return friends.contains(friend.rawValue, in: shorter) }
    return longFriendships.contains(min(one, other), max(one, other))
  }

  /// Fills a column with whether each of some members is a friend of one who may not be there.
  func fill(_ isFriend: inout [Bool], of others: [MemberID], for member: MemberID) {
    let row = member.index < rows.count ? rows[member.index] : Row()
    isFriend.refill(others.count, from: false) {
      row.mayKnow(others[$0]) && isListedFriend(member, others[$0])
    }
  }

  /// Adds a friendship that is not there.
  mutating func befriend(_ one: MemberID, _ other: MemberID) {
    appendFriend(other, of: one)
    appendFriend(one, of: other)
    pairsOfFriends += 1
    for member in [one, other] where rows[member.index].friends.count > Self.shortList {
      indexFriends(of: member, and: member == one ? other : one)
    }
  }

  /// Removes a friendship that is there.
  mutating func unfriend(_ one: MemberID, _ other: MemberID) {
    longFriendships.remove(min(one, other), max(one, other))
    friends.remove(other.rawValue, from: &rows[one.index].friends)
    friends.remove(one.rawValue, from: &rows[other.index].friends)
    pairsOfFriends -= 1
    renewFilter(of: one)
    renewFilter(of: other)
    for member in [one, other] where rows[member.index].friends.count == Self.shortList {
      for position in rows[member.index].friends.range {
        let friend = MemberID(rawValue: friends[position])
        longFriendships.remove(min(member, friend), max(member, friend))
      }
    }
  }

  private mutating func appendFriend(_ friend: MemberID, of member: MemberID) {
    if friends.isFull(for: rows[member.index].friends) {
      replaceFriends(toGrow: rows[member.index].friends)
    }
    friends.append(friend.rawValue, to: &rows[member.index].friends)
    rows[member.index].know(friend)
  }

  /// Puts the newest friend of a long list in the index, and all others if that made it long.
  private mutating func indexFriends(of member: MemberID, and newest: MemberID) {
    let list = rows[member.index].friends
    if list.count > Self.shortList + 1 {
      if isLong(rows[newest.index].friends) {
        longFriendships.insert(min(member, newest), max(member, newest))
      }
      return
    }
    for position in list.range {
      let friend = MemberID(rawValue: friends[position])
      if isLong(rows[friend.index].friends) {
        longFriendships.insert(min(member, friend), max(member, friend))
      }
    }
  }

  private mutating func replaceFriends(toGrow head: ListHead) {
    var larger = ListPool(replacing: friends, toGrow: head)
    for index in rows.indices { larger.adopt(&rows[index].friends, from: friends) }
    friends = larger
  }
}

// MARK: Snapshots

extension TieTable {
  private func lists(_ list: (Row) -> ArraySlice<UInt32>) -> FlatLists {
    var lists = FlatLists()
    lists.counts.reserveCapacity(rows.count)
    for row in rows { lists.append(list(row)) }
    return lists
  }

  /// Whom each member follows, oldest first.
  var followingLists: FlatLists { lists { following.elements(of: $0.following) } }
  /// Who follows each member, oldest first.
  var followerLists: FlatLists { lists { followers.elements(of: $0.followers) } }
  /// The friends of each member, oldest first.
  var friendLists: FlatLists { lists { friends.elements(of: $0.friends) } }

  /// Adds the follows of all members to a table without ties, each of them in both lists.
  mutating func addFollows(_ theirs: FlatLists, _ others: FlatLists) {
    var heads = Array(repeating: ListHead(), count: theirs.counts.count)
    rows.append(contentsOf: repeatElement(Row(), count: heads.count))
    following = ListPool(lists: theirs.counts, of: theirs.elements, heads: &heads)
    for index in heads.indices { rows[index].following = heads[index] }
    heads = Array(repeating: ListHead(), count: heads.count)
    followers = ListPool(lists: others.counts, of: others.elements, heads: &heads)
    for index in heads.indices { rows[index].followers = heads[index] }
    followCount = theirs.elements.count
    theirs.visit { index, range in
      for element in range {
        let other = MemberID(rawValue: theirs.elements[element])
        rows[index].know(other)
        if isLong(rows[index].following) && isLong(rows[other.index].followers) {
          longFollows.insert(MemberID(index), other)
        }
      }
    }
  }

  /// Adds the friendships of all members, each of them in both lists, where none exist.
  mutating func addFriendships(_ lists: FlatLists) {
    var heads = Array(repeating: ListHead(), count: rows.count)
    friends = ListPool(lists: lists.counts, of: lists.elements, heads: &heads)
    for index in heads.indices { rows[index].friends = heads[index] }
    pairsOfFriends = lists.elements.count / 2
    lists.visit { index, range in
      for element in range {
        let other = MemberID(rawValue: lists.elements[element])
        rows[index].know(other)
        if MemberID(index) < other && isLong(rows[index].friends)
          && isLong(rows[other.index].friends)
        {
          longFriendships.insert(MemberID(index), other)
        }
      }
    }
  }
}
