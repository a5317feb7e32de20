internal import DataFiles
internal import SocialFeed
internal import Stochastics

/// F6: the probability that a new contest entry without votes outranks an entry of 100 h or more with *v*
/// votes.
///
/// The first scores 10 + 5U, the second 3v + 5V, so that the first ranks higher when V − U < (10 − 3v) ÷ 5
/// = d. V − U has a triangular density on (−1, 1): P = 1 from d ≥ 1 on, 1 − (1 − d)² ÷ 2 for d in 0..<1,
/// (1 + d)² ÷ 2 for d in −1..<0, 0 below. For v = 0…5, d = 2, 1.4, 0.8, 0.2, −0.4, −1 and P = 1, 1,
/// 0.98, 0.68, 0.18, 0. Over 4 · 10⁵ refreshes the standard errors are at most 0.00074, so that 0.005 is
/// exceeded by chance once in 10¹⁰ seeds.
struct ContestScoreCheck: SelfCheck {
  let id = "F6"
  let suites = [SelfTestSuite.behaviour]
  let source = "contest score: 3 · votes + freshness + U(0, 5)"
  let seconds = 3.0

  private static let probabilities = [1, 1, 0.98, 0.68, 0.18, 0]
  private static let ageSeconds = 400_000.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let refreshes = setting.sample(of: 400_000, atLeast: 5000)
    let wins = wins(refreshes: refreshes.count)
    return Self.probabilities.enumerated().map { votes, probability in
      let isCertain = probability == 0 || probability == 1
      return Finding(
        "P(fresh entry above an old one's \(votes) votes)",
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

  /// How often the new entry ranked above the old entry with 0, 1, 2, … votes.
  private func wins(refreshes: Int) -> [Int] {
    var community = Community(ofMembers: 16)
    let fresh = agedContest(&community)
    var wins = Self.probabilities.map { _ in 0 }
    var page = FeedPage()
    var request = FeedRequest(
      viewer: MemberID(0), surface: .contest, now: Self.ageSeconds, noise: StreamNoise("f6"))
    for number in 0..<UInt32(refreshes) {
      request.refresh = number
      community.fill(&page, for: request, by: ContestScoreRanker())
      for post in page.posts.reversed() {
        if post == fresh { break }
        wins[post.index] += 1
      }
    }
    return wins
  }

  /// A contest with posts 0…5 by members 1…6, entered at 0 with as many votes as their number, and a post by
  /// member 7, entered 400,000 s (111 h) later.
  private func agedContest(_ community: inout Community) -> PostID {
    community.perform { community in
      community.rotateContests(now: 0)
      for votes in Self.probabilities.indices {
        let post = try Self.enter(by: MemberID(votes + 1), now: 0, &community)
        for voter in 0..<votes { try community.vote(for: post, by: MemberID(9 + voter), now: 1) }
      }
      return try Self.enter(by: MemberID(7), now: Self.ageSeconds, &community)
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
