internal import DataFiles
internal import Distribution
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Reports
internal import RunStore
internal import Scenarios
internal import Studies
internal import SyntheticSociety
internal import TestSupport

extension Reader {
  /// `{{fingerprint}}` in a plan stands for the fingerprint of the machine's arithmetic.
  func readPlan(_ input: [UInt8], in folder: String) -> Bool {
    let text = String(decoding: input, as: UTF8.self)
      .replacing("{{fingerprint}}", with: ArithmeticFingerprint.current)
    let path = "\(folder)/plan.jsonl"
    writeFile(Array(text.utf8), to: path)
    guard let plan = try? WorkPlan(file: path) else { return false }
    _ = try? Gathering(plan, in: WorkStore(path: emptyFolder("\(folder)/store")))
    return true
  }

  func readTuningLog(_ input: [UInt8], in folder: String) -> Bool {
    var tuner = Self.tuner
    let path = "\(folder)/tune.jsonl"
    writeFile(Self.tuningLogHead + input, to: path)
    guard let log = try? TuningLog(tuner, resuming: path, build: "one") else { return false }
    tuner.log = log
    return tuner.ledger(in: emptyFolder("\(folder)/tuning"), isFresh: false) != nil
  }

  func readStore(_ input: [UInt8], in folder: String) -> Bool {
    let store = FolderRunStore(path: "\(folder)/results")
    let (run, key) = (Self.storedRun, Self.storedKey)
    let path = "\(folder)/results/\(key.digest.prefix(2))"
    _ = emptyFolder(path)
    let file = "\(path)/\(key.digest).json"
    writeFile(input, to: file)
    _ = store.knowledge(of: key)
    let text = String(decoding: input, as: UTF8.self)
    let line =
      #"{"checksum":"\#(SHA256.hexDigest(of: Array(text.utf8)))","outcome":"# + text
      + #","unit":"\#(key.digest)"}"# + "\n"
    writeFile(Array(line.utf8), to: file)
    let knowledge = store.knowledge(of: key) { Self.storedDesign.admits($0, isLive: false) }
    guard case .known(let outcome) = knowledge else { return false }
    // As `gather` does, where the store has other outcomes of the other runs.
    let results = try? Self.experiment.results(intercepts: SolvedIntercepts()) { other, goesOn in
      other.arm == run.arm && other.world == run.world
        ? outcome.called(run.arm.name) : Self.outcome(of: other, shouldContinue: goesOn)
    }
    if let results { show(results.document, as: [.text]) }
    return results != nil
  }

  func readLedger(_ input: [UInt8], in folder: String) -> Bool {
    let folder = emptyFolder("\(folder)/ledger")
    let path = "\(folder)/\(SQLiteRunStore.fileName)"
    writeFile(input, to: path)
    var isAccepted = false
    if let contents = try? LedgerContents(path: path) {
      isAccepted = true
      show(HistoryReport([contents], build: "one").document)
      for entry in contents.entries {
        guard let results = try? contents.results(of: entry) else { continue }
        show(results.document, as: [.text])
      }
    }
    // As `ab` does, which never ends because of a ledger.
    let ledger = Ledger(folder: folder, experiment: Self.experiment, build: "one", patience: 0)
    _ = try? Self.experiment.run(
      jobs: 1, monitor: ExperimentMonitor(), store: ledger, simulate: Self.outcome)
    ledger.close()
    _ = ledger.takeProblems().map(\.description)
    return isAccepted
  }
}

// MARK: - Whose files they are

extension Reader {
  /// The experiment of the ledgers and stores.
  static let experiment = Experiment(made(experimentText))

  /// The same of a scenario that is in a folder, beside which there may be files.
  static func experiment(in folder: String) -> Experiment {
    Experiment(made(experimentText, file: "\(folder)/town.yml"))
  }

  private static let experimentText = """
    feedlab: 1
    name: town
    world: {members: 20, days: 1, warm-up: 0.25}
    arms: {newest: {home: recency}, hot: {home: hot}}
    metrics: {like_rate: {margin: 1%}}
    ab: {primary: like_rate, replications: 2}
    """

  /// The run whose outcome is in the stores.
  static let storedRun = experiment.firstRuns[0]
  private static let storedKey = RunKeys(experiment, build: nil, hasScopes: true).key(of: storedRun)
  private static let storedDesign = StoredDesign(of: experiment)

  /// The first line of the tuning logs.
  private static let tuningLogHead = Array("\(TuningLog(tuner, build: "one").head)\n".utf8)

  /// The tuning of the logs.
  static let tuner: Tuner = {
    let text = """
      feedlab: 1
      name: tuned
      world: {members: 20, days: 1, warm-up: 0.25}
      arms:
        newest: {home: recency}
        blend: {home: {ranker: linear, weights: {likes: {value: 0.5, tune: [0, 2]}}}}
      tune: {maximize: relevance@10}
      """
    let scenario = made(text)
    guard let tuning = scenario.tuning else { preconditionFailure("the scenario tunes nothing") }
    return Tuner(scenario, tuning)
  }()

  static func made(_ text: String, file: String = "town.yml") -> Scenario {
    do throws(InvalidScenario) {
      return try Scenario.parse(Array(text.utf8), file: file)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// An outcome without a simulation, which depends on arm and world only.
  @Sendable static func outcome(
    of run: WorldRun, shouldContinue: (Double, Int) -> Bool
  ) -> WorldOutcome? {
    var numbers = SeededGenerator(seed: 7, world: Int(run.world), arm: run.arm.name)
    let values = MetricCatalogue.core.map { ($0.id, MetricValue(numbers.unit(), support: 10)) }
    return WorldOutcome(
      arm: run.arm.name, world: Int(run.world), values: Dictionary(uniqueKeysWithValues: values),
      digest: "\(numbers.next())", summary: WorldSummary())
  }
}
