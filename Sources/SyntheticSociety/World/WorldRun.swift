public import FeedMetrics
public import SocialFeed
internal import Stochastics

/// One run of a world: a community, an arm and the number of the replication.
public struct WorldRun: Sendable {
  public var parameters: SocietyParameters
  /// The initial follow graph; `nil` to grow one.
  public var graph: FollowGraph?
  public var arm: Arm
  /// Another arm that shares the world; `nil` when the arm serves everybody.
  public var liveTest: LiveTest?
  public var seed: UInt64
  /// Number of the replication. Arms of one world share all exogenous draws.
  public var world: UInt32
  /// Whether it is the world's antithetic twin: every uniform draw *u* is replaced by 1 − *u*.
  public var isMirrored = false
  /// Swaps behaviours for others; called with those that the parameters describe.
  public var adjustBehaviours: (@Sendable (inout Behaviours) -> Void)?
  /// The solved intercepts of the actions; `nil` to solve them before the world begins. They are the
  /// same for all arms and worlds of a seed.
  public var intercepts: SolvedIntercepts?
  /// Puts another ranker in the place of one, which has to give the same pages, such as one that records them; called
  /// with the index of each in ``rankers``.
  package var replaceRanker: (@Sendable (_ number: Int, _ ranker: any Ranker) -> any Ranker)?
  /// Members who do not act and have no ties, for the test that they do not change others' draws.
  package var inertMembers = 0

  public init(
    parameters: SocietyParameters, graph: FollowGraph? = nil, arm: Arm,
    liveTest: LiveTest? = nil, seed: UInt64, world: UInt32
  ) {
    self.parameters = parameters
    self.graph = graph
    self.arm = arm
    self.liveTest = liveTest
    self.seed = seed
    self.world = world
  }
}

/// How far a world has come, reported often while it is set up, and then once a simulated hour.
public struct WorldProgress: Sendable {
  /// Simulated seconds.
  public var time: Double
  public var impressions: Int
  /// Why the first of the world's rankers that has failed gives no order any more. The world ends with this report,
  /// which comes at the latest a simulated hour after the failure.
  public var failure: RankerFailure?

  /// While the world is set up.
  static let atStart = WorldProgress(time: 0, impressions: 0)
}

/// Counts of what happened in a world.
public struct WorldSummary: Sendable, Hashable, Codable {
  public var members = 0
  public var posts = 0
  public var follows = 0
  public var friendships = 0
  public var sessions = 0
  public var requests = 0
  public var pages = 0
  public var impressions = 0
  public var examined = 0
  public var interactions = 0
  /// Members who left for good.
  public var departures = 0
  public var events = 0
  /// The exogenous totals.
  public var exogenous = ExogenousTotals()

  public init() {}
}

extension WorldRun {
  /// The world as its rankers know it. The seed is the same in all arms and in the antithetic twin, so that two arms with
  /// one external ranker differ in their parameters, not in luck.
  package var rankerWorld: RankerWorld {
    let words = SocietyStreams(seed: seed, world: world).rankerSeed.bits(0)
    return RankerWorld(number: Int(world), seed: UInt64(words.x) << 20 | UInt64(words.y) >> 12)
  }

  /// How the people of this world behave.
  var behaviours: Behaviours {
    var behaviours = Behaviours(parameters)
    for custom in parameters.custom { custom.apply(to: &behaviours) }
    adjustBehaviours?(&behaviours)
    return behaviours
  }

  /// Simulates the world from its start to its horizon.
  ///
  /// - Parameters:
  ///   - sinks: They get all observations; the run is the same whatever they are.
  ///   - profiler: It gets the profile of the run; the run is the same with it.
  ///   - shouldContinue: Called after some hundred members while the world is set up, and then once a simulated
  ///     hour; `false` ends the run.
  /// - Returns: Counts of what happened, or `nil` when `shouldContinue` or the failure of a ranker, which
  ///   ``WorldProgress/failure`` had, ended the run early.
  public func simulate(
    sinks: [any ObservationSink], profiler: WorldProfiler? = nil,
    shouldContinue: (WorldProgress) -> Bool = { _ in true }
  ) -> WorldSummary? {
    let solved = intercepts ?? SolvedIntercepts(for: self)
    let start = profiler?.clock.now()
    guard
      var world = World(self, solved, sinks: sinks, while: { shouldContinue(.atStart) })
    else { return nil }
    if let profiler {
      world.timer = WorldTimer(
        profiler.clock, rankers: rankers.map(\.name), sinks: world.sinks, observers: sinks.count)
    }
    guard world.run(shouldContinue: shouldContinue) else { return nil }
    if let profiler, let start { profiler.profile = world.timer?.profile(from: start) }
    return world.summary
  }
}
