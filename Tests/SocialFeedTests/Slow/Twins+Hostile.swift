import SocialFeed
import TestSupport

/// What a client may hand in: identifiers that exist and that do not, and limits of any size.
struct Hostility {
  var member: MemberID
  var other: MemberID
  var viewer: MemberID?
  var post: PostID
  var pet: PetID
  var contest: ContestID
  var comment: CommentID
  var category: CategoryID
  var limit: Int

  init(_ slow: SlowCommunity, using generator: inout SeededGenerator) {
    /// 0, one that there is, one past the end, or the last of all numbers.
    func identifier<ID: DenseIdentifier>(of count: Int) -> ID {
      let known = Int.random(in: 0...count, using: &generator)
      return ID([0, known, known, count, Int(UInt32.max)].randomElement(using: &generator)!)
    }
    let members = slow.members.count
    member = identifier(of: members)
    other = identifier(of: members)
    viewer = generator.unit() < 0.3 ? nil : identifier(of: members)
    post = identifier(of: slow.posts.count)
    pet = identifier(of: slow.pets.count)
    contest = identifier(of: slow.contests.count)
    comment = identifier(of: slow.commentCount)
    category = identifier(of: slow.categoryCount)
    limit = [.min, -1, 0, 1, 1000, .max].randomElement(using: &generator)!
  }
}

/// The error by which a question is refused, or `nil`.
func thrown<Value, Failure: Error & Hashable>(
  _ question: () throws(Failure) -> Value
) -> Failure? {
  do throws(Failure) {
    _ = try question()
    return nil
  } catch { return error }
}

extension Twins {
  /// Asks every question with arguments of which some are senseless: each is refused exactly where the
  /// slow model refuses it, and otherwise a question about nothing is answered with `nil` or `false`.
  func compareHostileQuestions(using generator: inout SeededGenerator) throws(Difference) {
    let asked = Hostility(slow, using: &generator)
    try compareAbsences(asked)
    try compareRefusals(of: asked)
    try comparePetRefusals(of: asked)
    try comparePostRefusals(of: asked)
    try compareForeignCursors(asked, using: &generator)
    try compareHostilePages(asked, using: &generator)
  }

  private func compareAbsences(_ asked: Hostility) throws(Difference) {
    let (member, post, pet) = (asked.member, asked.post, asked.pet)
    if !slow.knows(member) { try compareAbsence(of: member) }
    for index in [Int.min, -1, slow.members.count, .max] {
      let isThere =
        community.followee(of: member, at: index) != nil
        || community.follower(of: member, at: index) != nil
        || community.friend(of: member, at: index) != nil
      try agree(isThere, false, "a tie of \(member) at \(index)")
    }
    let hasAffinity = slow.knows(member) && asked.category.index < slow.categoryCount
    for clock in [now, .nan, .infinity, -.infinity] {
      let found = community.affinity(of: member, for: asked.category, at: clock)
      try agree(found != nil, hasAffinity, "affinity of \(member) for \(asked.category)")
    }
    if !slow.posts.indices.contains(post.index) {
      let isThere =
        community.author(of: post) != nil || community.category(of: post) != nil
        || community.createdAt(post) != nil || community.isOwn(post, member)
        || community.voteCount(of: post) != nil
      try agree(isThere, false, "author, category or creation of \(post)")
    }
    if !slow.knows(post) {
      let isThere =
        community.contains(post) || community.post(post) != nil || community.entry(of: post) != nil
        || community.isVisible(post, to: asked.viewer) || community.isLiked(post, by: member)
        || community.isSaved(post, by: member) || community.hasVoted(for: post, by: member)
        || community.hasVotedAsFriend(for: post, by: member)
        || community.interactionState(of: post, for: member) != nil
      try agree(isThere, false, "presence of post \(post)")
    }
    if slow.knows(post) {
      let votes = slow.entry(of: post)?.voters.count ?? 0
      try agree(community.voteCount(of: post), votes, "votes for \(post)")
    }
    if !slow.knows(pet) {
      let isThere =
        community.contains(pet) || community.pet(pet) != nil
        || community.guardianship(of: member, for: pet) != nil
        || community.guardianState(of: member, for: pet) != nil
      try agree(isThere, false, "presence of pet \(pet)")
    }
    let isContest = slow.contests.indices.contains(asked.contest.index)
    try agree(community.contains(asked.contest), isContest, "contest \(asked.contest)")
    try agree(community.contest(asked.contest) != nil, isContest, "contest \(asked.contest)")
    try agree(community.leaderboard(of: asked.contest) != nil, isContest, "its leaderboard")
    let isComment = slow.comments.contains { $0.id == asked.comment && slow.knows($0.post) }
    try agree(community.contains(asked.comment), isComment, "comment \(asked.comment)")
  }

  private func compareRefusals(of asked: Hostility) throws(Difference) {
    let (member, viewer, limit) = (asked.member, asked.viewer, asked.limit)
    for kind in TieList.allCases {
      try agree(
        thrown { () throws(ListError) in
          try community.page(
            kind, of: member, for: viewer, matching: "", after: nil, limit: limit)
        }, slow.refusal(of: kind, member, for: viewer, limit: limit),
        "\(limit) of \(kind) of \(member) for \(String(describing: viewer))")
    }
    let stranger = viewer.flatMap { slow.knows($0) ? nil : ListError.unknownMember($0) }
    try agree(
      thrown { () throws(ListError) in
        try community.searchMembers(prefix: "", for: viewer, limit: limit)
      }, limit < 0 ? .limit(limit) : stranger, "a search of \(limit)")
    try agree(
      thrown { () throws(ListError) in try community.suggestions(for: member, limit: limit) },
      !slow.knows(member) ? .unknownMember(member) : limit < 0 ? .limit(limit) : nil,
      "\(limit) suggestions for \(member)")
    try agree(
      thrown { () throws(NotificationError) in
        try community.notifications(of: member, after: asked.limit, limit: limit)
      }, !slow.knows(member) ? .unknownMember(member) : limit < 1 ? .limit(limit) : nil,
      "\(limit) notifications of \(member)")
    try agree(
      thrown { () throws(SyncError) in
        try community.interactionStates(of: [asked.post], for: member)
      }, slow.knows(member) ? nil : .unknownMember(member), "states for \(member)")
  }

  private func comparePetRefusals(of asked: Hostility) throws(Difference) {
    let (member, viewer, pet) = (asked.member, asked.viewer, asked.pet)
    try agree(
      thrown { () throws(ListError) in try community.pets(of: member, for: viewer) },
      slow.refusal(of: .friends, member, for: viewer, limit: 1), "pets of \(member)")
    let owner = slow.knows(pet) ? slow.pets[pet.index].draft.owner : member
    let ownersRefusal = slow.refusal(of: .friends, owner, for: viewer, limit: 1)
    try agree(
      thrown { () throws(ListError) in try community.guardians(of: pet, for: viewer) },
      slow.knows(pet) ? ownersRefusal : .unknownPet(pet), "guardians of \(pet)")
    let notOwner: PetError? = owner == member ? nil : .notTheOwner(pet, member)
    try agree(
      thrown { () throws(PetError) in try community.guardianships(of: pet, by: member) },
      !slow.knows(member)
        ? .unknownMember(member) : !slow.knows(pet) ? .unknownPet(pet) : notOwner,
      "guardianships of \(pet)")
  }

  private func comparePostRefusals(of asked: Hostility) throws(Difference) {
    let (member, viewer, post, limit) = (asked.member, asked.viewer, asked.post, asked.limit)
    let tooSmall = limit < 1 ? PostListError.pageTooSmall(limit) : nil
    let unknown = slow.knows(member) ? nil : PostListError.unknownMember(member)
    let stranger = viewer.flatMap { slow.knows($0) ? nil : PostListError.unknownMember($0) }
    try agree(
      thrown { () throws(PostListError) in
        try community.posts(by: member, for: viewer, before: post, limit: limit)
      }, unknown ?? stranger ?? tooSmall, "\(limit) posts by \(member)")
    let unknownPet = slow.knows(asked.pet) ? nil : PostListError.unknownPet(asked.pet)
    try agree(
      thrown { () throws(PostListError) in
        try community.posts(of: asked.pet, for: viewer, before: post, limit: limit)
      }, unknownPet ?? stranger ?? tooSmall, "\(limit) posts of pet \(asked.pet)")
    try agree(
      thrown { () throws(PostListError) in
        try community.savedPosts(of: member, before: post, limit: limit)
      }, unknown ?? tooSmall, "\(limit) posts that \(member) saved")
    let isHidden = slow.knows(post) && stranger == nil && !slow.isVisible(post, to: viewer)
    let hidden = isHidden ? PostListError.notVisible(post) : nil
    let expected =
      stranger ?? tooSmall ?? (slow.knows(post) ? hidden : PostListError.unknownPost(post))
    try agree(
      thrown { () throws(PostListError) in
        try community.likers(of: post, for: viewer, after: member, limit: limit)
      }, expected, "\(limit) who like \(post)")
    try agree(
      thrown { () throws(PostListError) in
        try community.voters(for: post, for: viewer, after: member, limit: limit)
      }, expected, "\(limit) who voted for \(post)")
    try agree(
      thrown { () throws(PostListError) in
        try community.friendVoters(for: post, for: viewer, after: member, limit: limit)
      }, expected, "\(limit) who voted for \(post) as friends")
    try agree(
      thrown { () throws(InteractionError) in
        try community.comments(on: post, for: viewer, limit: limit)
      }, limit < 1 ? .pageTooSmall(limit) : refusalOfComments(post, viewer),
      "\(limit) comments on \(post)")
  }
}

extension SlowCommunity {
  /// Why the first page of a member's list is refused.
  func refusal(
    of kind: TieList, _ member: MemberID, for viewer: MemberID?, limit: Int
  ) -> ListError? {
    if !knows(member) { return .unknownMember(member) }
    if !kind.isOnesOwn, let viewer, !knows(viewer) { return .unknownMember(viewer) }
    if !mayRead(kind, of: member, viewer) { return .notAllowed(member) }
    return limit < 1 ? .limit(limit) : nil
  }
}
