internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// G2: the share of follows that are returned, and their delay.
///
/// The check observes the share of follows whose reverse exists in the grown graph of 20,000 members. In a run,
/// a follow is returned after an exponential time of mean 29 h: 1 − exp(−48 ÷ 29) = 80.9 % of the returns come
/// within 48 h. Follows of 10 days are watched for 10 more; over about 2,500 returns the standard error is 0.8
/// points, so that 3 points are exceeded by chance once in 10⁴ seeds. Some follow back without being followed
/// first, by chance, about 5 in 10⁴ of those followed: 0.3 % of the returns.
struct ReciprocityCheck: SelfCheck {
  let id = "G2"
  let suites = [SelfTestSuite.behaviour]
  let source = "reciprocity of follows; delayed follow-back"
  let seconds = 8.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 1000)
    let worlds = (0..<4 as Range<UInt32>).map { world in
      FollowGraphStatistics(
        FollowGraph(
          grownBy: .likeAdvogato(members: members.count / 4), seed: setting.seed(16),
          world: world)
      ).reciprocity ?? .nan
    }
    let watched = setting.sample(of: 10_000, atLeast: 1000)
    let returns = returns(members: watched.count, setting)
    return [
      Finding(
        "reciprocity of follows", size: "4 × \((members.count / 4).grouped) members",
        expect: .near(0.3, within: 0.04).widened(by: members.widening), replications: worlds),
      Finding(
        "returned follows that are so within 48 h",
        size: "\(returns.delays.count.grouped) returns",
        expect: .near(0.81, within: 0.03).widened(by: watched.widening),
        successes: returns.delays.count { $0 <= 48 * 3600 }, of: returns.delays.count),
    ]
  }

  /// A run in which people look at hardly anything and never follow because of a like or of common
  /// neighbours, so that almost every returned follow is a follow-back.
  private func returns(members: Int, _ setting: SelfTestSetting) -> ReturnedFollows {
    var parameters = SocietyParameters.likeAdvogato(members: members, days: 20)
    parameters.graph.closure = 0
    parameters.following.attempts = 0.3
    parameters.following.afterLike = 0
    parameters.fixScrolling(at: 1)
    let returns = ReturnedFollows(observedUntil: 10 * 86_400)
    WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: setting.seed(16), world: 0
    ).observed(by: [returns])
    return returns
  }
}
