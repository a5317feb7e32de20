internal import Calibration
internal import DataFiles
internal import SyntheticSociety

/// G1: the tail of the distribution of followers.
///
/// In the graph grown with nine follows a member, the number of followers has a power-law tail, fitted where it looks most like one
/// (Clauset, Shalizi & Newman), and the standard error of its exponent is by member. With one
/// follow a member, everybody met in proportion to followers + 1, all accepted and none returned, followers + 1
/// are Yule–Simon with ρ = 2, a tail exponent of 3; over 20,000 members with a standard error of 0.03, so that
/// 0.2 is exceeded by chance once in 10⁹ seeds.
struct FollowerTailCheck: SelfCheck {
  let id = "G1"
  let suites = [SelfTestSuite.behaviour]
  let source = "preferential attachment (Barabási & Albert 1999)"
  let seconds = 5.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let society = SocietyParameters.likeAdvogato(members: members.count)
    let grown = FollowGraph(grownBy: society, seed: setting.seed(15))
    let linear = FollowGraph(grownBy: Self.linearAttachment(society), seed: setting.seed(15))
    let yule = YuleSimonFit(linear.inDegrees.map { $0 + 1 })
    let size = "\(members.count.grouped) members"
    return [
      Finding(
        "tail exponent of followers", size: size,
        expect: .between(2, 2.8).widened(by: members.widening), tail(of: grown)),
      Finding(
        "the same under linear attachment only", size: size,
        expect: .near(3, within: 0.2).widened(by: members.widening),
        Estimate(yule.tailExponent, standardError: yule.standardError)),
    ]
  }

  private func tail(of graph: FollowGraph) -> Estimate {
    let followers = CountedValues(graph.inDegrees.map(Double.init)).positive
    do {
      return try PowerLawFit(followers).alpha(byMemberOf: graph)
    } catch {
      preconditionFailure("a grown graph has no tail: \(error)")
    }
  }

  private static func linearAttachment(_ society: SocietyParameters) -> SocietyParameters {
    var parameters = society
    parameters.graph.follows = 1
    parameters.graph.friends = 0
    parameters.graph.closure = 0
    parameters.graph.reciprocity = 0
    parameters.graph.homophily = 0
    parameters.graph.homophilyOffset = 20
    parameters.graph.silentAppeal = 1
    // All members look around equally often.
    parameters.following.spread = 0
    parameters.sessions.shape = 100
    parameters.sessions.silentShare = 0
    return parameters
  }
}
