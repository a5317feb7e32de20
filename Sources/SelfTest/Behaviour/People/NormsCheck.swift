internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B28: what is usual in a community.
///
/// In a world of the default community whose feeds are in random order, half of whose members post, all of them as
/// much, people do at first looks what the parameters say: the intercepts of opening and liking, at home and on the
/// other feeds that can be in random order, and of voting are solved in a pilot of as many members and days. So are the
/// mean utility at looks, beyond the worth of the viewers' interests in an average post, and the likes of a member who
/// posts. A mean over looks has the variance Σ (sum − mean · looks)² ÷ looks² over viewers, and another over authors
/// (Cameron, Gelbach & Miller, 2011, without their intersection), and the pilot has one like it.
///
/// Wrong rules that it catches: rates of all looks or of opened posts, rates before herding, usual likes of all
/// members, a usual utility without satiation, or with the interests in it.
struct NormsCheck: SelfCheck {
  let id = "B28"
  let suites = [SelfTestSuite.behaviour]
  let source = "declared rates; a pilot community"
  let seconds = 12.0

  private static let members = 2000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let days = setting.sample(of: 8, atLeast: 2)
    var parameters = SocietyParameters.society(members: Self.members, days: Double(days.count))
    parameters.posting.share = 0.5
    // So that no author's posts are many.
    parameters.posting.most = 1
    parameters.entering.atStart = Double(Self.members) / 10
    var run = WorldRun(parameters: parameters, arm: .random(), seed: setting.seed(82), world: 0)
    let solved = SolvedIntercepts(for: run)
    run.intercepts = solved
    let world = LookRecorder.record(run)
    let random = RandomRanker.descriptor.surfaces
    let looks = world.settledLooks(of: run).filter {
      $0.before == 0 && random.contains($0.surface)
    }
    func rate(
      _ result: String, of kind: InteractionKind, expect target: Double,
      _ looks: [ObservedLook]
    ) -> Finding {
      LookMean(world, looks.map { ($0, $0.led(to: kind) ? 1 : 0) })
        .finding(result, "first looks", expect: target)
    }
    let rates = parameters.actions
    let utility = LookMean(world, Self.utilities(world, parameters))
    return [
      rate("random feeds: opened", of: .view, expect: rates.open, looks),
      rate("random feeds: liked", of: .like, expect: rates.like, looks),
      rate(
        "random feeds: voted for in a contest", of: .vote, expect: rates.vote,
        looks.filter { $0.surface == .contest }),
      utility.finding(
        "random feeds: utility beyond interests", "looks", expect: solved.usualUtility),
      Self.likes(world, run, usual: solved.usualLikes),
    ]
  }

  /// Of each look, the utility beyond the worth of an average post by its category.
  private static func utilities(
    _ world: LookRecorder, _ parameters: SocietyParameters
  ) -> [(look: ObservedLook, value: Double)] {
    let norms = ViewerNorms(parameters, usual: 0)
    let interests = world.members.map(norms.norm)
    let memory = Memory(parameters)
    var levels = SatiationLevels(parameters, members: world.members.count)
    return world.looks.map { look in
      let category = world.posts[look.post].category.index
      let level = levels.level(of: look.viewer, category, at: look.time).level
      if let opened = look.time(of: .view) { levels.open(by: look.viewer, category, at: opened) }
      let familiarity =
        look.before == 0
        ? 0 : memory.decide(Memory.Situation(looks: look.before, elapsed: look.time - look.last))
      return (
        look,
        look.utility - interests[look.viewer] + parameters.utility.satiation * level
          + parameters.utility.seen * familiarity
      )
    }
  }

  private static func likes(_ world: LookRecorder, _ run: WorldRun, usual: Double) -> Finding {
    var likes = Array(repeating: 0.0, count: world.members.count)
    for look in world.looks where look.led(to: .like) { likes[look.viewer] += 1 }
    let posters = run.initialPeople.count { $0.postRate > 0 }
    let expected = usual * Double(posters) * run.parameters.world.days * 86_400
    return Finding(
      "likes of those who post ÷ usual", size: "\(posters.grouped) members", expect: 1,
      observed: likes.reduce(0, +) / expected,
      standardError: (2 * likes.reduce(0) { $0 + $1 * $1 }).squareRoot() / expected)
  }
}

/// A mean over looks, which depend on each other within a viewer and within an author.
private struct LookMean {
  private typealias Clusters = [(sum: Double, count: Double)]

  private var viewers: Clusters
  private var authors: Clusters

  init(_ world: LookRecorder, _ values: [(look: ObservedLook, value: Double)]) {
    viewers = world.members.map { _ in (0, 0) }
    authors = viewers
    for (look, value) in values {
      Self.add(value, to: &viewers[look.viewer])
      Self.add(value, to: &authors[world.posts[look.post].author.index])
    }
  }

  private static func add(_ value: Double, to cluster: inout (sum: Double, count: Double)) {
    cluster.sum += value
    cluster.count += 1
  }

  /// The mean is as expected by a norm whose sample is as large.
  func finding(_ result: String, _ unit: String, expect target: Double) -> Finding {
    let count = viewers.reduce(0) { $0 + $1.count }
    let mean = viewers.reduce(0) { $0 + $1.sum } / count
    let squares = (viewers + authors).reduce(0) {
      $0 + ($1.sum - mean * $1.count) * ($1.sum - mean * $1.count)
    }
    return Finding(
      result, size: "\(Int(count).grouped) \(unit)", expect: target, observed: mean,
      standardError: (2 * squares).squareRoot() / count)
  }
}
