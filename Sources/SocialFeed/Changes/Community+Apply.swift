extension Community {
  /// Makes a change of another community that began as this one did, or whose snapshot this one was
  /// made of.
  ///
  /// An event that is not the next, that gives another identifier than this community would, or whose call is refused
  /// throws, and the community stays unchanged.
  public mutating func apply(_ event: ChangeEvent) throws(ChangeError) {
    guard event.sequence == changeCount else {
      throw event.sequence > changeCount
        ? .gap(expected: changeCount, found: event.sequence)
        : .repeated(expected: changeCount, found: event.sequence)
    }
    try checkIdentifier(of: event)
    if case .rotateContests(let contest, let theme) = event.change {
      return try rotate(opening: contest, theme, event)
    }
    do throws(ChangeError.Refusal) {
      try make(event.change, at: event.time)
    } catch { throw .refused(sequence: event.sequence, error) }
  }

  private func checkIdentifier(of event: ChangeEvent) throws(ChangeError) {
    let (found, count): (UInt32, Int)
    switch event.change {
    case .join(let member, _): (found, count) = (member.rawValue, memberCount)
    case .joinNamed(let member, _, _, _, _): (found, count) = (member.rawValue, memberCount)
    case .addPet(let pet): (found, count) = (pet.id.rawValue, petCount)
    case .publish(let post, _, _, _, _, _, _): (found, count) = (post.rawValue, postCount)
    case .comment(let comment, _, _, _): (found, count) = (comment.rawValue, comments.count)
    default: return
    }
    guard Int(found) == count else {
      throw .otherIdentifier(sequence: event.sequence, expected: UInt32(count), found: found)
    }
  }

  private mutating func rotate(
    opening contest: ContestID?, _ theme: String?, _ event: ChangeEvent
  ) throws(ChangeError) {
    let now = instant(event.time)
    let isDue = running.map { now >= contests.endsAt[$0.contest.index] } ?? true
    guard isDue == (contest != nil), isDue == (theme != nil) else {
      throw .otherContest(sequence: event.sequence)
    }
    guard let contest else {
      rotateContests(now: now)
      return
    }
    let choice = nextThemes.firstIndex { ContestTheme.pool[Int($0)].name == theme }
    guard let choice, contest.index == contests.count else {
      throw .otherContest(sequence: event.sequence)
    }
    rotateContests(now: now) { _ in choice }
  }

  private mutating func make(
    _ change: Change, at time: Double
  ) throws(ChangeError.Refusal) {
    switch change {
    case .join, .joinNamed, .rename, .setDisplayName, .setPrivate, .setBio, .setPicture,
      .setAccountKind, .setPreferredSetting, .deleteAccount:
      do { try changeMember(change, at: time) } catch { throw .membership(error) }
    case .tie(let tie, let one, let other):
      do { try self.tie(tie, one, other, at: time) } catch { throw .tie(error) }
    case .readNotification(let number, let member):
      do {
        try markNotificationRead(number, of: member)
      } catch { throw .notification(error) }
    case .readAllNotifications(let member):
      do { try markAllNotificationsRead(of: member) } catch { throw .notification(error) }
    case .addPet, .changePet, .deletePet:
      do { try changePet(change) } catch { throw .pet(error) }
    case .guardian(let change, let pet, let guardian, let member):
      do {
        try self.guardian(change, of: pet, guardian, by: member, at: time)
      } catch { throw .pet(error) }
    case .publish(_, let author, let category, let privacy, let caption, let media, let pet):
      do {
        try publish(
          author: author, category: category, privacy: privacy, caption: caption, media: media,
          pet: pet, now: time)
      } catch { throw .publication(error) }
    case .comment(_, let text, let post, let member):
      do {
        try comment(text, on: post, by: member, now: time)
      } catch { throw .interaction(error) }
    case .setCaption, .setPrivacy:
      do { try edit(change, at: time) } catch { throw .edit(error) }
    case .deleteComment(let comment, let member):
      do {
        try deleteComment(comment, by: member, now: time)
      } catch { throw .interaction(error) }
    case .act(let change, let post, let member):
      try act(change, on: post, by: member, at: time)
    case .rotateContests: break
    case .endContest:
      do { try endContest(now: time) } catch { throw .contest(error) }
    }
  }

  private mutating func changeMember(
    _ change: Change, at time: Double
  ) throws(MembershipError) {
    switch change {
    case .join(_, let group): try join(group: group, now: time)
    case .joinNamed(_, let username, let displayName, let group, let isPrivate):
      try join(
        username: username, displayName: displayName, group: group, isPrivate: isPrivate,
        now: time)
    case .rename(let member, let username): try rename(member, to: username)
    case .setDisplayName(let member, let name): try setDisplayName(name, of: member)
    case .setPrivate(let member, let isPrivate):
      try setPrivate(isPrivate, for: member, now: time)
    case .setBio(let member, let bio): try setBio(bio, of: member)
    case .setPicture(let member, let key): try setPicture(key, of: member)
    case .setAccountKind(let member, let kind): try setAccountKind(kind, of: member)
    case .setPreferredSetting(let member, let setting):
      try setPreferredSetting(setting, of: member)
    case .deleteAccount(let member): try deleteAccount(of: member)
    default: break
    }
  }

  private mutating func changePet(_ change: Change) throws(PetError) {
    switch change {
    case .addPet(let pet):
      try addPet(
        owner: pet.owner, name: pet.name, type: pet.type, age: pet.age, gender: pet.gender,
        photo: pet.photo)
    case .changePet(let pet):
      try changePet(
        pet.id, by: pet.owner, name: pet.name, type: pet.type, age: pet.age, gender: pet.gender,
        photo: pet.photo)
    case .deletePet(let pet, let owner): try deletePet(pet, by: owner)
    default: break
    }
  }

  private mutating func edit(_ change: Change, at time: Double) throws(EditError) {
    switch change {
    case .setCaption(let post, let caption, let member):
      try setCaption(caption, of: post, by: member, now: time)
    case .setPrivacy(let post, let privacy, let member):
      try setPrivacy(privacy, of: post, by: member, now: time)
    default: break
    }
  }

  private mutating func guardian(
    _ change: GuardianChange, of pet: PetID, _ guardian: MemberID, by member: MemberID,
    at time: Double
  ) throws(PetError) {
    switch change {
    case .invite: try inviteGuardian(guardian, of: pet, by: member, now: time)
    case .approve: try approveGuardianship(of: pet, by: guardian, now: time)
    case .reject: try rejectGuardianship(of: pet, by: guardian, now: time)
    case .remove: try removeGuardian(guardian, of: pet, by: member)
    }
  }

  private mutating func tie(
    _ tie: TieChange, _ one: MemberID, _ other: MemberID, at time: Double
  ) throws(TieError) {
    switch tie {
    case .follow: try follow(one, other, now: time)
    case .unfollow: try unfollow(one, other)
    case .removeFollower: try removeFollower(one, of: other)
    case .approveFollow: try approveFollow(of: one, by: other, now: time)
    case .denyFollow: try denyFollow(of: one, by: other)
    case .withdrawFollow: try withdrawFollow(of: one, to: other)
    case .befriend: try befriend(one, other, now: time)
    case .unfriend: try unfriend(one, other)
    case .requestFriendship: try requestFriendship(from: one, to: other, now: time)
    case .approveFriendship: try approveFriendship(from: one, by: other, now: time)
    case .rejectFriendship: try rejectFriendship(from: one, by: other)
    case .withdrawFriendship: try withdrawFriendship(from: one, to: other)
    case .block: try block(one, other)
    case .unblock: try unblock(one, other)
    }
  }

  private mutating func act(
    _ change: PostChange, on post: PostID, by member: MemberID, at time: Double
  ) throws(ChangeError.Refusal) {
    switch change {
    case .view, .like, .unlike, .save, .unsave, .voteAsFriend:
      do {
        try interact(change, post, member, at: time)
      } catch { throw .interaction(error) }
    case .enter:
      do { try enter(post, by: member, now: time) } catch { throw .contest(error) }
    case .vote:
      do { try vote(for: post, by: member, now: time) } catch { throw .contest(error) }
    case .delete:
      do { try delete(post, by: member, now: time) } catch { throw .deletion(error) }
    }
  }

  private mutating func interact(
    _ change: PostChange, _ post: PostID, _ member: MemberID, at time: Double
  ) throws(InteractionError) {
    switch change {
    case .view: try view(post, by: member, now: time)
    case .like: try like(post, by: member, now: time)
    case .unlike: try unlike(post, by: member, now: time)
    case .save: try save(post, by: member, now: time)
    case .unsave: try unsave(post, by: member, now: time)
    case .voteAsFriend: try voteAsFriend(for: post, by: member, now: time)
    default: break
    }
  }
}
