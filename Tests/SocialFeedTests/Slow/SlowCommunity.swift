import SocialFeed

/// The same rules as ``Community``, worked out the slow and obvious way from what its comments
/// promise: lists, sets and dictionaries, nothing counted that could be looked at, nothing kept in
/// order that could be sorted, nothing removed from a list that could be passed over.
struct SlowCommunity {
  struct Member {
    let joinedAt: Double
    let group: UInt8
    /// `nil` for the reserved name.
    var username: String?
    var displayName = ""
    var bio = ""
    var picture: String?
    var kind = ""
    var preferredSetting: [String] = []
    var isPrivate = false
    var isDeleted = false
    /// All that the member has ever got.
    var notifications: [SlowNotification] = []
    var learnt: [Lesson] = []
  }

  struct SlowNotification {
    let kind: NotificationKind
    let subject: NotificationSubject?
    let sender: MemberID
    let time: Double
    var isRead = false
  }

  /// An interaction that taught a member's affinity something.
  struct Lesson: Equatable {
    let kind: InteractionKind
    let post: PostID
    let category: CategoryID?
    let time: Double
    var isTakenBack = false
  }

  struct SlowPet {
    var draft: PetDraft
    var isDeleted = false
    /// In the order of the first invitation.
    var guardians: [SlowGuardian] = []
  }

  struct SlowGuardian {
    let member: MemberID
    var state: GuardianState
    var invitedAt: Double
    var answeredAt: Double?
  }

  struct SlowPost {
    var draft: PostDraft
    let createdAt: Double
    var isDeleted = false
    var views = 0
    var likedBy: Set<MemberID> = []
    var savedBy: Set<MemberID> = []
    var friendVoters: Set<MemberID> = []

    var author: MemberID { draft.author }
    var category: CategoryID? { draft.category }
    var privacy: Privacy { draft.privacy }
  }

  struct SlowComment: Equatable {
    let id: CommentID
    let post: PostID
    let author: MemberID
    let text: String
    let writtenAt: Double
  }

  struct SlowEntry {
    let post: PostID
    let contest: ContestID
    let submittedAt: Double
    var voters: Set<MemberID> = []
  }

  struct SlowContest {
    let startsAt: Double
    var endsAt: Double
    /// In the pool of themes.
    let theme: Int
    /// The ten posts of the final leaderboard.
    var finalLeaderboard: [LeaderboardEntry]?
  }

  let categoryCount: Int
  let rule: AffinityRule
  let contestLength: Double
  let notificationLimit: Int
  let strangersMayVote: Bool
  /// When the last call happened that was accepted.
  var lastInstant = 0.0
  var members: [Member] = []
  /// Who follows whom.
  var follows = Pairs()
  /// Each pair of friends once, the older member first.
  var friendships = Pairs()
  var followRequests = Pairs()
  var friendRequests = Pairs()
  /// Pairs whose last request was rejected, the older member first.
  var rejections = Pairs()
  /// Who has blocked whom.
  var blocks = Pairs()
  var pets: [SlowPet] = []
  /// Owners and approved guardians in the order of becoming so.
  var keepers: [(member: MemberID, pet: PetID)] = []
  /// With those that were deleted.
  var posts: [SlowPost] = []
  /// All that were ever written and whose authors have an account.
  var comments: [SlowComment] = []
  /// How many were ever written.
  var commentCount = 0
  /// In the order of submission, those of all contests and of deleted posts.
  var entries: [SlowEntry] = []
  var contests: [SlowContest] = []

  init(
    categoryCount: Int, rule: AffinityRule, contestLength: Double, notificationLimit: Int,
    strangersMayVote: Bool
  ) {
    self.categoryCount = categoryCount
    self.rule = rule
    self.contestLength = contestLength
    self.notificationLimit = notificationLimit
    self.strangersMayVote = strangersMayVote
  }
}

/// A set of ordered pairs of members that remembers the order in which they came.
struct Pairs {
  struct Pair: Hashable {
    let one: MemberID
    let other: MemberID
  }

  private(set) var list: [Pair] = []
  private var set: Set<Pair> = []
  private var dates: [Pair: Double] = [:]

  var count: Int { list.count }

  func contains(_ one: MemberID, _ other: MemberID) -> Bool {
    set.contains(Pair(one: one, other: other))
  }

  /// When a pair was added.
  func date(_ one: MemberID, _ other: MemberID) -> Double? {
    contains(one, other) ? dates[Pair(one: one, other: other)] : nil
  }

  mutating func add(_ one: MemberID, _ other: MemberID, at date: Double = 0) {
    dates[Pair(one: one, other: other)] = date
    if set.insert(Pair(one: one, other: other)).inserted {
      list.append(Pair(one: one, other: other))
    }
  }

  mutating func remove(_ one: MemberID, _ other: MemberID) {
    let pair = Pair(one: one, other: other)
    if set.remove(pair) != nil { list.removeAll { $0 == pair } }
  }

  /// The others of those whose one is this, in the order in which they came.
  func others(of one: MemberID) -> [MemberID] { list.filter { $0.one == one }.map(\.other) }

  /// Removes all pairs that a member is in.
  mutating func removeAll(of member: MemberID) {
    for pair in list where pair.one == member || pair.other == member {
      remove(pair.one, pair.other)
    }
  }

  /// The ones of those whose other is this, in the order in which they came.
  func ones(of other: MemberID) -> [MemberID] { list.filter { $0.other == other }.map(\.one) }
}

// MARK: What there is

extension SlowCommunity {
  /// Without deleted ones.
  var allMembers: [MemberID] { members.indices.map { MemberID($0) }.filter { knows($0) } }
  /// Deleted ones too.
  var allPosts: [PostID] { posts.indices.map { PostID($0) } }
  /// Without deleted ones.
  var allPets: [PetID] { pets.indices.map { PetID($0) }.filter { knows($0) } }

  /// Whether there is such a member, not deleted.
  func knows(_ member: MemberID) -> Bool {
    members.indices.contains(member.index) && !members[member.index].isDeleted
  }
  /// Whether there is such a post, not deleted.
  func knows(_ post: PostID) -> Bool {
    posts.indices.contains(post.index) && !posts[post.index].isDeleted
  }
  /// Whether there is such a pet, not deleted.
  func knows(_ pet: PetID) -> Bool {
    pets.indices.contains(pet.index) && !pets[pet.index].isDeleted
  }

  /// Whether a post is by the member, or of a pet that the member owns or is a guardian of.
  func isOwn(_ post: PostID, _ member: MemberID) -> Bool {
    let draft = posts[post.index].draft
    return draft.author == member || draft.pet.map { isKept($0, by: member) } ?? false
  }

  func isKept(_ pet: PetID, by member: MemberID) -> Bool {
    pets[pet.index].draft.owner == member || guardianState(of: member, for: pet) == .approved
  }

  func guardianState(of member: MemberID, for pet: PetID) -> GuardianState? {
    pets[pet.index].guardians.first { $0.member == member }?.state
  }

  /// The approved guardians that a viewer sees; `nil` for whom the owner's lists are not.
  func guardians(of pet: PetID, for viewer: MemberID?) -> [MemberID]? {
    let owner = pets[pet.index].draft.owner
    guard areListsOpen(of: owner, to: viewer) else { return nil }
    let approved = pets[pet.index].guardians.filter { $0.state == .approved }.map(\.member)
    guard let viewer else { return approved }
    return approved.filter { !isBlocked(viewer, owner) && !isBlocked(viewer, $0) }
  }

  /// The pets that a viewer sees a member keep; `nil` for whom the member's lists are not.
  func pets(of member: MemberID, for viewer: MemberID?) -> [PetID]? {
    guard areListsOpen(of: member, to: viewer) else { return nil }
    return keepers.filter { $0.member == member }.map(\.pet).filter { pet in
      let owner = pets[pet.index].draft.owner
      if viewer == member { return true }
      let isHidden = viewer.map { isBlocked($0, member) || isBlocked($0, owner) } ?? false
      return !isHidden && areListsOpen(of: owner, to: viewer)
    }
  }

  /// Blocks first; then one's own; then who the author lets see it.
  func isVisible(_ post: PostID, to viewer: MemberID?) -> Bool {
    let (author, privacy) = (posts[post.index].author, posts[post.index].privacy)
    if posts[post.index].isDeleted { return false }
    guard let viewer else { return privacy == .everyone && !members[author.index].isPrivate }
    if isBlocked(viewer, author) { return false }
    if isOwn(post, viewer) || privacy != .onlyMe && isFriend(viewer, author) { return true }
    if privacy != .everyone { return false }
    return !members[author.index].isPrivate || isFollowing(viewer, author)
  }
}

// MARK: Contests

extension SlowCommunity {
  /// The entry of a post that is still there.
  func entry(of post: PostID) -> SlowEntry? {
    knows(post) ? entries.first { $0.post == post } : nil
  }

  var runningContest: ContestID? { contests.isEmpty ? nil : ContestID(contests.count - 1) }

  /// Sorted anew: by votes, then earlier submission, then lower identifier.
  func leaderboard(of contest: ContestID) -> [LeaderboardEntry] {
    if let final = contests[contest.index].finalLeaderboard {
      return final.filter { knows($0.post) }
    }
    let sorted = entries.filter { $0.contest == contest && knows($0.post) }.sorted {
      if $0.voters.count != $1.voters.count { return $0.voters.count > $1.voters.count }
      if $0.submittedAt != $1.submittedAt { return $0.submittedAt < $1.submittedAt }
      return $0.post < $1.post
    }
    return sorted.prefix(10).map { LeaderboardEntry(post: $0.post, votes: $0.voters.count) }
  }

  /// The themes that the next contest can have, as indexes in the pool: from behind the last theme
  /// on, and around, without those of the last ten contests.
  var nextThemes: [Int] {
    let count = ContestTheme.pool.count
    let first = contests.last.map { $0.theme + 1 } ?? 0
    let recent = contests.suffix(10).map(\.theme)
    return (first..<first + count).map { $0 % count }.filter { !recent.contains($0) }
  }
}
