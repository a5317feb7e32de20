public import DataFiles
public import Experiments
internal import FeedMetrics
internal import Optimisation
public import RunStore
public import Scenarios
internal import Stochastics
public import SyntheticSociety

/// Tunes numbers of an arm's rankers within limits, and measures the gain in fresh worlds.
///
/// The search uses a space of worlds of its own, in which all trials are paired: every set of values meets
/// the same people. The best of many trials looks better than it is, so that the gain is measured again in
/// worlds that the search has not used.
public struct Tuner: DistributedStudy {
  public let design: TuningDesign
  /// The experiment whose arm is tuned.
  public let experiment: Experiment
  /// The scenario's baseline arm; `nil` if it is the tuned arm.
  private let baseline: Arm?
  /// The log of its runs, including those of the log that it resumes; `nil` to begin a new one.
  package var log: TuningLog?

  /// - Parameters:
  ///   - scenario: One with parameters to tune.
  ///   - tuning: The scenario's tuning, possibly changed by options.
  public init(_ scenario: Scenario, _ tuning: Scenario.Tuning) {
    let parameters = scenario.tunables.filter { $0.arm == tuning.arm }
    experiment = Experiment(
      measuring: scenario, arms: [tuning.arm], worlds: 1, metrics: tuning.metrics)
    let baseline = scenario.comparison.baseline
    self.baseline = baseline == tuning.arm ? nil : scenario.arm(baseline)
    design = TuningDesign(
      experiment: experiment.design, tuning: tuning,
      space: SearchSpace(parameters, of: scenario.arm(tuning.arm), pin: tuning.pin),
      baseline: self.baseline?.name)
  }

  /// Everything that outcomes depend on besides the world, the tuned values and the program.
  package var dependencies: JSONValue {
    .object([
      "scenario": experiment.dependencies(of: design.tuning.arm),
      "numbers": .array(design.space.parameters.map { .string($0.key) }),
    ])
  }

  public var simulatedArms: [Arm] { experiment.simulatedArms + (baseline.map { [$0] } ?? []) }

  /// The run of a set of values in a world.
  ///
  /// - Parameter trial: The number of the trial, which the arm's name shows in messages about a failed run.
  package func run(
    of values: [Double], trial: Int = 0, world: Int, in space: WorldSpace,
    _ intercepts: SolvedIntercepts
  ) -> WorldRun {
    experiment.run(
      experiment.arms[0].arm.setting(design.space.settings(values), name: name(ofTrial: trial)),
      world: space.world(world), intercepts)
  }

  private func name(ofTrial trial: Int) -> String { "\(design.tuning.arm), trial \(trial)" }

  /// Whether a run loses if its ranker fails: the values of a trial other than the incumbent can make a score no
  /// number. An external ranker fails for other reasons.
  func canLose(_ run: WorldRun) -> Bool {
    ![name(ofTrial: TrialBook.incumbent), baseline?.name].contains(run.arm.name)
      && run.arm.programs.isEmpty
  }

  /// The run of the baseline arm in a world.
  func runOfBaseline(
    world: Int, in space: WorldSpace, _ intercepts: SolvedIntercepts
  ) -> WorldRun {
    guard let baseline else { preconditionFailure("the baseline is the tuned arm") }
    return experiment.run(of: baseline, world: space.world(world), intercepts)
  }

  /// Searches, then validates the finalists in fresh worlds.
  ///
  /// - Parameter context: Its monitor also reports the best trial so far.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> TuningResults {
    precondition(
      design.tuning.budget
        >= TuningDesign.leastBudget(design.method, dimensions: design.space.dimensions),
      "a budget of \(design.tuning.budget) worlds")
    context.monitor.begin(runs: 0, secondsEach: 0)
    var book = TrialBook(
      design,
      runs: TrialRuns(
        tuner: self, context: context, intercepts: context.intercepts(of: experiment)))
    guard design.method != .pareto else { return try paretoFront(&book) }
    let finalists = try book.finalists(of: try search(&book))
    let choice = try book.choose(among: finalists)
    return try conclusion(&book, choice)
  }

  private func search(_ book: inout TrialBook) throws(ExperimentFailure) -> [Int] {
    switch design.method {
    case .race:
      let racers = try book.race(share: 0.4)
      // The runs of the finalists are part of the budget.
      return try book.explore(from: racers, allowance: max(0, book.budget - design.reserve))
    case .cmaes:
      let allowance = max(0, book.budget - design.reserve)
      return try book.adapt(from: TrialBook.incumbent, allowance: allowance)
    case .nelderMead: return try book.descend(from: TrialBook.incumbent)
    case .random:
      let points = RandomPoints(
        dimensions: design.space.dimensions, stream: book.stream("tuning at random"))
      return try book.survey(points.points(book.surveyed))
    case .grid:
      return try book.survey(
        GridPoints(dimensions: design.space.dimensions, budget: book.surveyed).points)
    case .pareto: preconditionFailure("several objectives are searched by searchParetoFront")
    }
  }

  /// Measures the gain of the chosen trials in worlds that had no part in proposing them.
  ///
  /// Each trial of the chain is tested only if the one before it was confirmed, so that the type I error rate
  /// of all tests together is that of a single test.
  ///
  /// Source: Maurer, Hothorn & Lehmacher, in *Biometrie in der chemisch-pharmazeutischen Industrie* 6, 1995,
  /// for tests in a fixed sequence.
  private func conclusion(
    _ book: inout TrialBook, _ choice: TrialBook.Choice
  ) throws(ExperimentFailure) -> TuningResults {
    let worlds = book.confirming
    let nearest = choice.chain.first ?? leastViolating(book, choice)
    let relaxing = choice.chain.first.map { book.relaxing(from: $0) } ?? []
    try book.simulate(
      book.distinct([TrialBook.incumbent, nearest] + choice.chain + relaxing.compactMap(\.self)),
      in: worlds, of: .validate, withBaseline: true)
    let shown = book.confirmed(choice.chain, in: worlds) ?? nearest
    let objective = design.tuning.objectives[0]
    let level = 1 - design.alpha
    let isOther = !choice.chain.isEmpty && shown != TrialBook.incumbent
    func gain(_ space: WorldSpace, _ worlds: Range<Int>) -> PairedDifference? {
      isOther
        ? book.gains(of: objective, shown, in: space, worlds).flatMap {
          pairedT(differences: $0, level: level)
        } : nil
    }
    let validated = gain(.validate, worlds)
    let limits = book.limits(of: shown, in: .validate, worlds)
    let incumbentKeepsLimits = book.keepsLimits(TrialBook.incumbent, in: .validate, worlds)
    let keepsLimits = limits.allSatisfy { $0.verdict == .kept }
    let comparison = book.comparisons(shown, in: worlds).first { $0.metric.id == objective.metric }
    let conclusion: TuningResults.Conclusion =
      if choice.chain.isEmpty || !keepsLimits && !incumbentKeepsLimits {
        .infeasible
      } else if !isOther {
        .kept(.best)
      } else if !keepsLimits {
        .kept(.limitNotConfirmed)
      } else {
        TuningResults.Conclusion(gain: validated, comparison)
      }
    let before = book.paired(worlds, in: .validate).compactMap { world in
      book.trials[TrialBook.incumbent].row(world, in: .validate).flatMap {
        design.value(of: objective, in: $0)
      }
    }
    return results(
      book, choice.finalists, conclusion,
      winner: conclusion == .infeasible ? nil : shown, shown: shown,
      training: gain(.train, 0..<book.trials[shown].worlds), validated: validated,
      incumbentMean: before.isEmpty ? nil : Summary(before).mean, limits: limits, worlds: worlds,
      prices: conclusion == .infeasible ? [] : book.prices(of: shown, relaxing, in: worlds))
  }

  /// The finalist with the smallest expected violation of the limits.
  private func leastViolating(_ book: TrialBook, _ choice: TrialBook.Choice) -> Int {
    let scores = book.scores(of: choice.finalists.map(\.trial))
    return choice.finalists.map(\.trial).min { scores[$0]!.violation < scores[$1]!.violation }
      ?? TrialBook.incumbent
  }

  func results(
    _ book: TrialBook, _ finalists: [TuningResults.Finalist],
    _ conclusion: TuningResults.Conclusion, winner: Int?, shown: Int,
    training: PairedDifference? = nil, validated: PairedDifference? = nil,
    incumbentMean: Double? = nil, limits: [TuningResults.Limit], worlds: Range<Int>,
    prices: [TuningResults.LimitPrice] = [], paretoFront: TuningResults.ParetoFront? = nil
  ) -> TuningResults {
    let estimates = book.estimates
    return TuningResults(
      design: design, trials: book.trials, estimates: estimates,
      trainingWorlds: book.spent[.train, default: 0],
      freshWorlds: book.spent[.validate, default: 0], history: book.history(estimates),
      finalists: finalists,
      conclusion: conclusion, winner: winner, trainingGain: training, validatedGain: validated,
      incumbentMean: incumbentMean,
      comparisons: book.comparisons(shown, in: worlds), limits: limits, prices: prices,
      baseline: book.baseline(against: shown, in: worlds), shown: shown, paretoFront: paretoFront)
  }
}

// MARK: - As a study

extension Tuner {
  public var files: [ResultFile] { TuningResults.files.all + [.tuningLog] }

  public func ledger(in folder: String, isFresh: Bool) -> Ledger? {
    Ledger(
      folder: folder, searching: experiment,
      logged: { keys in log?.outcomes(of: self, by: keys) ?? [:] }, isFresh: isFresh)
  }

  public func write(_ results: TuningResults, to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write((log ?? TuningLog(self)).text(results), to: .tuningLog)
    try results.write(to: folder)
  }

  public var plan: StudyPlan { .tuning }

  public var lag: Int { design.tuning.lag }
}
