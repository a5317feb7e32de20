import SocialFeed
import TestSupport

/// A community and its slow model, which live through the same calls.
struct Twins {
  var community: Community
  var slow: SlowCommunity
  var now = 0.0
  /// Every call since the beginning, and what its caller's clock showed.
  private(set) var calls: [(call: Call, now: Double)] = []
  /// Refreshes of more than one page that were compared to their end, between whose pages calls were
  /// made and of which some posts stayed.
  var refreshesWithArrivals = 0

  init(
    categoryCount: Int = 5, rule: AffinityRule = AffinityRule(),
    contestLength: Double = 7 * 86_400, notificationLimit: Int = 100,
    strangersMayVote: Bool = false
  ) {
    community = Community(
      categoryCount: categoryCount, affinityRule: rule, contestLength: contestLength,
      notificationLimit: notificationLimit, strangersMayVote: strangersMayVote)
    slow = SlowCommunity(
      categoryCount: categoryCount, rule: rule, contestLength: contestLength,
      notificationLimit: notificationLimit, strangersMayVote: strangersMayVote)
  }

  /// Makes a call on both, which have to answer alike.
  ///
  /// - Parameter clock: What the caller's clock shows, ``now`` unless another is given.
  @discardableResult
  mutating func make(_ call: Call, at clock: Double? = nil) throws(Difference) -> Outcome {
    let now = clock ?? self.now
    calls.append((call, now))
    let expected = slow.make(call, at: now)
    let found = community.apply(call, now: now)
    if found != expected { try agree(found, expected, "\(call) at \(now)") }
    if case .rotateContests = call { try checkOneContestRuns() }
    return found
  }

  /// Lets time pass and makes a random call.
  @discardableResult
  mutating func makeRandomCall(
    _ habits: Habits, using generator: inout SeededGenerator
  ) throws(Difference) -> Outcome {
    now += habits.steps.randomElement(using: &generator)!
    if habits.leaps > 0, generator.unit() < habits.leaps {
      now += [1e9, 1e12].randomElement(using: &generator)!
    }
    let clock = habits.clock(at: now, using: &generator)
    return try make(slow.randomCall(habits, using: &generator), at: clock)
  }

  /// Exactly one contest runs after a check, and all others are over.
  private func checkOneContestRuns() throws(Difference) {
    let now = slow.lastInstant
    let contests = (0..<community.contestCount).compactMap { community.contest(ContestID($0)) }
    let running = contests.filter { $0.startsAt <= now && now < $0.endsAt }
    try agree(running.map(\.id), community.runningContest.map { [$0] } ?? [], "what runs")
    try agree(running.count, 1, "how many contests run")
    let open = contests.filter { $0.finalLeaderboard == nil }
    try agree(open.map(\.id), running.map(\.id), "contests without a final leaderboard")
  }
}

// MARK: Comparing

extension Twins {
  /// Compares all that can be asked about what there is; lists, feeds and other questions with
  /// many answers are apart.
  func compare() throws(Difference) {
    try agree(community.memberCount, slow.members.count, "members")
    try agree(
      community.deletedMemberCount, slow.members.count { $0.isDeleted }, "deleted members")
    try agree(community.petCount, slow.pets.count, "pets")
    try agree(community.deletedPetCount, slow.pets.count { $0.isDeleted }, "deleted pets")
    try agree(community.postCount, slow.posts.count, "posts")
    try agree(community.deletedPostCount, slow.posts.count { $0.isDeleted }, "deleted posts")
    try agree(community.contestCount, slow.contests.count, "contests")
    try agree(community.runningContest, slow.runningContest, "running contest")
    try agree(community.followCount, slow.follows.count, "follows")
    try agree(community.pairsOfFriends, slow.friendships.count, "friendships")
    for member in slow.allMembers { try compare(member) }
    for member in slow.members.indices.map({ MemberID($0) }) where !slow.knows(member) {
      try compareAbsence(of: member)
    }
    try compareSums()
    for pet in slow.allPets { try compare(pet) }
    for post in slow.allPosts { try compare(post) }
    for contest in slow.contests.indices { try compare(ContestID(contest)) }
  }

  /// Followers, followed and follows are as many.
  private func compareSums() throws(Difference) {
    let followers = slow.allMembers.reduce(0) { $0 + (community.followerCount(of: $1) ?? 0) }
    let following = slow.allMembers.reduce(0) { $0 + (community.followingCount(of: $1) ?? 0) }
    try agree([followers, following], [community.followCount, community.followCount], "sums")
  }

  private func compare(_ pet: PetID) throws(Difference) {
    let (found, expected) = (community.pet(pet), slow.pets[pet.index])
    try agree(found?.id, pet, "pet \(pet)")
    let draft = found.map {
      PetDraft(
        owner: $0.owner, name: $0.name, type: $0.type, age: $0.age, gender: $0.gender,
        photo: $0.photo)
    }
    try agree(draft, expected.draft, "pet \(pet)")
    let owner = expected.draft.owner
    let guardians = expected.guardians.map {
      Guardianship(
        pet: pet, guardian: $0.member, state: $0.state, invitedAt: $0.invitedAt,
        answeredAt: $0.answeredAt)
    }
    try agree(try? community.guardianships(of: pet, by: owner), guardians, "guardians of \(pet)")
    for viewer in slow.allMembers.map({ Optional($0) }) + [nil] {
      try agree(
        try? community.guardians(of: pet, for: viewer), slow.guardians(of: pet, for: viewer),
        "guardians of \(pet) for \(String(describing: viewer))")
    }
    for member in slow.allMembers {
      try agree(
        community.guardianship(of: member, for: pet), guardians.first { $0.guardian == member },
        "\(member) as a guardian of \(pet)")
      try agree(
        community.guardianState(of: member, for: pet), slow.guardianState(of: member, for: pet),
        "\(member) as a guardian of \(pet)")
    }
  }

  private func compare(_ id: ContestID) throws(Difference) {
    let (found, expected) = (community.contest(id), slow.contests[id.index])
    try agree(found?.id, id, "contest")
    try agree(found?.startsAt, expected.startsAt, "start of contest \(id)")
    try agree(found?.endsAt, expected.endsAt, "end of contest \(id)")
    try agree(found?.theme, ContestTheme.pool[expected.theme], "theme of contest \(id)")
    let indexes = slow.leaderboard(of: id)
    try agree(
      found?.finalLeaderboard, expected.finalLeaderboard == nil ? nil : indexes,
      "final leaderboard of \(id)")
    try agree(community.leaderboard(of: id), indexes, "leaderboard of \(id)")
  }
}
