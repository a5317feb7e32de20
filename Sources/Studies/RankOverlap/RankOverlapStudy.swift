public import Experiments
public import Scenarios
public import SocialFeed
public import SyntheticSociety

/// The overlap of the arms' pages for the same requests.
///
/// One arm serves the worlds. Whenever it serves the first page of a refresh after warm-up, every other arm ranks
/// the same request; its page is not shown, so that the worlds depend only on the serving arm. Further pages are
/// excluded, since their beginning depends on the page before.
public struct RankOverlapStudy: Study {
  /// The serving arm and its worlds, without metrics.
  public let experiment: Experiment
  /// The serving arm first.
  public let arms: [String]
  /// The surfaces on which the arms differ; if they agree everywhere, home and surfaces with a ranker that is
  /// not the default.
  public let surfaces: [Surface]

  /// How many positions of a page are compared: all positions of a page.
  public static let depth = 20
  /// The weight of each further position relative to the one before: *p* of rank-biased overlap.
  public static let persistence = 0.9

  /// - Parameters:
  ///   - scenario: The scenario of the arms.
  ///   - arms: At least two arms of the scenario, none twice, the serving one first.
  ///   - worlds: How many worlds; one has no interval.
  /// - Throws: When two of the arms need different rules for learning affinities: a community has one rule, so
  ///   that it cannot have the pages of both.
  public init(_ scenario: Scenario, arms: [String], worlds: Int) throws(LiveTestConflict) {
    precondition(arms.count > 1, "the pages of \(arms.count) arm")
    let compared = arms.map(scenario.arm)
    var first: (rule: AffinityRule, arm: String)?
    for arm in compared {
      for rule in arm.affinityRules {
        if let first, first.rule != rule { throw .affinities(first.arm, arm.name) }
        first = first ?? (rule, arm.name)
      }
    }
    experiment = Experiment(measuring: scenario, arms: [arms[0]], worlds: worlds, metrics: [])
    self.arms = arms
    surfaces = ReferenceRanker.surfaces(of: compared)
  }

  public var fixedWorlds: Int? { experiment.design.worlds }

  public func run(in context: StudyContext) throws(ExperimentFailure) -> RankOverlapResults {
    let (design, compared) = (experiment.design, arms.map(experiment.scenario.arm))
    let (surfaces, start) = (surfaces, design.warmUpDays * 86_400)
    let simulate: RunSimulator = { run, shouldContinue throws(ExperimentFailure) in
      let overlaps = PageOverlaps(arms: compared.count, surfaces: surfaces.count, from: start)
      var run = run
      run.arm = run.arm.choosing(
        surfaces.enumerated().map { index, surface in
          (surface, ShadowRanker.settings(compared, on: surface, index, recordingIn: overlaps))
        }, name: run.arm.name)
      // Arms that learn stop at the same time, though the serving one may not learn.
      run.arm.freeze = compared.lazy.compactMap(\.freeze).first
      return try run.summary(sinks: [], shouldContinue: shouldContinue).map { summary in
        WorldOutcome(
          arm: run.arm.name, world: WorldSpace.number(of: run.world), values: overlaps.values,
          digest: "", summary: summary)
      }
    }
    context.monitor.begin(runs: design.worlds, secondsEach: design.days * 86_400)
    let intercepts = context.intercepts(of: experiment)
    let queue = RunQueue(
      worlds: 0..<design.worlds, arms: 1, metrics: [], monitor: context.monitor, simulate: simulate
    ) { _, world, arm in experiment.run(world: world, arm: arm, intercepts) }
    queue.work(threads: min(context.jobs, design.worlds))
    return RankOverlapResults(
      design: design, arms: arms, surfaces: surfaces, outcomes: try queue.outcomes())
  }
}
