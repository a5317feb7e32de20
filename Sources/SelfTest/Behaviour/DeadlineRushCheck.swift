internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// B6: the share of entries in the last tenth of a contest's length.
///
/// With the hazard 1 ÷ (T − t + 0.05 T) the share is ln((0.1 + 0.05) ÷ 0.05) ÷ ln(1.05 ÷ 0.05) = ln 3 ÷ ln 21
/// = 36.1 %. Over 20,000 entries the standard error is 0.34 points, so that 1.5 points are exceeded by
/// chance once in 10⁵ seeds.
struct DeadlineRushCheck: SelfCheck {
  let id = "B6"
  let suites = [SelfTestSuite.behaviour]
  let source = "deadline effect: ln 3 ÷ ln 21"
  let seconds = 2.0

  private static let members = 2000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let parameters = SocietyParameters()
    let streams = SocietyStreams(seed: 4, world: 0)
    let entering = Entering(parameters)
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<Self.members).map { source.member(.initial($0)) }
    let sample = setting.sample(of: 20_000, atLeast: 2000)
    var (entries, late, contest) = (0, 0, UInt32(0))
    while entries < sample.count {
      for member in members {
        let time = entering.decide(
          Entering.Situation(
            length: 1, skill: Double(member.skill), successes: 0,
            exponential: streams.entering.exponential(member.key.rawValue, contest)))
        entries += time == nil ? 0 : 1
        late += time ?? 0 >= 0.9 ? 1 : 0
      }
      contest += 1
    }
    return [
      Finding(
        "entries in the last tenth of a contest", size: "\(entries.grouped) entries",
        expect: .near(0.361, within: 0.015).widened(by: sample.widening), successes: late,
        of: entries)
    ]
  }
}
