import SocialFeed
import Testing

@Suite struct RankerFeatureTests {
  @Test func `every feature has a name of its own and is explained`() {
    #expect(
      RankerFeature.allCases.map(\.name) == [
        "age_hours", "likes", "comments", "saves", "views", "votes", "is_friend", "is_followee",
        "affinity", "affinity_share", "author_followers", "times_seen", "hours_since_seen",
        "category", "hour_of_day",
      ])
    for feature in RankerFeature.allCases { #expect(feature.summary.hasSuffix(".")) }
    #expect(
      RankerFeature.allCases.filter { !$0.unit.isEmpty } == [
        .ageHours, .hoursSinceSeen, .hourOfDay,
      ])
  }

  @Test func `a set has what it was made of`() {
    let set: FeatureSet = [.likes, .affinityShare]
    #expect(RankerFeature.allCases.filter(set.contains) == [.likes, .affinityShare])
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
    #expect(shares(of: 0) == [0, 0, 0])
    try community.like(PostID(0), by: member(0), now: 0)
    try community.comment("hm", on: PostID(1), by: member(0), now: 0)
    // 3 and 4 against the largest, 4.
    #expect(shares(of: 0) == [0.75, 1, 0] && shares(of: 2) == [0, 0, 0])
  }

  @Test func `a column that is not read is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let ground = try FormulaGround(posts: 2)
      _ = ground.candidates([.likes])[.views]
    }
  }
}
