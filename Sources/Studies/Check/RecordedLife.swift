internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Synchronization
internal import SyntheticSociety

/// Lets an arm live through worlds of the space of checks, and keeps what a baseline keeps of them.
///
/// A world is lived through once even where a comparison would make it a pair of antithetic twins.
struct RecordedLife: Sendable {
  let experiment: Experiment
  private let intercepts: SolvedIntercepts

  /// - Parameters:
  ///   - arm: Need not be one of the scenario's.
  ///   - metrics: None of them a table.
  init(_ scenario: Scenario, arm: Arm, metrics: [MetricDefinition]) {
    var experiment = Experiment(
      measuring: scenario.replacingArms([arm]), worlds: 1, metrics: metrics)
    experiment.space = .check
    self.experiment = experiment
    intercepts = experiment.intercepts(nil)
  }

  /// Lives through some worlds.
  ///
  /// - Parameter jobs: How many at the same time.
  func worlds(
    _ worlds: Range<Int>, jobs: Int, monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> RecordedWorlds {
    let design = experiment.design
    monitor.extend(runs: worlds.count, secondsEach: design.days * 86_400)
    let notes = WorldNotes()
    let options = design.metricOptions
    let live: LivingWorld = { run, goOn in Self.life(run, options, notes, goOn: goOn) }
    let queue = RunQueue(
      worlds: worlds, arms: 1, metrics: design.metrics.map(\.id), monitor: monitor, live: live
    ) { _, world, _ in experiment.run(world: world, arm: 0, intercepts) }
    queue.work(threads: min(jobs, worlds.count))
    let outcomes = try queue.outcomes()
    return RecordedWorlds(
      values: Dictionary(
        uniqueKeysWithValues: design.metrics.map { metric in
          (metric.id, outcomes.map { $0.value(of: metric).value })
        }), exogenous: outcomes.map(\.summary.exogenous),
      fingerprints: worlds.map { notes[$0].fingerprint },
      topPosts: worlds.map { notes[$0].topPosts })
  }

  private static func life(
    _ run: WorldRun, _ options: MetricOptions, _ notes: WorldNotes,
    goOn: (_ seconds: Double, _ impressions: Int) -> Bool
  ) -> WorldOutcome? {
    let fingerprint = WorldFingerprint.fingerprint(of: run, goOn: { goOn(0, 0) })
    let (metrics, posts) = (MetricSink(options: options), TopPosts(RankingOverlap.posts))
    guard let fingerprint,
      let summary = run.simulate(
        sinks: [metrics, posts], shouldContinue: { goOn($0.time, $0.impressions) })
    else { return nil }
    let world = WorldSpace.number(of: run.world)
    notes.keep(WorldNotes.Note(fingerprint: fingerprint, topPosts: posts.list), of: world)
    return WorldOutcome(
      arm: run.arm.name, world: world,
      values: Dictionary(uniqueKeysWithValues: metrics.values().map { ($0.id, $0.value) }),
      digest: fingerprint, summary: summary)
  }
}

/// What there is of worlds besides their outcomes, by the worlds' numbers.
private final class WorldNotes: Sendable {
  struct Note: Sendable {
    let fingerprint: String
    let topPosts: [String]
  }

  private let notes = Mutex<[Int: Note]>([:])

  func keep(_ note: Note, of world: Int) { notes.withLock { $0[world] = note } }

  subscript(world: Int) -> Note {
    guard let note = notes.withLock({ $0[world] }) else {
      preconditionFailure("world \(world) was not lived through")
    }
    return note
  }
}
