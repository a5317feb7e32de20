import Foundation
import SocialFeed

/// The same rules as ``Community``, worked out the slow and obvious way: lists and dictionaries,
/// nothing counted that could be looked at, nothing kept in order that could be sorted.
struct SlowCommunity {
  struct Member {
    let joinedAt: Double
    let group: UInt8
    /// In the order of following and of befriending.
    var followees: [MemberID] = []
    var friends: [MemberID] = []
    var learnt: [Lesson] = []
  }

  /// An interaction that taught a member's affinity something.
  struct Lesson: Equatable {
    let kind: InteractionKind
    let post: PostID
    let category: CategoryID
    let time: Double
    var isTakenBack = false
  }

  struct SlowPost {
    let author: MemberID
    let category: CategoryID
    let createdAt: Double
    let privacy: Privacy
    var views = 0
    var comments = 0
    var likedBy: Set<MemberID> = []
    var savedBy: Set<MemberID> = []
  }

  struct SlowEntry {
    let post: PostID
    let contest: ContestID
    let submittedAt: Double
    var voters: Set<MemberID> = []
  }

  struct SlowContest {
    let startsAt: Double
    let endsAt: Double
    var finalLeaderboard: [PostID]?
  }

  let categoryCount: Int
  let rule: AffinityRule
  let contestLength: Double
  var members: [Member] = []
  var posts: [SlowPost] = []
  /// In the order of submission, those of all contests.
  var entries: [SlowEntry] = []
  var contests: [SlowContest] = []

  init(categoryCount: Int, rule: AffinityRule, contestLength: Double) {
    self.categoryCount = categoryCount
    self.rule = rule
    self.contestLength = contestLength
  }
}

// MARK: What there is

extension SlowCommunity {
  var allMembers: [MemberID] { members.indices.map { MemberID($0) } }
  var allPosts: [PostID] { posts.indices.map { PostID($0) } }

  func knows(_ member: MemberID) -> Bool { members.indices.contains(member.index) }
  func knows(_ post: PostID) -> Bool { posts.indices.contains(post.index) }

  func isFollowing(_ one: MemberID, _ other: MemberID) -> Bool {
    members[one.index].followees.contains(other)
  }

  func isFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    members[one.index].friends.contains(other)
  }

  func followerCount(of member: MemberID) -> Int {
    allMembers.count { isFollowing($0, member) }
  }

  func isVisible(_ post: PostID, to viewer: MemberID?) -> Bool {
    let (author, privacy) = (posts[post.index].author, posts[post.index].privacy)
    if privacy == .everyone || author == viewer { return true }
    guard let viewer, privacy == .friendsOnly else { return false }
    return isFriend(viewer, author)
  }

  func entry(of post: PostID) -> SlowEntry? { entries.first { $0.post == post } }

  var runningContest: ContestID? { contests.isEmpty ? nil : ContestID(contests.count - 1) }

  /// Sorted anew: by votes, then earlier submission, then lower identifier.
  func leaderboard(of contest: ContestID) -> [PostID] {
    if let final = contests[contest.index].finalLeaderboard { return final }
    let sorted = entries.filter { $0.contest == contest }.sorted {
      if $0.voters.count != $1.voters.count { return $0.voters.count > $1.voters.count }
      if $0.submittedAt != $1.submittedAt { return $0.submittedAt < $1.submittedAt }
      return $0.post < $1.post
    }
    return sorted.prefix(10).map(\.post)
  }
}

// MARK: Affinity

extension SlowCommunity {
  func weight(of kind: InteractionKind) -> Double {
    switch kind {
    case .view: rule.view
    case .like: rule.like
    case .comment: rule.comment
    case .save: rule.save
    case .unlike, .unsave, .vote: 0
    }
  }

  /// Σ weight · 2^(−age ÷ half-life) over what was not taken back.
  func affinity(of member: MemberID, for category: CategoryID, at now: Double) -> Double {
    decayed(lessons(of: member, in: category).filter { !$0.isTakenBack }, at: now)
  }

  /// The same over what was taken back too: what rounding errors are relative to.
  func grossAffinity(of member: MemberID, for category: CategoryID, at now: Double) -> Double {
    decayed(lessons(of: member, in: category), at: now)
  }

  func lessons(of member: MemberID, in category: CategoryID) -> [Lesson] {
    members[member.index].learnt.filter { $0.category == category }
  }

  private func decayed(_ lessons: [Lesson], at now: Double) -> Double {
    lessons.reduce(0) { $0 + weight(of: $1.kind) * pow(2, -(now - $1.time) / rule.halfLife) }
  }
}
