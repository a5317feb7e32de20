import SocialFeed

extension SlowCommunity {
  /// When a call happens whose caller's clock shows `now`: never before the last accepted one, unless
  /// the community is being founded, and at the last one where `now` is no instant.
  func instant(_ now: Double) -> Double {
    guard now.isFinite else { return lastInstant }
    return posts.isEmpty && contests.isEmpty ? now : max(now, lastInstant)
  }

  /// Makes a call when its caller's clock shows `now`.
  mutating func make(_ call: Call, at now: Double) -> Outcome {
    let (instant, changes) = (instant(now), changesSomething(call))
    let outcome = apply(call, now: instant)
    if case .refused = outcome { return outcome }
    if call.hasTime && changes { lastInstant = instant }
    return outcome
  }

  /// Setting what is set already is accepted and no change.
  private func changesSomething(_ call: Call) -> Bool {
    switch call {
    case .setPrivate(let member, let isPrivate):
      !knows(member) || members[member.index].isPrivate != isPrivate
    case .setPrivacy(let privacy, let post, _):
      !knows(post) || posts[post.index].draft.privacy != privacy
    default: true
    }
  }
}

extension Call {
  /// Whether it takes its caller's clock.
  fileprivate var hasTime: Bool {
    switch self {
    case .rename, .setDisplayName, .setBio, .setPicture, .setAccountKind, .setPreferredSetting,
      .deleteAccount, .unfollow, .removeFollower, .denyFollow, .withdrawFollow, .unfriend,
      .rejectFriendship, .withdrawFriendship, .block, .unblock, .markRead, .markAllRead, .addPet,
      .changePet, .deletePet, .removeGuardian:
      false
    case .join, .joinAs, .setPrivate, .follow, .approveFollow, .befriend, .requestFriendship,
      .approveFriendship, .inviteGuardian, .approveGuardianship, .rejectGuardianship, .publish,
      .delete, .setCaption, .setPrivacy, .deleteComment, .view, .like, .unlike, .save, .unsave,
      .comment, .voteAsFriend, .rotateContests, .endContest, .enter, .vote:
      true
    }
  }
}
