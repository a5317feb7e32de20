internal import DataFiles
internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// F9: the bias of a user-split experiment whose two halves vote on the same entries.
///
/// In the shipped contest scenario half of the members see the contest by score, half at random. The user-split
/// estimate is the difference between the halves of one shared world in the mean relevance of the entries that
/// they look at; the effect is the same difference between the same members in a world where all get the order by score
/// and in one where all get the random order. The bias is the former less the latter, paired by world: since the
/// members are the same, who they are has no part in it. Without interference it is 0, and a 95 % interval excludes 0
/// by chance in one of twenty seeds. With it, the bias was six standard errors over 16 worlds, so that it is seven over
/// 24, and the interval does not exclude 0 in fewer than one of 10⁴ seeds.
struct InterferenceCheck: SelfCheck {
  let id = "F9"
  let suites = [SelfTestSuite.behaviour]
  let source = "interference between users (SUTVA)"
  let seconds = 60.0

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let scenario = try Scenario.shipped("pet-contest.yml", setting)
    let arms = ["random", "contest-score"].map { name in
      guard let arm = scenario.arms.first(where: { $0.name == name }) else {
        preconditionFailure("the contest scenario has no arm \(name)")
      }
      return arm
    }
    var run = WorldRun(
      parameters: scenario.parameters, arm: arms[0], seed: setting.seed(scenario.seed), world: 0)
    // The same members are there in all worlds until the end.
    run.parameters.churn.scale = 0
    run.intercepts = SolvedIntercepts(for: run)
    let worlds = setting.sample(of: 24, atLeast: 16)
    let biases = (0..<UInt32(worlds.count)).map { world in
      run.world = world
      return Self.bias(of: run, baseline: arms[0], candidate: arms[1])
    }
    let size = "\(worlds.count) worlds of \(Int(scenario.parameters.world.members).grouped) members"
    return [
      Finding(
        "user split less parallel worlds", size: size, expect: .surelyNot(0), replications: biases)
    ]
  }

  /// The effect of the candidate in one world as the split estimates it, less that in parallel worlds.
  private static func bias(of run: WorldRun, baseline: Arm, candidate: Arm) -> Double {
    func looks(_ arm: Arm, _ liveTest: LiveTest? = nil) -> ContestLooks {
      var run = run
      (run.arm, run.liveTest) = (arm, liveTest)
      let looks = ContestLooks()
      run.observed(by: [looks])
      return looks
    }
    let split = looks(baseline, LiveTest(candidate: candidate, design: .userSplit()))
    let groups = split.groups
    let halves = split.mean(of: .candidate, groups) - split.mean(of: .baseline, groups)
    let worlds =
      looks(candidate).mean(of: .candidate, groups) - looks(baseline).mean(of: .baseline, groups)
    return halves - worlds
  }
}

/// Observes the relevance of the entries that members examine, after the warm-up.
private final class ContestLooks: ObservationSink {
  /// The group of each member of a split world.
  private(set) var groups: [LiveGroup] = []
  private var relevance: [Summary] = []
  private var windowStart = 0.0

  func begin(_ run: RunObservation) { windowStart = run.windowStart }

  func observe(_ member: MemberObservation) { relevance.append(Summary()) }

  func observe(_ assignment: AssignmentObservation) { groups.append(assignment.group) }

  func observe(_ page: borrowing PageObservation) {
    guard page.surface == .contest, page.time >= windowStart else { return }
    for index in page.posts.indices where page.examined[index] {
      relevance[page.viewer.index].add(page.relevance[index])
    }
  }

  /// The mean over the looks of the members of a group; who joined is numbered alike in all arms.
  func mean(of group: LiveGroup, _ groups: [LiveGroup]) -> Double {
    var (sum, count) = (0.0, 0)
    for (member, looks) in relevance.enumerated() where groups[member] == group {
      sum += looks.mean * Double(looks.count)
      count += looks.count
    }
    return sum / Double(count)
  }
}
