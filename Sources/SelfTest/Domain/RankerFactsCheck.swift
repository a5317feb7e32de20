internal import PortableMath
internal import SocialFeed

/// F7: the published trade-offs of two rankers of link aggregators. The check is deterministic.
///
/// Hot: ten times the likes compensate 12.5 h, found by bisection of the age at which a post of ten likes falls
/// behind a new post of one like. Gravity: the likes are divided by (age + 2)^1.8: 3^1.8 = 7.2, 8^1.8 = 42.2
/// and 26^1.8 = 352. Affinity: a like counts three times a view and halves in a week, so that the category of a like
/// falls behind the category of a new view after 168 h · log₂ 3 = 266.3 h; found by bisection too, in whole seconds.
///
/// Wrong rules that it catches: natural for decimal logarithms, ages in minutes, affinity that is halved at
/// each interaction, a like that counts for ever.
struct RankerFactsCheck: SelfCheck {
  let id = "F7"
  let suites = [SelfTestSuite.behaviour]
  let source = "Reddit 2008 (hot); Hacker News 2008 (gravity)"

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let rule = AffinityRule()
    let gravity = GravityRanker()
    let divisors = [(1.0, 7.2, 0.05), (6, 42.2, 0.05), (24, 352, 0.5)].map { age, target, digit in
      Finding(
        "gravity: divisor at \(Int(age)) h", size: "1 post", expect: .near(target, within: digit),
        observed: gravity.divisor(ageHours: age))
    }
    return [
      Finding(
        "hot: hours that 10 × likes make up for", size: "2 posts",
        expect: .exactly(12.5),
        observed: Double(secondsToFallBehind { isAhead(age: $0, setting) }) / 3600),
      Finding(
        "affinity: hours that a like outlasts a view", size: "2 posts",
        expect: .near(
          rule.halfLife / 3600 * Portable.log2(rule.like / rule.view), within: 1.0 / 3600),
        observed: Double(secondsToFallBehind { isLikedAhead(age: $0, setting) }) / 3600),
    ] + divisors
  }

  /// The smallest age in whole seconds at which the older one ranks below.
  private func secondsToFallBehind(_ isAhead: (Double) -> Bool) -> Int {
    var (ahead, behind) = (0, 2_000_000)
    while behind - ahead > 1 {
      let middle = (ahead + behind) / 2
      if isAhead(Double(middle)) { ahead = middle } else { behind = middle }
    }
    return behind
  }

  /// Whether a post of the category of a like of this age ranks above one of the category of a new view.
  private func isLikedAhead(age: Double, _ setting: SelfTestSetting) -> Bool {
    var community = Community(ofMembers: 2, categories: 2)
    let liked = community.perform { community in
      let posts = try (0...1).map {
        try community.publish(author: MemberID(1), category: CategoryID($0), now: 0)
      }
      try community.like(posts[0], by: MemberID(0), now: 0)
      try community.view(posts[1], by: MemberID(0), now: age)
      return posts[0]
    }
    var page = FeedPage()
    let request = FeedRequest(
      viewer: MemberID(0), surface: .home, now: age, noise: StreamNoise("f7", setting))
    try! community.fill(&page, for: request, by: AffinityRanker())
    return page.posts.first == liked
  }

  private func isAhead(age: Double, _ setting: SelfTestSetting) -> Bool {
    var community = Community(ofMembers: 12)
    let old = community.perform { community in
      let old = try Self.publish(likes: 10, now: 0, &community)
      _ = try Self.publish(likes: 1, now: age, &community)
      return old
    }
    var page = FeedPage()
    let request = FeedRequest(
      viewer: MemberID(0), surface: .home, now: age, noise: StreamNoise("f7", setting))
    try! community.fill(&page, for: request, by: HotRanker())
    return page.posts.first == old
  }

  private static func publish(
    likes: Int, now: Double, _ community: inout Community
  ) throws -> PostID {
    let post = try community.publish(
      author: MemberID(1), category: CategoryID(0), now: now)
    for reader in 0..<likes { try community.like(post, by: MemberID(2 + reader), now: now) }
    return post
  }
}
