import SocialFeed
import TestSupport

/// A community and its slow model, which live through the same calls.
struct Twins {
  var community: Community
  var slow: SlowCommunity
  var now = 0.0

  init(
    categoryCount: Int = 5, rule: AffinityRule = AffinityRule(), contestLength: Double = 7 * 86_400
  ) {
    community = Community(
      categoryCount: categoryCount, affinityRule: rule, contestLength: contestLength)
    slow = SlowCommunity(categoryCount: categoryCount, rule: rule, contestLength: contestLength)
  }

  /// Makes a call on both, which have to answer alike.
  @discardableResult
  mutating func make(_ call: Call) throws(Difference) -> Outcome {
    let expected = slow.apply(call, now: now)
    let found = community.apply(call, now: now)
    try agree(found, expected, "\(call) at \(now)")
    return found
  }

  /// Lets time pass and makes a random call.
  @discardableResult
  mutating func makeRandomCall(
    _ habits: Habits, using generator: inout SeededGenerator
  ) throws(Difference) -> Outcome {
    // Likes and saves are of the seconds before 2³².
    now = min(now + habits.steps.randomElement(using: &generator)!, 0x1p32 - 1)
    return try make(slow.randomCall(habits, using: &generator))
  }
}

// MARK: Comparing

extension Twins {
  /// Compares all that can be asked.
  func compare() throws(Difference) {
    try agree(community.memberCount, slow.members.count, "members")
    try agree(community.postCount, slow.posts.count, "posts")
    try agree(community.contestCount, slow.contests.count, "contests")
    try agree(community.runningContest, slow.runningContest, "running contest")
    for member in slow.allMembers { try compare(member) }
    let follows = slow.members.reduce(0) { $0 + $1.followees.count }
    try agree(community.followCount, follows, "follows")
    let friends = slow.members.reduce(0) { $0 + $1.friends.count }
    try agree(community.pairsOfFriends, friends / 2, "friendships")
    for post in slow.allPosts { try compare(post) }
    for entry in slow.entries { try compare(entry) }
    for contest in slow.contests.indices { try compare(ContestID(contest)) }
  }

  private func compare(_ member: MemberID) throws(Difference) {
    let expected = slow.members[member.index]
    try agree(community.joinedAt(member), expected.joinedAt, "joining of \(member)")
    try agree(community.group(of: member), expected.group, "group of \(member)")
    let followees = (0..<community.followingCount(of: member)).map {
      community.followee(of: member, at: $0)
    }
    try agree(followees, expected.followees, "followees of \(member)")
    let friends = (0..<community.friendCount(of: member)).map {
      community.friend(of: member, at: $0)
    }
    try agree(friends, expected.friends, "friends of \(member)")
    try agree(
      community.followerCount(of: member), slow.followerCount(of: member), "followers of \(member)")
    for other in slow.allMembers {
      try agree(
        community.isFollowing(member, other), slow.isFollowing(member, other),
        "\(member) follows \(other)")
      try agree(
        community.isFriend(member, other), slow.isFriend(member, other),
        "\(member) and \(other) are friends")
    }
    try compareAffinities(of: member)
  }

  private func compareAffinities(of member: MemberID) throws(Difference) {
    for category in (0..<slow.categoryCount).map({ CategoryID($0) }) {
      let found = community.affinity(of: member, for: category, at: now)
      let expected = slow.affinity(of: member, for: category, at: now)
      let gross = slow.grossAffinity(of: member, for: category, at: now)
      // What was taken back too bounds the rounding errors; far below, a factor may underflow.
      guard abs(found - expected) <= 1e-9 * gross + 1e-140 else {
        throw Difference(
          description: "affinity of \(member) for \(category): \(found), expected \(expected)")
      }
    }
  }

  private func compare(_ id: PostID) throws(Difference) {
    let (found, expected) = (community.post(id)!, slow.posts[id.index])
    try agree(found.id, id, "post \(id)")
    try agree(found.author, expected.author, "author of \(id)")
    try agree(community.author(of: id), expected.author, "author of \(id)")
    try agree(found.category, expected.category, "category of \(id)")
    try agree(community.category(of: id), expected.category, "category of \(id)")
    try agree(found.createdAt, expected.createdAt, "creation of \(id)")
    try agree(community.createdAt(id), expected.createdAt, "creation of \(id)")
    try agree(found.privacy, expected.privacy, "privacy of \(id)")
    try agree(found.views, expected.views, "views of \(id)")
    try agree(found.likes, expected.likedBy.count, "likes of \(id)")
    try agree(found.comments, expected.comments, "comments of \(id)")
    try agree(found.saves, expected.savedBy.count, "saves of \(id)")
    try agree(community.entry(of: id)?.post, slow.entry(of: id)?.post, "entry of \(id)")
    try agree(community.isVisible(id, to: nil), slow.isVisible(id, to: nil), "\(id) is visible")
    for member in slow.allMembers {
      try agree(
        [community.isLiked(id, by: member), community.isSaved(id, by: member)],
        [expected.likedBy.contains(member), expected.savedBy.contains(member)],
        "likes and saves of \(id) by \(member)")
      try agree(
        community.isVisible(id, to: member), slow.isVisible(id, to: member),
        "\(id) is visible to \(member)")
    }
  }

  private func compare(_ expected: SlowCommunity.SlowEntry) throws(Difference) {
    let post = expected.post
    let found = community.entry(of: post)
    try agree(found?.contest, expected.contest, "contest of \(post)")
    try agree(found?.submittedAt, expected.submittedAt, "submission of \(post)")
    try agree(found?.votes, expected.voters.count, "votes for \(post)")
    for member in slow.allMembers {
      try agree(
        community.hasVoted(for: post, member), expected.voters.contains(member),
        "vote of \(member) for \(post)")
    }
  }

  private func compare(_ id: ContestID) throws(Difference) {
    let (found, expected) = (community.contest(id), slow.contests[id.index])
    try agree(found.id, id, "contest")
    try agree(found.startsAt, expected.startsAt, "start of contest \(id)")
    try agree(found.endsAt, expected.endsAt, "end of contest \(id)")
    try agree(
      found.finalLeaderboard?.map(\.post), expected.finalLeaderboard, "final leaderboard of \(id)")
    try agree(
      community.leaderboard(of: id).map(\.post), slow.leaderboard(of: id), "leaderboard of \(id)")
  }
}
