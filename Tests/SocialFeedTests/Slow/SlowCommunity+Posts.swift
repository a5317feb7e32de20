import SocialFeed

extension SlowCommunity {
  mutating func publish(
    author: MemberID, category: CategoryID?, privacy: Privacy, caption: String, media: [Media],
    pet: PetID?, now: Double
  ) throws(PublicationError) -> PostID {
    if !knows(author) { throw .unknownMember(author) }
    if let category, category.index >= categoryCount {
      throw .unknownCategory(category, count: categoryCount)
    }
    // Counting characters is slow, and there are no fewer bytes.
    if caption.utf8.count > 2200 && caption.count > 2200 {
      throw .captionTooLong(characters: caption.count)
    }
    if media.count > 10 { throw .tooManyMedia(media.count) }
    if media.contains(where: { $0.key.isEmpty }) { throw .emptyMediaKey }
    if let pet {
      if !knows(pet) { throw .unknownPet(pet) }
      if !isKept(pet, by: author) { throw .petOfOthers(pet, author) }
    }
    let draft = PostDraft(
      author: author, category: category, privacy: privacy, caption: caption, media: media,
      pet: pet)
    posts.append(SlowPost(draft: draft, createdAt: now))
    return PostID(posts.count - 1)
  }

  mutating func delete(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(DeletionError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(post) { throw .unknownPost(post) }
    let draft = posts[post.index].draft
    let owner = draft.pet.map { pets[$0.index].draft.owner }
    if draft.author != member && owner != member { throw .notAllowed(post, member) }
    remove(post)
  }

  mutating func setCaption(
    _ caption: String, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError) {
    try checkEdit(post, member)
    if caption.utf8.count > 2200 && caption.count > 2200 {
      throw .captionTooLong(characters: caption.count)
    }
    posts[post.index].draft.caption = caption
  }

  mutating func setPrivacy(
    _ privacy: Privacy, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError) {
    try checkEdit(post, member)
    posts[post.index].draft.privacy = privacy
  }

  private func checkEdit(_ post: PostID, _ member: MemberID) throws(EditError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(post) { throw .unknownPost(post) }
    if posts[post.index].author != member { throw .notTheAuthor(post, member) }
  }
}

// MARK: Interactions

extension SlowCommunity {
  mutating func view(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    posts[post.index].views += 1
    learn(.view, post, member, at: now)
  }

  mutating func like(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    if !posts[post.index].likedBy.insert(member).inserted { throw .alreadyLiked(post) }
    learn(.like, post, member, at: now.rounded(.down))
  }

  mutating func unlike(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    let isVisible = try checkKnown(post, member)
    if posts[post.index].likedBy.remove(member) == nil {
      throw isVisible ? .notLiked(post) : .notVisible(post)
    }
    unlearn(.like, post, member)
  }

  mutating func save(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    if !posts[post.index].savedBy.insert(member).inserted { throw .alreadySaved(post) }
    learn(.save, post, member, at: now.rounded(.down))
  }

  mutating func unsave(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    let isVisible = try checkKnown(post, member)
    if posts[post.index].savedBy.remove(member) == nil {
      throw isVisible ? .notSaved(post) : .notVisible(post)
    }
    unlearn(.save, post, member)
  }

  mutating func comment(
    _ text: String, on post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) -> CommentID {
    try check(post, member)
    if text.isEmpty { throw .emptyComment }
    if text.utf8.count > 2000 && text.count > 2000 {
      throw .commentTooLong(characters: text.count)
    }
    let id = CommentID(commentCount)
    commentCount += 1
    comments.append(
      SlowComment(id: id, post: post, author: member, text: text, writtenAt: now))
    learn(.comment, post, member, at: now)
    return id
  }

  mutating func voteAsFriend(
    for post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    if isOwn(post, member) { throw .ownPost(post) }
    if !strangersMayVote && !isFriend(member, posts[post.index].author) { throw .notAFriend(post) }
    if !posts[post.index].friendVoters.insert(member).inserted { throw .alreadyVoted(post) }
  }

  mutating func deleteComment(
    _ comment: CommentID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    if !knows(member) { throw .unknownMember(member) }
    guard let index = comments.firstIndex(where: { $0.id == comment && knows($0.post) }) else {
      throw .unknownComment(comment)
    }
    let post = posts[comments[index].post.index]
    let owner = post.draft.pet.map { pets[$0.index].draft.owner }
    if ![comments[index].author, post.author, owner].contains(member) {
      throw .notAllowed(comment, member)
    }
    comments.remove(at: index)
  }

  /// Whether the member sees the post.
  private func checkKnown(_ post: PostID, _ member: MemberID) throws(InteractionError) -> Bool {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(post) { throw .unknownPost(post) }
    return isVisible(post, to: member)
  }

  private func check(_ post: PostID, _ member: MemberID) throws(InteractionError) {
    if try !checkKnown(post, member) { throw .notVisible(post) }
  }

  private mutating func learn(
    _ kind: InteractionKind, _ post: PostID, _ member: MemberID, at time: Double
  ) {
    members[member.index].learnt.append(
      Lesson(kind: kind, post: post, category: posts[post.index].category, time: time))
  }

  private mutating func unlearn(_ kind: InteractionKind, _ post: PostID, _ member: MemberID) {
    let index = members[member.index].learnt.lastIndex { $0.kind == kind && $0.post == post }!
    members[member.index].learnt[index].isTakenBack = true
  }
}

// MARK: Contests

extension SlowCommunity {
  mutating func rotateContests(
    now: Double, choosing choose: (_ count: Int) -> Int
  ) -> ContestID? {
    let themes = nextThemes
    if let running = runningContest {
      if now < contests[running.index].endsAt { return nil }
      contests[running.index].finalLeaderboard = leaderboard(of: running)
    }
    contests.append(
      SlowContest(
        startsAt: now, endsAt: now + contestLength,
        theme: themes[(choose(themes.count) % themes.count + themes.count) % themes.count]))
    return runningContest
  }

  mutating func endContest(now: Double) throws(ContestError) {
    guard let contest = runningContest, now < contests[contest.index].endsAt else {
      throw .noContest(at: now)
    }
    contests[contest.index].endsAt = now
  }

  mutating func enter(_ post: PostID, by member: MemberID, now: Double) throws(ContestError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(post) { throw .unknownPost(post) }
    guard let contest = runningContest, now < contests[contest.index].endsAt else {
      throw .noContest(at: now)
    }
    if posts[post.index].author != member { throw .notTheAuthor(post, member) }
    if !isVisible(post, to: nil) { throw .notPublic(post) }
    if entry(of: post) != nil { throw .alreadyEntered(post) }
    entries.append(SlowEntry(post: post, contest: contest, submittedAt: now))
  }

  /// The author of the entry is notified.
  mutating func vote(for post: PostID, by member: MemberID, now: Double) throws(ContestError) {
    if !knows(member) { throw .unknownMember(member) }
    if !knows(post) { throw .unknownPost(post) }
    guard let index = entries.firstIndex(where: { $0.post == post }) else {
      throw .notAnEntry(post)
    }
    let contest = entries[index].contest
    if contest != runningContest || now >= contests[contest.index].endsAt {
      throw .contestClosed(contest)
    }
    if !isVisible(post, to: member) { throw .notVisible(post) }
    if isOwn(post, member) { throw .ownEntry(post) }
    if !entries[index].voters.insert(member).inserted { throw .alreadyVoted(post) }
    notify(.contestVote, about: .post(post), to: posts[post.index].author, from: member, now: now)
  }
}

// MARK: Questions

extension SlowCommunity {
  func commentCount(of post: PostID) -> Int {
    knows(post) ? comments.count { $0.post == post } : 0
  }

  /// The comments on a post, newest first, without those of members across a block.
  func comments(on post: PostID, for viewer: MemberID?) -> [SlowComment] {
    comments.reversed().filter { comment in
      comment.post == post && !(viewer.map { isBlocked($0, comment.author) } ?? false)
    }
  }

  func interactionState(of post: PostID, for member: MemberID) -> InteractionState? {
    guard knows(post), isVisible(post, to: member) else { return nil }
    let found = posts[post.index]
    return InteractionState(
      post: post, isLiked: found.likedBy.contains(member), isSaved: found.savedBy.contains(member),
      likeCount: found.likedBy.count, saveCount: found.savedBy.count)
  }

  func interactionStates(
    of ids: [PostID], for member: MemberID
  ) throws(SyncError) -> InteractionStates {
    if !knows(member) { throw .unknownMember(member) }
    if ids.count > 50 { throw .tooManyPosts(ids.count) }
    let once = ids.indices.filter { ids.firstIndex(of: ids[$0]) == $0 }.map { ids[$0] }
    return InteractionStates(
      states: once.compactMap { interactionState(of: $0, for: member) },
      missing: once.filter { interactionState(of: $0, for: member) == nil })
  }
}

extension SlowCommunity: CommunityCalls {}
