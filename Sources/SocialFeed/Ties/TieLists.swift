extension Community {
  /// Who follows a member, newest follow first.
  ///
  /// - Parameters:
  ///   - viewer: Who looks. The lists of a private account are for its owner, approved followers and
  ///     friends. Members with a block between them and the viewer are left out, and the page is
  ///     empty when there is one between the viewer and `member`. `nil` is an anonymous viewer, who reads only the
  ///     lists of public accounts.
  ///   - word: Only members who have this in their username or display name, in any case and in any
  ///     spelling that Unicode has for the same letters; empty for all.
  ///   - cursor: Where the page begins: ``MemberPage/next`` of the page before, from the same list,
  ///     for the same viewer and word. See ``MemberCursor`` for what changes in between do. `nil`
  ///     begins with the newest.
  ///   - limit: At most so many, above 0.
  /// - Throws: ``ListError``, for a member or viewer that does not exist, a list that the viewer may not
  ///   read, a limit that is not above 0, or a cursor of another list.
  /// - Complexity: O(members looked at): the members of the page, and the members that the word leaves out.
  public func followers(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) throws(ListError) -> MemberPage {
    try checkMayReadLists(of: member, viewer)
    let list = ties.followers.elements(of: ties.rows[member.index].followers)
    return try page(.followers, of: list, member, for: viewer, word, after: cursor, limit)
  }

  /// Whom a member follows, newest follow first; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func following(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) throws(ListError) -> MemberPage {
    try checkMayReadLists(of: member, viewer)
    let list = ties.following.elements(of: ties.rows[member.index].following)
    return try page(.following, of: list, member, for: viewer, word, after: cursor, limit)
  }

  /// A member's friends, newest friendship first; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func friends(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) throws(ListError) -> MemberPage {
    try checkMayReadLists(of: member, viewer)
    let list = ties.friends.elements(of: ties.rows[member.index].friends)
    return try page(.friends, of: list, member, for: viewer, word, after: cursor, limit)
  }

  // MARK: Lists that are the member's alone

  /// Who has asked a member to be friends and has no answer yet, newest request first, which
  /// only the member may see; otherwise as ``followers(of:for:matching:after:limit:)``.
  public func friendRequests(
    to member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) throws(ListError) -> MemberPage {
    let list = friendRequests.received(by: member)
    return try page(
      .friendRequestsReceived, of: list, member, for: member, word, after: cursor, limit)
  }

  /// Whom a member has asked to be friends and who has not answered yet, newest request first, which
  /// only the member may see; otherwise as ``followers(of:for:matching:after:limit:)``.
  public func friendRequests(
    from member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) throws(ListError) -> MemberPage {
    let list = friendRequests.sent(by: member)
    return try page(.friendRequestsSent, of: list, member, for: member, word, after: cursor, limit)
  }

  /// Who has asked to follow a private account and has no answer yet, newest request first, which
  /// only the member may see; otherwise as ``followers(of:for:matching:after:limit:)``.
  public func followRequests(
    to member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) throws(ListError) -> MemberPage {
    let list = followRequests.received(by: member)
    return try page(
      .followRequestsReceived, of: list, member, for: member, word, after: cursor, limit)
  }

  /// Which private accounts a member has asked to follow that have not answered yet, newest request
  /// first, which only the member may see; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func followRequests(
    from member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) throws(ListError) -> MemberPage {
    let list = followRequests.sent(by: member)
    return try page(.followRequestsSent, of: list, member, for: member, word, after: cursor, limit)
  }

  /// Whether there is anybody whose request, to be friends or to follow, waits for a member's answer.
  /// O(1): a test to make before the lists are read.
  @inlinable public func hasRequests(to member: MemberID) -> Bool {
    friendRequests.areReceived(by: member) || followRequests.areReceived(by: member)
  }

  /// Whom a member has blocked, newest block first, which only the member may see; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func blocked(
    by member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) throws(ListError) -> MemberPage {
    let list = blocks.blocked(by: member)
    return try page(.blocked, of: list, member, for: member, word, after: cursor, limit)
  }

  // MARK: Pages

  /// Throws unless a viewer may read the lists of an account: everybody may for a public account, and its owner,
  /// followers and friends may for a private one.
  func checkMayReadLists(of owner: MemberID, _ viewer: MemberID?) throws(ListError) {
    guard contains(owner) else { throw .unknownMember(owner) }
    if let viewer, !contains(viewer) { throw .unknownMember(viewer) }
    guard areListsOpen(of: owner, to: viewer) else { throw .notAllowed(owner) }
  }

  /// Whether the lists of an account are for a viewer, but for blocks.
  func areListsOpen(of owner: MemberID, to viewer: MemberID?) -> Bool {
    guard members.privateCount > 0, members.isPrivate(owner) else { return true }
    guard let viewer else { return false }
    return viewer == owner || isFollowing(viewer, owner) || isFriend(viewer, owner)
  }

  /// - Parameter list: The oldest first.
  private func page(
    _ kind: MemberListKey.Kind, of list: ArraySlice<UInt32>, _ owner: MemberID,
    for viewer: MemberID?, _ word: String, after cursor: MemberCursor?, _ limit: Int
  ) throws(ListError) -> MemberPage {
    guard contains(owner) else { throw .unknownMember(owner) }
    guard limit > 0 else { throw .limit(limit) }
    let word = FoldedWord(word)
    let key = MemberListKey(kind, of: owner, for: viewer, matching: word, run: run)
    try key.check(cursor)
    // Whom one has blocked is all behind a block.
    let hidden = kind == .blocked ? nil : viewer
    if let hidden, isBlocked(hidden, owner) { return MemberPage(members: []) }
    var page: [MemberID] = []
    var position = cursor?.position(in: list) ?? list.count
    while position > 0 && page.count < limit {
      position -= 1
      let member = MemberID(rawValue: list[list.startIndex + position])
      if let hidden, isBlocked(hidden, member) { continue }
      if word.isEmpty || isNamed(member, word) { page.append(member) }
    }
    return MemberPage(
      members: page,
      next: position > 0 ? MemberCursor(position: position, in: list, of: key) : nil)
  }

  private func isNamed(_ member: MemberID, _ word: FoldedWord) -> Bool {
    if let name = username(of: member), word.isFound(in: name) { return true }
    return word.isFound(in: members.displayNames[member])
  }
}
