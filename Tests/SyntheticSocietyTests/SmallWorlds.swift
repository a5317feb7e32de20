import FeedMetrics
import SocialFeed
import SyntheticSociety

extension SocietyParameters {
  /// A community small enough for a test.
  static func small(members: Int = 150, days: Double = 3) -> SocietyParameters {
    var parameters = SocietyParameters()
    parameters.world.members = Double(members)
    parameters.world.days = days
    parameters.world.warmUpDays = 0
    return parameters
  }

  /// Lets everybody open one feed only.
  mutating func openOnly(_ surface: Surface) {
    surfaces.home = surface == .home ? 1 : 0
    surfaces.contest = surface == .contest ? 1 : 0
    surfaces.friends = surface == .friends ? 1 : 0
    surfaces.latest = surface == .latest ? 1 : 0
    surfaces.following = surface == .following ? 1 : 0
    surfaces.global = surface == .global ? 1 : 0
  }

  /// Lets everybody look at so many items of a feed, no more and no less.
  mutating func fixScrolling(at items: Int) {
    scrolling.cost = 0
    scrolling.gain = 0
    scrolling.deviation = 0
    scrolling.limit = Double(items)
  }
}

extension Arm {
  /// An arm that differs from the defaults on one feed.
  static func ordering(_ surface: Surface, by ranker: String) -> Arm {
    Arm(name: ranker, choices: [(surface, RankerSettings(RankerCatalogue.standard[ranker]!))])
  }
}

extension SolvedIntercepts {
  /// About those of the defaults, for tests that need no exact rates.
  static var usual: SolvedIntercepts {
    var intercepts = SolvedIntercepts()
    (intercepts.open, intercepts.like, intercepts.comment) = (-2.8, -4.4, -6.65)
    (intercepts.save, intercepts.vote, intercepts.usualUtility) = (-6.65, -4.25, 0)
    return intercepts
  }
}

/// Lives through a world and keeps what was observed.
func live(
  _ parameters: SocietyParameters, _ arm: Arm, seed: UInt64 = 1, world: UInt32 = 0,
  intercepts: SolvedIntercepts? = .usual
) -> (RecordingSink, WorldSummary) {
  let sink = RecordingSink()
  var run = WorldRun(parameters: parameters, arm: arm, seed: seed, world: world)
  run.intercepts = intercepts
  return (sink, run.live(sinks: [sink])!)
}
