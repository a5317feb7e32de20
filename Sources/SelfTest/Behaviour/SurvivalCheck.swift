internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// B5: retention after 1, 7 and 30 sessions, when neither satisfaction nor friends affect churn.
///
/// Lifetimes are shifted beta-geometric: p is Beta(α, β) = Beta(0.67, 3.8), and the share retained after *n* is
/// Π (β + i) ÷ (α + β + i) for i = 0…n − 1: 0.850, 0.488 and 0.225. Over 20,000 members the standard
/// errors are 0.0025, 0.0035 and 0.003, so that 0.015 is exceeded by chance once in 10⁴ seeds.
struct SurvivalCheck: SelfCheck {
  let id = "B5"
  let suites = [SelfTestSuite.behaviour]
  let source = "shifted beta-geometric life (Fader & Hardie 2007)"

  private static let targets = [(1, 0.850), (7, 0.488), (30, 0.225)]
  private static let sessions = 30

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let left = survivors(of: members.count)
    return Self.targets.map { sessions, target in
      Finding(
        "members left after \(sessions) session\(sessions == 1 ? "" : "s")",
        size: "\(members.count.grouped) members",
        expect: .near(target, within: 0.015).widened(by: members.widening),
        successes: left[sessions], of: members.count)
    }
  }

  /// The number of members retained after 0, 1, 2, … sessions.
  private func survivors(of members: Int) -> [Int] {
    var parameters = SocietyParameters()
    Preset.churning.apply(to: &parameters)
    let churn = Churn(parameters)
    let draws = SocietyStreams(seed: 5, world: 0).churn
    var left = Array(repeating: 0, count: Self.sessions + 1)
    left[0] = members
    for member in 0..<UInt32(members) {
      let character = draws.uniforms(member, .max)
      for session in 0..<UInt32(Self.sessions) {
        let leaves = churn.decide(
          Churn.Situation(
            character: character, satisfaction: 0, friends: 0, attention: nil,
            uniform: draws.uniform(member, session)))
        if leaves { break }
        left[Int(session) + 1] += 1
      }
    }
    return left
  }
}
