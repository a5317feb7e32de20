package import Calibration
public import Experiments
public import SyntheticSociety

/// The runs of one experiment or tuning as the database in the folder of its results has them: none that is
/// known there is simulated again.
///
/// A run is known when everything that it depends on is the same: the community, the arm, the seed, what is
/// measured, and the program to the byte. What is made of worlds afterwards, such as a margin or the number of
/// worlds, is no part of that.
public final class Ledger: OutcomeStore {
  /// How many worlds were known when it was opened: of an experiment under all arms, of a tuning those of the
  /// log that it resumes.
  public let knownWorlds: Int

  private let store: SQLiteRunStore
  private let keys: RunKeys
  private let series: [RunSeries]
  private let isFresh: Bool
  /// What the log of a tuning knows.
  private let logged: [RunKey: WorldOutcome]

  /// Opens the ledger of a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is there.
  ///   - experiment: What is asked for.
  ///   - isFresh: Whether all worlds are to be simulated again; what comes of them replaces what is known.
  ///   - build: Identifies the program; `nil` where it cannot read itself, so that its worlds could be taken
  ///     for those of another: none is taken from the ledger then, and none is kept.
  ///   - patience: How many seconds to wait for another process when it is opened and closed.
  package init(
    folder: String, experiment: Experiment, isFresh: Bool = false,
    build: String? = ProgramDigest.current, patience: Double = SQLiteRunStore.longPatience
  ) {
    let keys = RunKeys(experiment, build: build, hasScopes: true)
    let series = experiment.firstRuns.map(keys.series)
    let store = SQLiteRunStore(
      folder: folder, build: build,
      request: SQLiteRunStore.Request(design: experiment.design, series: series),
      patience: patience)
    let worlds = isFresh ? [] : series.map(store.worlds)
    knownWorlds = worlds.dropFirst().reduce(worlds.first ?? []) { $0.intersection($1) }
      .count { $0 < experiment.design.plan.most }
    (self.store, self.keys, self.series, self.isFresh, logged) = (store, keys, series, isFresh, [:])
  }

  /// The same of a study that decides as it goes which arms live in which worlds.
  ///
  /// - Parameter logged: What is known from elsewhere, such as the log of a tuning.
  package init(
    folder: String, searching experiment: Experiment,
    logged: (RunKeys) -> [RunKey: WorldOutcome] = { _ in [:] }, isFresh: Bool = false,
    build: String? = ProgramDigest.current, patience: Double = SQLiteRunStore.longPatience
  ) {
    let keys = RunKeys(experiment, build: build, hasScopes: false)
    store = SQLiteRunStore(folder: folder, build: build, request: nil, patience: patience)
    series = experiment.firstRuns.map(keys.series)
    self.logged = logged(keys)
    knownWorlds = self.logged.count
    (self.keys, self.isFresh) = (keys, isFresh)
  }

  /// Whether it holds runs that were asked for; known once the work has ended.
  public var keepsRuns: Bool { store.keepsRuns }

  /// What went wrong since this was asked the last time.
  public func takeTroubles() -> [LedgerTrouble] { store.takeTroubles() }

  /// Keeps what waits, and closes the file; afterwards nothing is kept any more.
  ///
  /// - Parameter realism: The realism card of the results, to be shown again with them.
  package func close(realism: RealismCard? = nil) { store.close(realism: realism) }

  // MARK: - As a store of outcomes

  public var intercepts: SolvedIntercepts? { isFresh ? nil : store.intercepts(of: series) }

  public func keep(_ intercepts: SolvedIntercepts) { store.keep(intercepts) }

  public func outcome(of run: WorldRun) -> WorldOutcome? {
    guard !isFresh else { return nil }
    let key = keys.key(of: run)
    if let outcome = logged[key] { return outcome.called(run.arm.name) }
    guard case .known(let outcome) = store.knowledge(of: key) else { return nil }
    return outcome.called(run.arm.name)
  }

  public func keep(_ outcome: WorldOutcome, of run: WorldRun) {
    _ = store.keep(.outcome(outcome), of: keys.key(of: run))
  }
}
