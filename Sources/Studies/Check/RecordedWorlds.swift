internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import Synchronization
public import SyntheticSociety

/// The recorded worlds of an arm, with which another ranker or another version can be paired: columns with an
/// element for each world, the first worlds of their space.
public struct RecordedWorlds: Sendable, Hashable {
  /// Values by metric id; `nil` where undefined.
  public internal(set) var values: [String: [Double?]] = [:]
  /// The exogenous totals of each world.
  public internal(set) var exogenous: [ExogenousTotals] = []
  /// A digest of each world under a fixed ranker: `WorldFingerprint`.
  public internal(set) var fingerprints: [String] = []
  /// The most shown posts of each world, by names that do not depend on the ranker.
  public internal(set) var topPosts: [[String]] = []

  public init() {}

  package init(
    values: [String: [Double?]], exogenous: [ExogenousTotals], fingerprints: [String],
    topPosts: [[String]]
  ) {
    for (id, column) in values {
      precondition(column.count == fingerprints.count, "\(column.count) worlds of \(id)")
    }
    precondition(exogenous.count == fingerprints.count && topPosts.count == fingerprints.count)
    self.values = values
    self.exogenous = exogenous
    self.fingerprints = fingerprints
    self.topPosts = topPosts
  }

  /// The number of worlds.
  public var count: Int { fingerprints.count }

  /// The values of a recorded metric.
  func column(_ id: String) -> [Double?] {
    guard let column = values[id] else { preconditionFailure("\(id) was not recorded") }
    return column
  }

  /// The first so many worlds.
  func prefix(_ worlds: Int) -> RecordedWorlds {
    precondition(worlds <= count, "\(worlds) of \(count) worlds")
    return RecordedWorlds(
      values: values.mapValues { Array($0.prefix(worlds)) },
      exogenous: Array(exogenous.prefix(worlds)),
      fingerprints: Array(fingerprints.prefix(worlds)), topPosts: Array(topPosts.prefix(worlds)))
  }

  /// The worlds with the share of pages that were left short or empty. Older recordings do not have it, and are taken
  /// to have no such page.
  var withFullPages: RecordedWorlds {
    var worlds = self
    let none = [Double?](repeating: 0, count: count)
    worlds.values.merge([MetricCatalogue.underfilledPages: none]) { recorded, _ in recorded }
    return worlds
  }

  /// Appends the worlds that come next.
  mutating func append(_ other: RecordedWorlds) {
    precondition(count == 0 || Set(values.keys) == Set(other.values.keys), "other metrics")
    values.merge(other.values) { $0 + $1 }
    exogenous += other.exogenous
    fingerprints += other.fingerprints
    topPosts += other.topPosts
  }
}

/// Simulates an arm in worlds of the space of checks, and records them.
///
/// A world is one run, also in scenarios where a comparison would make it a pair of antithetic twins.
struct RecordedRuns: Sendable {
  let experiment: Experiment
  private let intercepts: SolvedIntercepts

  /// - Parameters:
  ///   - arm: Any arm, also one that is not in the scenario.
  ///   - metrics: Metrics with a single value.
  ///   - tapes: Where pages of external rankers are recorded to, or replayed from.
  init(_ scenario: Scenario, arm: Arm, metrics: [MetricDefinition], tapes: TapeUse? = nil) {
    var experiment = Experiment(
      measuring: scenario.replacingArms([arm]), worlds: 1, metrics: metrics)
    experiment.space = .check
    experiment.tapes = tapes
    self.experiment = experiment
    intercepts = experiment.intercepts(nil)
  }

  /// Simulates some worlds.
  ///
  /// - Parameter jobs: How many worlds are simulated at the same time.
  /// - Returns: The worlds, and the surfaces whose rankers had something to order in them.
  func worlds(
    _ worlds: Range<Int>, jobs: Int, monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> (worlds: RecordedWorlds, asked: Set<Surface>) {
    let design = experiment.design
    monitor.extend(runs: worlds.count, secondsEach: design.days * 86_400)
    let notes = WorldNotes()
    let simulate: RunSimulator = { run, shouldContinue throws(ExperimentFailure) in
      try self.simulate(run, notes, shouldContinue: shouldContinue)
    }
    let queue = RunQueue(
      worlds: worlds, arms: 1, metrics: design.metrics.map(\.id), monitor: monitor,
      simulate: simulate
    ) { _, world, _ in experiment.run(world: world, arm: 0, intercepts) }
    queue.work(threads: min(jobs, worlds.count))
    let outcomes = try queue.outcomes()
    let recorded = RecordedWorlds(
      values: Dictionary(
        uniqueKeysWithValues: design.metrics.map { metric in
          (metric.id, outcomes.map { $0.value(of: metric).value })
        }), exogenous: outcomes.map(\.summary.exogenous),
      fingerprints: worlds.map { notes[$0].fingerprint },
      topPosts: worlds.map { notes[$0].topPosts })
    return (recorded, Set(worlds.flatMap { notes[$0].asked }))
  }

  private func simulate(
    _ run: WorldRun, _ notes: WorldNotes,
    shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let fingerprint = WorldFingerprint.fingerprint(
      of: run, shouldContinue: { shouldContinue(0, 0) })
    let metrics = MetricSink(
      options: experiment.design.metricOptions, custom: experiment.customMetrics)
    let posts = TopPosts(RankingOverlap.posts)
    let asked = AskedSurfaces()
    guard let fingerprint,
      let summary = try run.summary(
        sinks: [metrics, posts, asked], tapes: experiment.runTapes, shouldContinue: shouldContinue)
    else { return nil }
    let world = WorldSpace.number(of: run.world)
    notes.keep(
      WorldNotes.Note(
        fingerprint: fingerprint, topPosts: posts.list, asked: asked.surfaces), of: world)
    return WorldOutcome(
      arm: run.arm.name, world: world,
      values: metrics.valuesByID,
      digest: fingerprint, summary: summary)
  }
}

/// The surfaces with a page that had posts or could have had some: a ranker is not asked to order none.
private final class AskedSurfaces: ObservationSink {
  private(set) var surfaces: Set<Surface> = []

  func observe(_ page: borrowing PageObservation) {
    if !page.posts.isEmpty || page.isUnderfilled { surfaces.insert(page.surface) }
  }
}

/// The fingerprints, most shown posts and asked surfaces of worlds, by the number of the world.
private final class WorldNotes: Sendable {
  struct Note: Sendable {
    let fingerprint: String
    let topPosts: [String]
    let asked: Set<Surface>
  }

  private let notes = Mutex<[Int: Note]>([:])

  func keep(_ note: Note, of world: Int) { notes.withLock { $0[world] = note } }

  subscript(world: Int) -> Note {
    guard let note = notes.withLock({ $0[world] }) else {
      preconditionFailure("world \(world) was not simulated")
    }
    return note
  }
}

/// A digest that identifies a world, whatever ranks its feeds.
///
/// It is the digest of all events in the first two days of the world with every feed in keyed random order on
/// the default app: members, ties, earlier posts, visits, examinations, actions, new posts. Any change of the
/// community, of a behaviour or of the domain's rules that affects these changes the digest; rankers other than
/// `random`, their parameters and the arm's app do not.
///
/// The digest does not cover later events and rules that random order never reaches, such as the end of longer
/// contests or slow satiation. A change of these looks like a change of the ranker, and is reported as its
/// regression or improvement rather than ignored.
enum WorldFingerprint {
  private static let days = 2.0

  /// - Parameters:
  ///   - run: The world, under any arm.
  ///   - shouldContinue: Called once a simulated hour; `false` stops the simulation.
  /// - Returns: `nil` if it was stopped.
  /// - Complexity: The cost of simulating two days.
  static func fingerprint(of run: WorldRun, shouldContinue: () -> Bool) -> String? {
    var probe = WorldRun(
      parameters: run.parameters, graph: run.graph, arm: .random(), seed: run.seed, world: run.world
    )
    probe.adjustBehaviours = run.adjustBehaviours
    probe.intercepts = run.intercepts
    probe.parameters.world.days = min(days, run.parameters.world.days)
    probe.parameters.world.warmUpDays = 0
    let digest = DigestSink()
    guard probe.simulate(sinks: [digest], shouldContinue: { _ in shouldContinue() }) != nil else {
      return nil
    }
    return digest.hexDigest
  }
}
