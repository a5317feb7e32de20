extension Community {
  /// Deletes an account and all that hangs on it: its posts with their entries, its comments, likes,
  /// saves and votes, its ties, requests, rejections and blocks, the notifications it got and sent,
  /// its pets with their posts, whoever published them, its guardianships, names and profile. A host
  /// that has an ``IdentifierTable`` removes there the texts of the member, and of the posts and pets
  /// that ``contains(_:)-(PostID)`` no longer has.
  ///
  /// Every count is true afterwards. The identifier is never given again, and calls with it throw that the member does
  /// not exist; its username is free. A final leaderboard keeps the votes that it froze, and posts keep the views that
  /// they had.
  ///
  /// - Complexity: O(posts + comments + notifications + pets + ties of those it had ties with), and
  ///   for each of its posts the identifiers of the category that are newer, which are moved at once, so that other
  ///   calls do not cost more.
  public mutating func deleteAccount(of member: MemberID) throws(MembershipError) {
    guard contains(member) else { throw .unknownMember(member) }
    for pet in pets.owned(by: member) { remove(pet) }
    // The newest first: each is then the last of its author's list, and leaves it at once.
    for post in posts(by: member).reversed() { remove(post) }
    removeGuardianships(of: member)
    removeComments(by: member)
    removeMarksAndVotes(of: member)
    removeTies(of: member)
    notifications.removeAll(of: member)
    notifications.markAllRead(from: member)
    affinity.forget(member)
    removeRow(of: member)
    accepted(.deleteAccount(member: member))
  }

  private func posts(by member: MemberID) -> [PostID] {
    postsByAuthor.range(of: member.index).map {
      PostID(rawValue: postsByAuthor.element(at: $0))
    }
  }

  private mutating func removeGuardianships(of member: MemberID) {
    for pet in (0..<pets.count).map({ PetID($0) }) { pets.end(member, of: pet) }
  }

  private mutating func removeComments(by member: MemberID) {
    for post in comments.removeAll(by: member) { posts.comments[post.index] -= 1 }
  }

  private mutating func removeMarksAndVotes(of member: MemberID) {
    for post in (0..<posts.count).map({ PostID($0) }) {
      _ = likes.remove(member, post)
      _ = saves.remove(member, post)
      _ = friendVotes.remove(member, from: post.index)
    }
    for entry in 0..<entries.count where votes.remove(member, from: entry) != nil {
      if running?.contest == entries.contest[entry] {
        running!.removeVote(from: entry, votes: entries.votes[entry])
      }
      entries.votes[entry] -= 1
      voteLog.lose(entry)
    }
  }

  private mutating func removeTies(of member: MemberID) {
    let row = ties.rows[member.index]
    for other in ties.friends.elements(of: row.friends).reversed() {
      endFriendship(member, MemberID(rawValue: other))
    }
    for other in ties.following.elements(of: row.following).reversed() {
      endFollow(member, MemberID(rawValue: other))
    }
    for other in ties.followers.elements(of: row.followers).reversed() {
      endFollow(MemberID(rawValue: other), member)
    }
    followRequests.removeAll(of: member)
    friendRequests.removeAll(of: member)
    for (one, other) in rejections.all where one == member || other == member {
      rejections.remove(one, other)
    }
    for (one, other) in blocks.edges.all where one == member || other == member {
      endBlock(one, other)
    }
  }

  private mutating func removeRow(of member: MemberID) {
    if !members.usernames[member].isEmpty { names.remove(member, members.usernames) }
    members.usernames[member] = ""
    members.displayNames[member] = ""
    members.bios[member] = ""
    members.pictures[member] = ""
    members.kinds[member] = ""
    members.preferredSettings[member] = ""
    if members.isPrivate(member) { members.privateCount -= 1 }
    members.flags[member.index] = .isDeleted
    members.deletedCount += 1
  }
}
