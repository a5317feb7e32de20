public import Experiments
public import Scenarios
public import SocialFeed
public import SyntheticSociety

/// How much the arms' pages of the same requests have in common.
///
/// One arm serves the worlds. Whenever it serves the first page of a refresh after warm-up, every other arm is
/// asked what it would have shown to the same member at the same moment; nobody sees that, so that the worlds are
/// those of the serving arm. Further pages are left out: where they begin depends on the page before.
public struct RankOverlapStudy: Study {
  /// The serving arm in its worlds; nothing is measured but pages.
  public let experiment: Experiment
  /// The serving arm first.
  public let arms: [String]
  /// Those on which the arms differ; where they do not, home and what they order otherwise than by default.
  public let surfaces: [Surface]

  /// How many places of a page are compared, which is all that a page has.
  public static let depth = 20
  /// How much less each further place counts in the overlap: *p*.
  public static let persistence = 0.9

  /// - Parameters:
  ///   - scenario: That of the arms.
  ///   - arms: At least two arms of the scenario, none twice, the serving one first.
  ///   - worlds: How many; one has no interval.
  /// - Throws: When two of the arms want affinities to be learned in different ways: a community learns them in
  ///   one, so that their pages of one moment do not exist.
  public init(_ scenario: Scenario, arms: [String], worlds: Int) throws(LiveTestConflict) {
    precondition(arms.count > 1, "the pages of \(arms.count) arm")
    let compared = arms.map(scenario.arm)
    var first: (rule: AffinityRule, arm: String)?
    for arm in compared {
      for rule in arm.rankers.compactMap(\.affinityRule) {
        if let first, first.rule != rule { throw .affinities(first.arm, arm.name) }
        first = first ?? (rule, arm.name)
      }
    }
    experiment = Experiment(measuring: scenario, arms: [arms[0]], worlds: worlds, metrics: [])
    self.arms = arms
    surfaces = Yardstick.surfaces(of: compared)
  }

  public var fixedWorlds: Int? { experiment.design.worlds }

  public func run(in context: StudyContext) throws(ExperimentFailure) -> RankOverlapResults {
    let (design, compared) = (experiment.design, arms.map(experiment.scenario.arm))
    let (surfaces, start) = (surfaces, design.warmUpDays * 86_400)
    let live: LivingWorld = { run, goOn in
      let overlaps = PageOverlaps(arms: compared.count, surfaces: surfaces.count, from: start)
      var run = run
      run.arm = run.arm.choosing(
        surfaces.enumerated().map { place, surface in
          (surface, ShadowRanker.settings(compared, on: surface, place, telling: overlaps))
        }, name: run.arm.name)
      return run.simulate(sinks: [], shouldContinue: { goOn($0.time, $0.impressions) }).map {
        summary in
        WorldOutcome(
          arm: run.arm.name, world: WorldSpace.number(of: run.world), values: overlaps.values,
          digest: "", summary: summary)
      }
    }
    context.monitor.begin(runs: design.worlds, secondsEach: design.days * 86_400)
    let intercepts = context.intercepts(of: experiment)
    let queue = RunQueue(
      worlds: 0..<design.worlds, arms: 1, metrics: [], monitor: context.monitor, live: live
    ) { _, world, arm in experiment.run(world: world, arm: arm, intercepts) }
    queue.work(threads: min(context.jobs, design.worlds))
    return RankOverlapResults(
      design: design, arms: arms, surfaces: surfaces, outcomes: try queue.outcomes())
  }
}
