import SocialFeed

extension Twins {
  /// Compares what a call is about: the two members, or the member and the post, that it names.
  ///
  /// It costs little, so that it can be done after each call: what a refused call has changed near
  /// by is found at once, and the rest by the next full comparison.
  func compare(near call: Call) throws(Difference) {
    try agree(community.followCount, slow.follows.count, "follows after \(call)")
    try agree(community.pairsOfFriends, slow.friendships.count, "friendships after \(call)")
    switch call {
    case .follow(let one, let other), .unfollow(let one, let other),
      .removeFollower(let one, let other), .approveFollow(let one, let other),
      .denyFollow(let one, let other), .withdrawFollow(let one, let other),
      .befriend(let one, let other), .unfriend(let one, let other),
      .requestFriendship(let one, let other), .approveFriendship(let one, let other),
      .rejectFriendship(let one, let other), .withdrawFriendship(let one, let other),
      .block(let one, let other), .unblock(let one, let other):
      guard slow.knows(one), slow.knows(other) else { return }
      try compare(one, other)
      try compare(other, one)
      try compareCounts(of: one)
      try compareCounts(of: other)
    case .view(let post, let member), .like(let post, let member), .unlike(let post, let member),
      .save(let post, let member), .unsave(let post, let member),
      .comment(_, let post, let member), .voteAsFriend(let post, let member),
      .enter(let post, let member), .vote(let post, let member), .delete(let post, let member),
      .setCaption(_, let post, let member), .setPrivacy(_, let post, let member):
      guard slow.posts.indices.contains(post.index) else { return }
      try compareRow(of: post)
      try compareEntry(of: post)
      guard slow.knows(member) else { return }
      try compare(post, for: member)
      try compareCounts(of: slow.posts[post.index].author)
    case .join, .joinAs, .deleteAccount, .deletePet, .rename, .setDisplayName, .setBio, .setPicture,
      .setAccountKind, .setPreferredSetting,
      .setPrivate, .changePet, .markRead, .markAllRead, .addPet,
      .inviteGuardian, .approveGuardianship, .rejectGuardianship, .removeGuardian, .publish,
      .rotateContests, .endContest, .deleteComment:
      return
    }
  }

  private func compareCounts(of member: MemberID) throws(Difference) {
    guard slow.knows(member) else { return }
    let found: [Int?] = [
      community.followerCount(of: member), community.followingCount(of: member),
      community.friendCount(of: member), community.unreadNotificationCount(of: member),
    ]
    let expected: [Int?] = [
      slow.list(.followers, of: member).count, slow.list(.following, of: member).count,
      slow.friends(of: member).count, slow.notifications(of: member).count { !$0.isRead },
    ]
    try agree(found, expected, "followers, following, friends and unread of \(member)")
  }
}
