package import Calibration
public import Experiments
public import SyntheticSociety

/// The stored runs of one experiment or tuning, in a database in the folder of its results. Stored runs are
/// not simulated again.
///
/// A run is known when everything that it depends on is the same: the community, the arm, the seed, what is
/// measured, and the program to the byte. The analysis of worlds, such as a margin or the number of worlds,
/// is not part of that.
public final class Ledger: OutcomeStore {
  /// How many worlds were known when the ledger was opened: in an experiment the worlds known under all arms, in a
  /// tuning the worlds in the log that it resumes.
  public let knownWorlds: Int
  /// Arms with known worlds then, where external rankers are not called.
  public let reusedArms: [String]

  private let store: SQLiteRunStore
  private let keys: RunKeys
  private let form: StoredDesign
  private let series: [RunSeries]
  private let isFresh: Bool
  /// The outcomes in the log of a tuning.
  private let logged: [RunKey: WorldOutcome]

  /// Opens the ledger of a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The path of an existing folder.
  ///   - experiment: The requested experiment.
  ///   - isFresh: Whether all worlds are simulated again; their outcomes replace the stored ones.
  ///   - build: Identifies the program; `nil` where it cannot read its own executable. The program's worlds could then
  ///     be mistaken for another build's, so that the ledger is neither read nor written.
  ///   - patience: How many seconds to wait for another process when the ledger is opened and closed.
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
    // Reference rankers that are simulated in some worlds only follow the arms.
    let arms = experiment.design.simulatedArms.count
    let worlds = isFresh ? [] : series.prefix(arms).map(store.worlds)
    knownWorlds = worlds.dropFirst().reduce(worlds.first ?? []) { $0.intersection($1) }
      .count { $0 < experiment.design.plan.most }
    reusedArms = zip(experiment.firstRuns, worlds).compactMap { run, worlds in
      let isKnown = worlds.contains { $0 < experiment.design.plan.most }
      // Pages that are recorded may be asked for again, and those of tapes never are.
      return isKnown && run.usesHosts && experiment.tapes == nil
        && keys.unidentifiedRanker(of: run) == nil
        ? run.arm.name : nil
    }
    (self.store, self.keys, self.series, self.isFresh, logged) = (store, keys, series, isFresh, [:])
    form = StoredDesign(of: experiment)
  }

  /// Opens the ledger for a study that decides during its run which arms to simulate in which worlds, or that
  /// has several communities.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the community in which runs differ from the scenario.
  ///   - hasScopes: Whether the study's runs report metrics by surface, ranker and day too.
  ///   - logged: Outcomes that are known from another source, such as the log of a tuning.
  package init(
    folder: String, searching experiment: Experiment, parameters: [SocietyParameter] = [],
    hasScopes: Bool = false,
    logged: (RunKeys) -> [RunKey: WorldOutcome] = { _ in [:] }, isFresh: Bool = false,
    build: String? = ProgramDigest.current, patience: Double = SQLiteRunStore.longPatience
  ) {
    let keys = RunKeys(experiment, build: build, hasScopes: hasScopes, parameters: parameters)
    store = SQLiteRunStore(folder: folder, build: build, request: nil, patience: patience)
    series = experiment.firstRuns.map(keys.series)
    self.logged = logged(keys)
    knownWorlds = self.logged.count
    reusedArms =
      knownWorlds == 0 ? [] : experiment.firstRuns.filter(\.usesHosts).map(\.arm.name)
    (self.keys, self.isFresh) = (keys, isFresh)
    form = StoredDesign(of: experiment)
  }

  /// Whether the ledger holds requested runs; valid after the work has ended.
  public var keepsRuns: Bool { store.keepsRuns }

  /// Returns the problems since the last call.
  public func takeProblems() -> [LedgerProblem] { store.takeProblems() }

  /// Stores the waiting runs, and closes the file; later runs are not stored.
  ///
  /// - Parameter realism: The realism card of the results, stored so that it can be shown again.
  package func close(realism: RealismCard? = nil) { store.close(realism: realism) }

  // MARK: - As a store of outcomes

  public var intercepts: SolvedIntercepts? { isFresh ? nil : store.intercepts(of: series) }

  public func keep(_ intercepts: SolvedIntercepts) { store.keep(intercepts) }

  public func outcome(of run: WorldRun) -> WorldOutcome? {
    guard isIdentified(run), !isFresh else { return nil }
    let key = keys.key(of: run)
    if let outcome = logged[key] { return outcome.called(run.arm.name) }
    let knowledge = store.knowledge(of: key) { form.admits($0, isLive: run.liveTest != nil) }
    guard case .known(let outcome) = knowledge else { return nil }
    return outcome.called(run.arm.name)
  }

  public func keep(_ outcome: WorldOutcome, of run: WorldRun) {
    guard isIdentified(run) else { return }
    _ = store.keep(.outcome(outcome), of: keys.key(of: run))
  }

  /// Whether the key of a run has all that its outcome depends on. Where it has not, that is a problem, once for each arm.
  private func isIdentified(_ run: WorldRun) -> Bool {
    guard let (arm, ranker) = keys.unidentifiedRanker(of: run) else { return true }
    store.report(.unidentified(arm: arm, ranker: ranker))
    return false
  }
}

extension WorldRun {
  /// Whether an external ranker has a part in it.
  fileprivate var usesHosts: Bool { arm.usesHosts || liveTest?.candidate.usesHosts == true }
}
