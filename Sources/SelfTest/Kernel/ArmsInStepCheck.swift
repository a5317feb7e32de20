internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// K8: two different rankers do not change what is independent of them.
///
/// Without feedback, a member's first look at a post comes to the same under either ranker: the posts are the
/// same, and the decision is drawn for the member and the post. Of the first looks that both arms have, none is
/// decided otherwise. The check is deterministic.
///
/// Wrong rules that it catches: draws in the order of looks, draws by position or request, posts numbered by
/// arm.
struct ArmsInStepCheck: SelfCheck {
  let id = "K8"
  let suites = [SelfTestSuite.kernel]
  let source = "common random numbers by keyed draws"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 2000, atLeast: 200)
    var parameters = SocietyParameters.quiet(members: members.count, days: 4)
    parameters.scrolling.gain = 0
    let (newest, popular) = (
      decisions("recency", parameters, setting), decisions("popularity", parameters, setting)
    )
    var (common, differing, elsewhere) = (0, 0, 0)
    for (pair, decision) in newest {
      guard let other = popular[pair] else {
        elsewhere += 1
        continue
      }
      common += 1
      differing += decision == other ? 0 : 1
    }
    return [
      Finding(
        never: "first looks that another ranker changes", size: "\(common.grouped) first looks",
        times: differing),
      Finding(
        "share of first looks under only one ranker", size: "\(newest.count.grouped) first looks",
        expect: .atLeast(0.02), observed: Double(elsewhere) / Double(newest.count)),
    ]
  }

  /// What the first look of each viewer at each post came to: opening and liking.
  private func decisions(
    _ ranker: String, _ parameters: SocietyParameters, _ setting: SelfTestSetting
  ) -> [SIMD2<Int>: SIMD2<Int>] {
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: ranker), seed: setting.seed(52), world: 0)
    run.intercepts = .chances(open: 0.1, like: 0.2)
    var decisions: [SIMD2<Int>: SIMD2<Int>] = [:]
    for look in LookRecorder.record(run).settledLooks(of: run) where look.before == 0 {
      decisions[SIMD2(look.viewer, look.post)] = SIMD2(
        look.led(to: .view) ? 1 : 0, look.led(to: .like) ? 1 : 0)
    }
    return decisions
  }
}
