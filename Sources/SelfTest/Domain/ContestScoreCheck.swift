internal import DataFiles
internal import SocialFeed
internal import Stochastics

/// F6: the probability that a new contest entry without votes outranks an older one with *v* votes.
///
/// The first scores 10 + 5U, the second 3v + max(0, 10 − 0.1 h) + 5V at the age of *h* hours, so that the first
/// ranks higher when V − U < *d*, 5 *d* the difference without noise. V − U has a triangular density on (−1,
/// 1): P = 1 from d ≥ 1 on, 1 − (1 − d)² ÷ 2 for d in 0..<1, (1 + d)² ÷ 2 for d in −1..<0, 0 below. At 100 h or
/// more *d* = (10 − 3v) ÷ 5: for v = 0…5, 2, 1.4, 0.8, 0.2, −0.4, −1 and P = 1, 1, 0.98, 0.68, 0.18, 0. At 50 h
/// *d* = (5 − 3v) ÷ 5: 1, 0.4, −0.2, −0.8, −1.4, −2 and P = 1, 0.82, 0.32, 0.02, 0, 0. Over 4 · 10⁵ refreshes
/// the standard errors are at most 0.00074, so that 0.005 is exceeded by chance once in 10¹⁰ seeds.
///
/// Wrong rules that it catches: a boost that does not fade or fades at once, noise that is drawn once an entry,
/// votes of another weight.
struct ContestScoreCheck: SelfCheck {
  let id = "F6"
  let suites = [SelfTestSuite.behaviour]
  let source = "contest score: 3 · votes + freshness + U(0, 5)"
  let seconds = 5.0

  private static let votes = 0...5

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    [400_000.0, 180_000].flatMap { findings(ageSeconds: $0, setting) }
  }

  private func findings(ageSeconds: Double, _ setting: SelfTestSetting) -> [Finding] {
    let refreshes = setting.sample(of: 400_000, atLeast: 5000)
    let wins = wins(refreshes: refreshes.count, ageSeconds: ageSeconds, setting)
    let hours = Int(ageSeconds / 3600)
    return Self.votes.map { votes in
      let probability = Self.probability(votes: votes, ageHours: ageSeconds / 3600)
      let isCertain = probability == 0 || probability == 1
      return Finding(
        "P(fresh entry above \(votes) votes of \(hours) h)",
        size: "\(refreshes.count.grouped) refreshes",
        expect: isCertain
          ? .exactly(probability)
          : .near(probability, within: 0.005).widened(by: refreshes.widening),
        observed: Double(wins[votes]) / Double(refreshes.count),
        interval: isCertain
          ? nil
          : Proportion(successes: wins[votes], trials: refreshes.count)
            .interval(level: Finding.level))
    }
  }

  /// P(V − U < d).
  private static func probability(votes: Int, ageHours: Double) -> Double {
    let d = (10 - 3 * Double(votes) - max(0, 10 - 0.1 * ageHours)) / 5
    if d.magnitude >= 1 { return d > 0 ? 1 : 0 }
    return d < 0 ? (1 + d) * (1 + d) / 2 : 1 - (1 - d) * (1 - d) / 2
  }

  /// How often the new entry ranked above the old entry with 0, 1, 2, … votes.
  private func wins(
    refreshes: Int, ageSeconds: Double, _ setting: SelfTestSetting
  ) -> [Int] {
    var community = Community(ofMembers: 16)
    let fresh = agedContest(&community, ageSeconds: ageSeconds)
    var wins = Self.votes.map { _ in 0 }
    var page = FeedPage()
    var request = FeedRequest(
      viewer: MemberID(0), surface: .contest, now: ageSeconds, noise: StreamNoise("f6", setting))
    for number in 0..<UInt32(refreshes) {
      request.refresh = number
      try! community.fill(&page, for: request, by: ContestScoreRanker())
      for post in page.posts.reversed() {
        if post == fresh { break }
        wins[post.index] += 1
      }
    }
    return wins
  }

  /// A contest with posts 0…5 by members 1…6, entered at 0 with as many votes as their number, and a post by
  /// member 7, entered when the others are of the age.
  private func agedContest(_ community: inout Community, ageSeconds: Double) -> PostID {
    community.perform { community in
      community.rotateContests(now: 0)
      for votes in Self.votes {
        let post = try Self.enter(by: MemberID(votes + 1), now: 0, &community)
        for voter in 0..<votes { try community.vote(for: post, by: MemberID(9 + voter), now: 1) }
      }
      return try Self.enter(by: MemberID(7), now: ageSeconds, &community)
    }
  }

  private static func enter(
    by member: MemberID, now: Double, _ community: inout Community
  ) throws -> PostID {
    let post = try community.publish(
      author: member, category: CategoryID(0), now: now)
    try community.enter(post, by: member, now: now)
    return post
  }
}
