import SocialFeed

extension SlowCommunity {
  mutating func apply(_ call: Call, now: Double) -> Outcome {
    if let error = refusal(of: call, now: now) { return .refused(error) }
    switch call {
    case .join(let group):
      members.append(Member(joinedAt: now, group: group))
      return .joined(MemberID(members.count - 1))
    case .follow(let one, let other): members[one.index].followees.append(other)
    case .unfollow(let one, let other): members[one.index].followees.removeAll { $0 == other }
    case .befriend(let one, let other):
      members[one.index].friends.append(other)
      members[other.index].friends.append(one)
    case .unfriend(let one, let other):
      members[one.index].friends.removeAll { $0 == other }
      members[other.index].friends.removeAll { $0 == one }
    case .publish(let author, let category, let privacy):
      posts.append(
        SlowPost(author: author, category: category, createdAt: now, privacy: privacy))
      return .published(PostID(posts.count - 1))
    case .interact(let kind, let post, let member): interact(kind, post, member, now: now)
    case .enter(let post, _):
      entries.append(SlowEntry(post: post, contest: runningContest!, submittedAt: now))
    case .rotateContests: return .opened(rotateContests(now: now))
    }
    return .done
  }

  private mutating func interact(
    _ kind: InteractionKind, _ post: PostID, _ member: MemberID, now: Double
  ) {
    switch kind {
    case .view: posts[post.index].views += 1
    case .like: posts[post.index].likedBy.insert(member)
    case .unlike: posts[post.index].likedBy.remove(member)
    case .comment: posts[post.index].comments += 1
    case .save: posts[post.index].savedBy.insert(member)
    case .unsave: posts[post.index].savedBy.remove(member)
    case .vote:
      entries[entries.firstIndex { $0.post == post }!].voters.insert(member)
      return
    }
    if kind == .unlike || kind == .unsave {
      let taken: InteractionKind = kind == .unlike ? .like : .save
      let place = members[member.index].learnt.lastIndex { $0.kind == taken && $0.post == post }!
      members[member.index].learnt[place].isTakenBack = true
    } else {
      members[member.index].learnt.append(
        Lesson(
          kind: kind, post: post, category: posts[post.index].category,
          time: kind == .like || kind == .save ? now.rounded(.down) : now))
    }
  }

  private mutating func rotateContests(now: Double) -> ContestID? {
    if let running = runningContest {
      guard now >= contests[running.index].endsAt else { return nil }
      contests[running.index].finalLeaderboard = leaderboard(of: running)
    }
    contests.append(SlowContest(startsAt: now, endsAt: now + contestLength))
    return runningContest
  }
}

// MARK: What is refused

extension SlowCommunity {
  private func refusal(of call: Call, now: Double) -> AnyHashable? {
    switch call {
    case .join, .rotateContests: return nil
    case .follow(let one, let other):
      return refusal(of: one, other)
        ?? (isFollowing(one, other) ? TieError.alreadyFollowing(one, other) : nil)
    case .unfollow(let one, let other):
      return refusal(of: one, other)
        ?? (isFollowing(one, other) ? nil : TieError.notFollowing(one, other))
    case .befriend(let one, let other):
      return refusal(of: one, other)
        ?? (isFriend(one, other) ? TieError.alreadyFriends(one, other) : nil)
    case .unfriend(let one, let other):
      return refusal(of: one, other)
        ?? (isFriend(one, other) ? nil : TieError.notFriends(one, other))
    case .publish(let author, let category, _):
      if !knows(author) { return PublicationError.unknownMember(author) }
      if category.index < categoryCount { return nil }
      return PublicationError.unknownCategory(category, count: categoryCount)
    case .interact(.vote, let post, let member): return refusal(ofVote: post, member, now: now)
    case .interact(let kind, let post, let member): return refusal(of: kind, post, member)
    case .enter(let post, let member): return refusal(ofEntry: post, member, now: now)
    }
  }

  private func refusal(of one: MemberID, _ other: MemberID) -> TieError? {
    if !knows(one) { return .unknownMember(one) }
    if !knows(other) { return .unknownMember(other) }
    return one == other ? .oneself(one) : nil
  }

  private func refusal(
    of kind: InteractionKind, _ post: PostID, _ member: MemberID
  ) -> InteractionError? {
    if !knows(member) { return .unknownMember(member) }
    if !knows(post) { return .unknownPost(post) }
    if !isVisible(post, to: member) { return .notVisible(post) }
    let isLiked = posts[post.index].likedBy.contains(member)
    let isSaved = posts[post.index].savedBy.contains(member)
    switch kind {
    case .like: return isLiked ? .alreadyLiked(post) : nil
    case .unlike: return isLiked ? nil : .notLiked(post)
    case .save: return isSaved ? .alreadySaved(post) : nil
    case .unsave: return isSaved ? nil : .notSaved(post)
    case .view, .comment, .vote: return nil
    }
  }

  private func refusal(
    ofEntry post: PostID, _ member: MemberID, now: Double
  ) -> ContestError? {
    if !knows(member) { return .unknownMember(member) }
    if !knows(post) { return .unknownPost(post) }
    guard let contest = contests.last, now < contest.endsAt else { return .noContest(at: now) }
    if posts[post.index].author != member { return .notTheAuthor(post, member) }
    if posts[post.index].privacy != .everyone { return .notPublic(post) }
    return entry(of: post) == nil ? nil : .alreadyEntered(post)
  }

  private func refusal(
    ofVote post: PostID, _ member: MemberID, now: Double
  ) -> ContestError? {
    if !knows(member) { return .unknownMember(member) }
    if !knows(post) { return .unknownPost(post) }
    guard let entry = entry(of: post) else { return .notAnEntry(post) }
    let isOver = entry.contest != runningContest || now >= contests[entry.contest.index].endsAt
    if isOver { return .contestClosed(entry.contest) }
    if posts[post.index].author == member { return .ownEntry(post) }
    return entry.voters.contains(member) ? .alreadyVoted(post) : nil
  }
}
