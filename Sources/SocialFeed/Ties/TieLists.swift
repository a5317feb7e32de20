extension Community {
  /// Who follows a member, newest follow first.
  ///
  /// - Parameters:
  ///   - viewer: Who looks: members with a block between them and the viewer are left out, and the
  ///     page is empty when there is one between the viewer and `member`. `nil` is somebody not
  ///     known.
  ///   - word: Only members who have this in their username or display name, in any case; empty
  ///     for all.
  ///   - cursor: Where the page begins: ``MemberPage/next`` of the page before, from the same list
  ///     and for the same word. See ``MemberCursor`` for what changes in between do. `nil` begins
  ///     with the newest.
  ///   - limit: At most so many, above 0.
  /// - Complexity: O(members looked at): those of the page, and those that the word leaves out.
  public func followers(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) -> MemberPage {
    let list = ties.followers.elements(of: ties.rows[member.index].followers)
    return page(of: list, member, for: viewer, matching: word, after: cursor, limit)
  }

  /// Whom a member follows, newest follow first; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func following(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) -> MemberPage {
    let list = ties.following.elements(of: ties.rows[member.index].following)
    return page(of: list, member, for: viewer, matching: word, after: cursor, limit)
  }

  /// A member's friends, newest friendship first; otherwise as
  /// ``followers(of:for:matching:after:limit:)``.
  public func friends(
    of member: MemberID, for viewer: MemberID?, matching word: String = "",
    after cursor: MemberCursor? = nil, limit: Int = 100
  ) -> MemberPage {
    let list = ties.friends.elements(of: ties.rows[member.index].friends)
    return page(of: list, member, for: viewer, matching: word, after: cursor, limit)
  }

  /// Who has asked a member to be friends and has no answer yet, newest request first, as the
  /// member alone may see; otherwise as ``followers(of:for:matching:after:limit:)``.
  public func friendRequests(
    to member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) -> MemberPage {
    page(
      of: friendRequests.received(by: member), member, for: member, matching: word, after: cursor,
      limit)
  }

  /// Whether there is anybody whose request, to be friends or to follow, waits for a member's answer.
  /// O(1): a test to make before the lists are read.
  @inlinable public func hasRequests(to member: MemberID) -> Bool {
    friendRequests.areReceived(by: member) || followRequests.areReceived(by: member)
  }

  /// Who has asked to follow a private account and has no answer yet, newest request first, as the
  /// member alone may see; otherwise as ``followers(of:for:matching:after:limit:)``.
  public func followRequests(
    to member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) -> MemberPage {
    page(
      of: followRequests.received(by: member), member, for: member, matching: word, after: cursor,
      limit)
  }

  /// Whom a member has blocked, newest block first, as the member alone may see.
  public func blocked(
    by member: MemberID, matching word: String = "", after cursor: MemberCursor? = nil,
    limit: Int = 100
  ) -> MemberPage {
    page(
      of: blocks.blocked(by: member), member, for: nil, matching: word, after: cursor, limit)
  }

  /// - Parameter list: The oldest first.
  private func page(
    of list: ArraySlice<UInt32>, _ owner: MemberID, for viewer: MemberID?, matching word: String,
    after cursor: MemberCursor?, _ limit: Int
  ) -> MemberPage {
    precondition(limit > 0, "a limit of \(limit)")
    if let viewer, isBlocked(viewer, owner) { return MemberPage(members: [], next: nil) }
    let word = Array(word.lowercased().utf8)
    var page: [MemberID] = []
    var position = cursor?.position(in: list) ?? list.count
    while position > 0 && page.count < limit {
      position -= 1
      let member = MemberID(rawValue: list[list.startIndex + position])
      if let viewer, isBlocked(viewer, member) { continue }
      if word.isEmpty || isNamed(member, word) { page.append(member) }
    }
    return MemberPage(
      members: page, next: position > 0 ? MemberCursor(position: position, in: list) : nil)
  }

  /// Whether a word in lower case is in the username or display name.
  private func isNamed(_ member: MemberID, _ word: [UInt8]) -> Bool {
    if username(of: member).utf8.contains(word) { return true }
    let displayName = members.displayNames[member]
    return !displayName.isEmpty && displayName.lowercased().utf8.contains(word)
  }
}

extension String.UTF8View {
  /// Whether some bytes, at least one, are here in one piece.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    var start = startIndex
    while start < endIndex {
      if self[start...].starts(with: word) { return true }
      formIndex(after: &start)
    }
    return false
  }
}
