import SocialFeed

extension Twins {
  func compare(_ id: PostID) throws(Difference) {
    let expected = slow.posts[id.index]
    try agree(community.author(of: id), expected.author, "author of \(id)")
    try agree(community.category(of: id), expected.category, "category of \(id)")
    try agree(community.createdAt(id), expected.createdAt, "creation of \(id)")
    try compareRow(of: id)
    try compareEntry(of: id)
    try agree(community.isVisible(id, to: nil), slow.isVisible(id, to: nil), "\(id) is visible")
    for member in slow.allMembers { try compare(id, for: member) }
  }

  /// What is between a post and a member.
  func compare(_ id: PostID, for member: MemberID) throws(Difference) {
    let expected = slow.posts[id.index]
    guard
      community.isLiked(id, by: member) == expected.likedBy.contains(member),
      community.isSaved(id, by: member) == expected.savedBy.contains(member),
      community.hasVotedAsFriend(for: id, by: member) == expected.friendVoters.contains(member),
      community.hasVoted(for: id, by: member) == slow.entry(of: id)?.voters.contains(member)
        ?? false
    else { throw Difference("a like, save or vote of \(id) by \(member)") }
    guard community.isVisible(id, to: member) == slow.isVisible(id, to: member) else {
      throw Difference("whether \(id) is visible to \(member)")
    }
    if !expected.isDeleted && community.isOwn(id, member) != slow.isOwn(id, member) {
      throw Difference("whether \(id) is \(member)'s own")
    }
    let state = community.interactionState(of: id, for: member)
    guard state == slow.interactionState(of: id, for: member) else {
      throw Difference("state of \(id) for \(member): \(String(describing: state))")
    }
  }

  func compareRow(of id: PostID) throws(Difference) {
    let (found, expected) = (community.post(id), slow.posts[id.index])
    guard let found else { return try agree(expected.isDeleted, true, "deletion of \(id)") }
    let draft = PostDraft(
      author: found.author, category: found.category, privacy: found.privacy,
      caption: found.caption, media: found.media, pet: found.pet)
    try agree(draft, expected.draft, "post \(id)")
    try agree(found.id, id, "post \(id)")
    try agree(found.createdAt, expected.createdAt, "creation of \(id)")
    try agree(
      [found.views, found.likes, found.comments, found.saves, found.friendVotes],
      [
        expected.views, expected.likedBy.count, slow.commentCount(of: id), expected.savedBy.count,
        expected.friendVoters.count,
      ], "views, likes, comments, saves and friends' votes of \(id)")
  }

  func compareEntry(of id: PostID) throws(Difference) {
    let (found, expected) = (community.entry(of: id), slow.entry(of: id))
    try agree(found?.post, expected?.post, "entry of \(id)")
    try agree(found?.contest, expected?.contest, "contest of \(id)")
    try agree(found?.submittedAt, expected?.submittedAt, "submission of \(id)")
    try agree(found?.votes, expected?.voters.count, "votes for \(id)")
  }
}
