public import DataFiles
public import Experiments
internal import Optimisation
public import RunStore
public import Scenarios
internal import Stochastics
package import SyntheticSociety

/// Finds better values for numbers of an arm's rankers, within limits, and tells the truth about the gain.
///
/// The search lives in worlds of its own, paired: every set of values meets the same people. What it finds
/// is judged in fresh worlds, since the best of many is flattered by chance.
public struct Tuner: DistributedStudy {
  public let design: TuningDesign
  /// The experiment whose arm is tuned.
  public let experiment: Experiment
  /// What is written of its worlds; with those of the log that it goes on from.
  package var log: TuningLog?

  /// - Parameters:
  ///   - scenario: One that says what is tuned.
  ///   - tuning: The scenario's, or the same with changes.
  public init(_ scenario: Scenario, _ tuning: Scenario.Tuning) {
    let parameters = scenario.tunables.filter { $0.arm == tuning.arm }
    experiment = Experiment(
      measuring: scenario, arms: [tuning.arm], worlds: 1, metrics: tuning.metrics)
    design = TuningDesign(
      experiment: experiment.design, tuning: tuning,
      space: SearchSpace(parameters, of: scenario.arm(tuning.arm), pin: tuning.pin))
  }

  /// All that worlds of the tuning depend on besides their numbers, the tuned values and the program.
  package var dependencies: JSONValue {
    .object([
      "scenario": experiment.dependencies(of: design.tuning.arm),
      "numbers": .array(design.space.parameters.map { .string($0.key) }),
    ])
  }

  /// What values live through in a world.
  ///
  /// - Parameter trial: The number of the values, by which the arm's name shows where it failed if it does.
  package func run(
    of values: [Double], trial: Int = 0, world: Int, in space: WorldSpace,
    _ intercepts: SolvedIntercepts
  ) -> WorldRun {
    let arm = experiment.arms[0].arm
    return experiment.run(
      arm.setting(design.space.settings(values), name: "\(arm.name), trial \(trial)"),
      world: space.world(world), intercepts)
  }

  /// Searches and judges.
  ///
  /// - Parameter context: Its monitor also says what is best so far.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> TuningResults {
    precondition(
      design.tuning.budget
        >= TuningDesign.leastBudget(design.method, dimensions: design.space.dimensions),
      "a budget of \(design.tuning.budget) worlds")
    context.monitor.begin(runs: 0, secondsEach: 0)
    var book = TrialBook(
      design,
      lives: TrialLives(
        tuner: self, context: context, intercepts: context.intercepts(of: experiment)))
    guard design.method != .pareto else { return try front(&book) }
    let finalists = try book.finalists(of: try search(&book))
    let choice = try book.choose(among: finalists)
    return try conclusion(&book, choice)
  }

  private func search(_ book: inout TrialBook) throws(ExperimentFailure) -> [Int] {
    switch design.method {
    case .race:
      let racers = try book.race(share: 0.4)
      // The finalists' worlds are part of the budget.
      return try book.explore(from: racers, purse: max(0, book.budget - design.reserve))
    case .cmaes:
      let purse = max(0, book.budget - design.reserve)
      return try book.adapt(from: TrialBook.present, purse: purse)
    case .nelderMead: return try book.descend(from: TrialBook.present)
    case .random:
      let points = RandomPoints(
        dimensions: design.space.dimensions, stream: book.stream("tuning at random"))
      return try book.survey(points.points(book.surveyed))
    case .grid:
      return try book.survey(
        GridPoints(dimensions: design.space.dimensions, budget: book.surveyed).points)
    case .pareto: preconditionFailure("a front has a search of its own")
    }
  }

  /// Measures the gain of what was chosen, in worlds that had no part in proposing it.
  ///
  /// Each of the chain is tested only when the one before it was confirmed, so that none is called better, or a
  /// limit kept, with a greater risk than that of a single test.
  ///
  /// Source: Maurer, Hothorn & Lehmacher, in *Biometrie in der chemisch-pharmazeutischen Industrie* 6, 1995,
  /// for tests in a fixed sequence.
  private func conclusion(
    _ book: inout TrialBook, _ choice: TrialBook.Choice
  ) throws(ExperimentFailure) -> TuningResults {
    let worlds = book.confirming
    let nearest = choice.chain.first ?? leastViolating(book, choice)
    try book.live(
      book.distinct([TrialBook.present, nearest] + choice.chain), in: worlds, of: .validate)
    let shown = book.confirmed(choice.chain, in: worlds) ?? nearest
    let objective = design.tuning.objectives[0]
    let level = 1 - design.risk
    let isOther = !choice.chain.isEmpty && shown != TrialBook.present
    func gain(_ space: WorldSpace, _ worlds: Range<Int>) -> PairedDifference? {
      isOther
        ? book.gains(of: objective, shown, in: space, worlds).flatMap {
          pairedT(differences: $0, level: level)
        } : nil
    }
    let validated = gain(.validate, worlds)
    let limits = book.limits(of: shown, in: .validate, worlds)
    let presentKeepsLimits = book.keepsLimits(TrialBook.present, in: .validate, worlds)
    let keepsLimits = limits.allSatisfy { $0.verdict == .kept }
    let conclusion: TuningResults.Conclusion =
      if choice.chain.isEmpty || !keepsLimits && !presentKeepsLimits {
        .infeasible
      } else if !isOther {
        .kept(.best)
      } else if !keepsLimits {
        .kept(.limitNotConfirmed)
      } else if (validated?.interval?.lower ?? 0) > 0 {
        .improved
      } else {
        .kept(.notConfirmed)
      }
    let before = worlds.compactMap { world in
      book.trials[TrialBook.present].row(world, in: .validate).flatMap {
        design.value(of: objective, in: $0)
      }
    }
    return results(
      book, choice.finalists, conclusion,
      winner: conclusion == .infeasible ? nil : shown, shown: shown,
      training: gain(.train, 0..<book.trials[shown].worlds), validated: validated,
      presentMean: before.isEmpty ? nil : Summary(before).mean, limits: limits, worlds: worlds)
  }

  /// The finalist that is nearest to keeping the limits.
  private func leastViolating(_ book: TrialBook, _ choice: TrialBook.Choice) -> Int {
    let standings = book.standings(of: choice.finalists.map(\.trial))
    return choice.finalists.map(\.trial).min { standings[$0]!.violation < standings[$1]!.violation }
      ?? TrialBook.present
  }

  private func results(
    _ book: TrialBook, _ finalists: [TuningResults.Finalist],
    _ conclusion: TuningResults.Conclusion, winner: Int?, shown: Int,
    training: PairedDifference? = nil, validated: PairedDifference? = nil,
    presentMean: Double? = nil, limits: [TuningResults.Limit], worlds: Range<Int>,
    front: TuningResults.Front? = nil
  ) -> TuningResults {
    TuningResults(
      design: design, trials: book.trials, trainingWorlds: book.spent[.train, default: 0],
      freshWorlds: book.spent[.validate, default: 0], course: book.course, finalists: finalists,
      conclusion: conclusion, winner: winner, trainingGain: training, validatedGain: validated,
      presentMean: presentMean,
      comparisons: design.metrics.map { book.comparison(shown, $0, in: worlds) }, limits: limits,
      shown: shown, front: front, lostTrials: book.lostTrials)
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

// MARK: - A front

extension Tuner {
  /// The front of the search in fresh worlds.
  private func front(_ book: inout TrialBook) throws(ExperimentFailure) -> TuningResults {
    let found = try book.searchFront()
    let worlds = book.choosing
    try book.live(book.distinct([TrialBook.present] + found), in: worlds, of: .validate)
    let members = book.front(of: found, in: worlds)
    let losses = members.map { $0.gains.map { 0 - $0.mean } }
    let knee = Optimisation.knee(of: losses)
    let front = TuningResults.Front(
      points: members, knee: knee,
      hypervolume: hypervolume(
        of: losses, reference: design.tuning.objectives.map { _ in 0 }))
    let shown = knee.map { members[$0].trial } ?? members.first?.trial ?? TrialBook.present
    let isFeasible = members.contains(where: \.keepsLimits)
    return results(
      book, [], isFeasible ? .front : .infeasible, winner: isFeasible ? shown : nil, shown: shown,
      limits: book.limits(of: shown, in: .validate, worlds), worlds: worlds, front: front)
  }
}

extension TrialBook {
  /// Trials that had no value in some world of the search.
  var lostTrials: Int {
    trials.indices.count { trials[$0].worlds > 0 && !standing(of: $0).isDefined }
  }

  /// Which of several trials no other one is better than in the means of all objectives, in fresh worlds,
  /// and how sure that is.
  func front(of found: [Int], in worlds: Range<Int>) -> [TuningResults.Front.Point] {
    let objectives = design.tuning.objectives
    let defined = found.filter { trial in
      objectives.allSatisfy { gains(of: $0, trial, in: .validate, worlds) != nil }
    }
    let keeping = defined.filter { keepsLimits($0, in: .validate, worlds) }
    let eligible = keeping.isEmpty ? defined : keeping
    let rows = eligible.map { trial in
      objectives.map { gains(of: $0, trial, in: .validate, worlds)! }
    }
    func losses(_ sample: [Int]) -> [[Double]] {
      rows.map { row in
        row.map { gains in
          0 - sample.reduce(0) { $0 + gains[$1] } / Double(sample.count)
        }
      }
    }
    let all = Array(0..<worlds.count)
    let members = paretoFront(of: losses(all))
    let draws = stream("tuning front samples")
    let samples = 1000
    var counts = Array(repeating: 0, count: eligible.count)
    for sample in 0..<samples {
      let chosen = all.map { place in
        Int(draws.uniform(UInt32(sample), UInt32(place)) * Double(all.count))
      }
      for member in paretoFront(of: losses(chosen)) { counts[member] += 1 }
    }
    return members.map { member in
      TuningResults.Front.Point(
        trial: eligible[member],
        gains: rows[member].map { pairedT(differences: $0, level: 1 - design.risk)! },
        probability: Double(counts[member]) / Double(samples),
        keepsLimits: keeping.contains(eligible[member]))
    }
  }
}
