import SocialFeed
import TestSupport
import Testing

@Suite struct RankerFeatureTests {
  @Test func `every feature has a name of its own and is explained`() {
    expectEqual(
      RankerFeature.allCases.map(\.name),
      [
        "age_hours", "likes", "comments", "saves", "views", "votes", "is_friend", "is_followee",
        "affinity", "affinity_share", "author_followers", "times_seen", "hours_since_seen",
        "category", "hour_of_day", "category_share", "looks", "opens_per_look", "likes_per_look",
        "author_posts_last_day", "author_shown", "session_depth", "sessions_last_week",
      ])
    for feature in RankerFeature.allCases {
      #expect(feature.summary.hasSuffix(".") && !feature.range.isEmpty)
      expectEqual(RankerFeature(nameElsewhere: feature.name), nil)
    }
    expectEqual(
      RankerFeature.allCases.filter { !$0.unit.isEmpty },
      [
        .ageHours, .hoursSinceSeen, .hourOfDay,
      ])
  }

  @Test func `a set has what it was made of`() {
    let set: FeatureSet = [.likes, .affinityShare]
    expectEqual(RankerFeature.allCases.filter(set.contains), [.likes, .affinityShare])
    #expect(set == FeatureSet([.affinityShare, .likes, .likes]) && set != [.likes])
    #expect(RankerFeature.allCases.allSatisfy(FeatureSet.all.contains))
    #expect(!RankerFeature.allCases.contains(where: FeatureSet().contains))
  }

  @Test func `an affinity's share is that of the viewer's largest`() throws {
    var community = Community(members: 3)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(number), now: 0)
    }
    let request = FeedRequest(member(0), .home, now: 0)
    func shares(of viewer: Int) -> [Double] {
      Candidates(
        posts(0, 1, 2), [.affinityShare], for: request, viewer: member(viewer), now: 0,
        from: community)[.affinityShare]
    }
    expectEqual(shares(of: 0), [0, 0, 0])
    try community.like(PostID(0), by: member(0), now: 0)
    try community.comment("hm", on: PostID(1), by: member(0), now: 0)
    // 3 and 4 against the largest, 4.
    #expect(shares(of: 0) == [0.75, 1, 0] && shares(of: 2) == [0, 0, 0])
  }

  @Test func `a category's share is that of all the viewer's affinities`() throws {
    var community = Community(members: 3)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(number), now: 0)
    }
    let none = column(.categoryShare, for: FeedRequest(member(0), .home, now: 0), in: community)
    expectEqual(none, [0, 0, 0])
    try community.like(PostID(0), by: member(0), now: 0)
    try community.comment("hm", on: PostID(1), by: member(0), now: 0)
    // 3 and 4 of 7.
    let some = column(.categoryShare, for: FeedRequest(member(0), .home, now: 0), in: community)
    expectEqual(some, [3.0 / 7, 4.0 / 7, 0])
  }

  @Test func `shares of affinities without a finite sum are finite`() throws {
    let rule = AffinityRule(halfLife: 1.0 / 2048)
    var community = Community(members: 2, rule: rule)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(number), now: 0)
    }
    for number in 0..<2 { try community.view(PostID(number), by: member(0), now: 0.99) }
    // Asked for 2,027 half-lives before, each is the largest number.
    let request = FeedRequest(member(0), .home, now: 0)
    let most = Double.greatestFiniteMagnitude
    expectEqual(column(.affinity, for: request, in: community), [most, most, 0])
    expectEqual(column(.affinityShare, for: request, in: community), [1, 1, 0])
    expectEqual(column(.categoryShare, for: request, in: community), [most, most, 0])
  }

  @Test func `a post without a category has the number -1 and no affinity`() throws {
    var community = Community(members: 2)
    try community.publish(author: member(1), category: category(3), now: 0)
    try community.publish(author: member(1), now: 0)
    try community.like(PostID(0), by: member(0), now: 0)
    try community.like(PostID(1), by: member(0), now: 0)
    let request = FeedRequest(member(0), .home, now: 0)
    let features: FeatureSet = [.category, .affinity, .affinityShare, .categoryShare]
    let candidates = try #require(
      Candidates(posts(0, 1), features, for: request, from: community))
    expectEqual(candidates.categories, [category(3), nil])
    #expect(candidates[.category] == [3, -1] && candidates[.affinity] == [3, 0])
    #expect(candidates[.affinityShare] == [1, 0] && candidates[.categoryShare] == [1, 0])
  }

  @Test func `a rate is drawn to that of all candidates, and is 0 where nobody looked`() throws {
    var community = Community(members: 9)
    for _ in 0..<3 { try community.publish(author: member(1), category: category(0), now: 0) }
    for reader in 2..<4 { try community.view(PostID(0), by: member(reader), now: 1) }
    for reader in 2..<8 { try community.like(PostID(2), by: member(reader), now: 1) }
    var request = FeedRequest(member(0), .home, now: 2)
    for feature in [RankerFeature.looks, .opensPerLook, .likesPerLook] {
      expectEqual(column(feature, for: request, in: community), [0, 0, 0])
    }
    request.history = LookMemory(all: [0: 20, 2: 20])
    expectEqual(column(.looks, for: request, in: community), [20, 0, 20])
    // 2 opens of 40 looks are m = 0.05, and 20 m is 1: (2 + 1) / 40, (0 + 1) / 20, (0 + 1) / 40.
    expectEqual(column(.opensPerLook, for: request, in: community), [0.075, 0.05, 0.025])
    // 6 likes of 40 looks are m = 0.15: 3 / 40, 3 / 20, (6 + 3) / 40.
    expectEqual(column(.likesPerLook, for: request, in: community), [0.075, 0.15, 0.225])
  }

  @Test func `an author's posts of the last day are those of the 24 hours before the refresh`()
    throws
  {
    var community = Community(members: 3)
    let (day, now) = (86_400.0, 200_000.0)
    // Too old, exactly a day old, newer, deleted, and two that are not before the refresh.
    for time in [now - day - 1, now - day, now - day + 1, now - 5, now, now + 1] {
      try community.publish(author: member(1), category: category(0), now: time)
    }
    try community.publish(author: member(2), category: category(0), now: now + 2)
    try community.delete(PostID(3), by: member(1), now: 0)
    let request = FeedRequest(member(0), .home, now: now)
    let found = column(.authorPostsLastDay, for: request, in: community)
    expectEqual(found, [2, 2, 2, 2, 2, 2, 0])
  }

  @Test func `what was shown, looked at and begun comes with the request`() throws {
    var community = Community(members: 4)
    for author in [1, 2, 1, 3] {
      try community.publish(author: member(author), category: category(0), now: 0)
    }
    var request = FeedRequest(member(0), .home, now: 1)
    request.shown = posts(0, 2, 3)
    request.sessionLooks = 5
    request.history = LookMemory(sessions: 9)
    expectEqual(column(.authorShown, for: request, in: community), [2, 0, 2, 1])
    expectEqual(column(.sessionDepth, for: request, in: community), [5, 5, 5, 5])
    expectEqual(column(.sessionsLastWeek, for: request, in: community), [9, 9, 9, 9])
  }

  private func column(
    _ feature: RankerFeature, for request: FeedRequest, in community: borrowing Community
  ) -> [Double] {
    Candidates(
      (0..<community.postCount).map { PostID($0) }, [feature], for: request, viewer: member(0),
      now: request.now, from: community)[feature]
  }

  @Test func `a column that is not read is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let ground = try FormulaGround(posts: 2)
      _ = ground.candidates([.likes])[.views]
    }
  }
}
