internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

// Validation in fresh worlds, which the search has not used: in the first ones the finalists are compared,
// in others the gain of the chosen trial is measured, since even a choice among few overestimates the gain.
extension TrialBook {
  /// Worlds in which the finalists are compared.
  var choosing: Range<Int> { 0..<design.tuning.validation }
  /// Worlds in which the gain is measured.
  var confirming: Range<Int> {
    design.tuning.validation..<2 * design.tuning.validation
  }

  /// The outcome of comparing the finalists.
  struct Choice {
    /// Trials from the likeliest to be confirmed to the boldest, each with a greater gain than those before
    /// it; the incumbent alone if nothing is better; empty if neither the incumbent nor a finalist keeps the
    /// limits by estimate.
    var chain: [Int]
    var finalists: [TuningResults.Finalist]
  }

  /// Compares finalists and the incumbent by Kim and Nelson's procedure, in which only trials that are almost
  /// sure to keep the limits drop others.
  ///
  /// - Parameter finalists: Without the incumbent.
  mutating func choose(among finalists: [Int]) throws(ExperimentFailure) -> Choice {
    let systems = [Self.incumbent] + finalists
    let first = min(10, choosing.count)
    var procedure = KimNelson(
      systems: systems.count, firstStage: first, indifference: indifference(of: finalists),
      risk: min(design.alpha, 0.4))
    var world = 0
    while world < choosing.count, !isDecided(procedure, systems, worlds: world) {
      let block = world..<(world == 0 ? first : min(world + 4, choosing.count))
      let alive = procedure.alive.map { systems[$0] }
      try simulate(distinct([Self.incumbent] + alive), in: block, of: .validate)
      let broken = alive.filter { isOut($0, 0..<block.upperBound) }
      if !broken.isEmpty, broken.count < alive.count {
        procedure.exclude(broken.map { systems.firstIndex(of: $0)! })
      }
      let scores = scores(of: procedure.alive.map { systems[$0] }, in: .validate)
      let leaders = procedure.alive.filter { scores[systems[$0]]!.confidence >= Self.sure }
      for world in paired(block, in: .validate) where !procedure.isFinished {
        procedure.observe(
          systems.indices.map { system in
            procedure.alive.contains(system) ? value(systems[system], world) ?? 0 : 0
          }, leaders: leaders)
      }
      world = block.upperBound
    }
    let outcomes = systems.indices.map { system in
      let worlds = 0..<self.worlds(of: systems[system], in: .validate)
      return TuningResults.Finalist(
        trial: systems[system], worlds: worlds.count,
        wasDropped: !procedure.alive.contains(system), mean: procedure.mean(of: system),
        limits: limits(of: systems[system], in: .validate, worlds).map(\.verdict))
    }
    let alive = outcomes.filter { !$0.wasDropped }.map(\.trial)
    return Choice(chain: chain(of: alive), finalists: outcomes)
  }

  /// The probability of confirmation from which safer trials are not tested before a trial.
  private static let sure = 0.99
  /// The probability of confirmation below which a trial is not tested.
  private static let unlikely = 0.1

  /// Finalists in the order in which they are tested, see ``Choice/chain``.
  ///
  /// Without limits it is one trial. With limits, each further trial gains more and is less likely to keep
  /// them; testing continues for as long as each is confirmed, and so finds how far a limit can be approached.
  private func chain(of trials: [Int]) -> [Int] {
    let scores = scores(of: trials, in: .validate)
    let isRepair = isRepair
    let feasible = trials.filter { scores[$0]!.isFeasible }.sorted { a, b in
      let (mine, theirs) = (scores[a]!, scores[b]!)
      return mine.isBetter(than: theirs) || !theirs.isBetter(than: mine) && a < b
    }
    guard let best = feasible.first, best != Self.incumbent, !design.tuning.constraints.isEmpty,
      isRepair || scores[best]?.worth ?? 0 > 0
    else { return Array(feasible.prefix(1)) }
    let confirmed = feasible.filter { $0 != Self.incumbent }.map { trial in
      (
        trial: trial, gain: scores[trial]?.gains[0] ?? 0,
        probability: (scores[trial]?.confidence ?? 0) * (isRepair ? 1 : confidenceOfGain(trial))
      )
    }
    var chain: [(trial: Int, gain: Double, probability: Double)] = []
    for link in confirmed.sorted(by: { ($1.probability, $0.trial) < ($0.probability, $1.trial) })
    where link.gain > chain.last?.gain ?? (isRepair ? -.infinity : 0) {
      if link.probability >= Self.sure { chain.removeAll() }
      if link.probability >= Self.unlikely { chain.append(link) }
    }
    return chain.isEmpty ? [best] : chain.map(\.trial)
  }

  /// Whether the incumbent breaks a limit by estimate: then trials that keep all limits qualify even at a loss.
  private var isRepair: Bool { !score(of: Self.incumbent, in: .validate).isFeasible }

  /// The probability that further fresh worlds confirm that a trial gains.
  private func confidenceOfGain(_ trial: Int) -> Double {
    let worlds = 0..<worlds(of: trial, in: .validate)
    guard
      let gains = gains(of: design.tuning.objectives[0], trial, in: .validate, worlds),
      let error = Summary(gains).standardError
    else { return 0 }
    return LimitEstimate(
      slack: NormalEstimate(mean: Summary(gains).mean, standardError: error),
      noise: error * Double(gains.count).squareRoot(), validation: design.tuning.validation,
      alpha: design.alpha / 2
    ).confidence
  }

  /// Whether the procedure has finished and every limit of the remaining trials is decided.
  private func isDecided(_ procedure: KimNelson, _ systems: [Int], worlds: Int) -> Bool {
    worlds > 0 && procedure.isFinished
      && procedure.alive.allSatisfy { system in
        limits(of: systems[system], in: .validate, 0..<worlds).allSatisfy {
          $0.verdict != .undecided
        }
      }
  }

  /// Whether a trial has no value in some world, or breaks a limit with confidence.
  private func isOut(_ trial: Int, _ worlds: Range<Int>) -> Bool {
    paired(worlds, in: .validate).contains { value(trial, $0) == nil }
      || limits(of: trial, in: .validate, worlds).contains { $0.verdict == .broken }
  }

  /// The objective in a fresh world.
  private func value(_ trial: Int, _ world: Int) -> Double? {
    trials[trial].row(world, in: .validate).flatMap {
      design.value(of: design.tuning.objectives[0], in: $0)
    }
  }

  /// The smallest lead that matters: the metric's margin if one is declared, otherwise a quarter of the
  /// largest standard deviation of the finalists' gains in the search.
  private func indifference(of finalists: [Int]) -> Double {
    let objective = design.tuning.objectives[0]
    if let metric = objective.metric, let margin = design.experiment.margins[metric] {
      let rows = (0..<trials[Self.incumbent].worlds).compactMap {
        trials[Self.incumbent].row($0, in: .train)
      }
      let level = Summary(rows.compactMap { design.value(of: objective, in: $0) }).mean.magnitude
      let size =
        switch margin {
        case .absolute(let size): size
        case .relative(let share): share * level
        }
      if size > 0 { return size }
    }
    let spreads = finalists.compactMap { trial in
      gains(of: objective, trial, in: .train, 0..<trials[trial].worlds).flatMap {
        Summary($0).standardDeviation
      }
    }
    let spread = spreads.max() ?? 0
    return spread > 0 ? spread / 4 : 1e-9
  }

  /// Whether a trial keeps every limit with confidence: the bound of its slack, corrected for the number of
  /// limits, is not below 0.
  func keepsLimits(_ trial: Int, in space: WorldSpace, _ worlds: Range<Int>) -> Bool {
    limits(of: trial, in: space, worlds).allSatisfy { $0.verdict == .kept }
  }

  /// The last trial of a chain before the first that is not confirmed, in limits and, unless the incumbent
  /// breaks one, in gain; `nil` if the first is not.
  func confirmed(_ chain: [Int], in worlds: Range<Int>) -> Int? {
    let isRepair = isRepair
    return chain.prefix { trial in
      let gain = gains(of: design.tuning.objectives[0], trial, in: .validate, worlds).flatMap {
        pairedT(differences: $0, level: 1 - design.alpha)
      }
      return (isRepair || (gain?.interval?.lower ?? 0) > 0)
        && keepsLimits(trial, in: .validate, worlds)
    }.last
  }

  /// The slack and verdict of each limit, in the order of the scenario.
  func limits(
    of trial: Int, in space: WorldSpace, _ worlds: Range<Int>
  ) -> [TuningResults.Limit] {
    design.tuning.constraints.map { constraint in
      let slack = slacks(of: constraint, trial, in: space, worlds).flatMap {
        pairedT(differences: $0, level: 1 - 2 * design.limitAlpha)
      }
      return TuningResults.Limit(
        constraint: constraint, slack: slack,
        attained: slack?.interval.flatMap {
          relaxed(constraint, by: 0 - $0.lower, in: space, worlds)
        })
    }
  }

  /// A limit with its bound moved outwards.
  ///
  /// - Parameter distance: How far at least; the limit stays if it is not above 0.
  private func relaxed(
    _ constraint: Scenario.Tuning.Constraint, by distance: Double, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> Scenario.Tuning.Constraint? {
    guard distance > 0 else { return constraint }
    let index = design.index(of: constraint.metric)
    let incumbent = worlds.compactMap { trials[Self.incumbent].row($0, in: space)?[index] }
    return constraint.relaxed(by: distance, incumbent: Summary(incumbent).mean)
  }

  /// The metrics of a trial against the incumbent, in fresh worlds.
  func comparisons(_ trial: Int, in worlds: Range<Int>) -> [Comparison] {
    comparisons(trials[trial], with: trials[Self.incumbent], in: worlds)
  }

  /// The baseline arm in fresh worlds, and the metrics of a trial against it; `nil` if the tuned arm is the
  /// baseline.
  func baseline(against trial: Int, in worlds: Range<Int>) -> TuningResults.Baseline? {
    guard let name = design.baseline, let baseline else { return nil }
    return TuningResults.Baseline(
      name: name,
      gains: design.tuning.objectives.map { objective in
        let paired = paired(worlds, in: .validate)
        let gains = paired.compactMap { world -> Double? in
          guard let row = baseline.row(world, in: .validate),
            let incumbent = trials[Self.incumbent].row(world, in: .validate),
            let value = design.value(of: objective, in: row),
            let before = design.value(of: objective, in: incumbent)
          else { return nil }
          return difference(before, value)
        }
        guard gains.count == paired.count else { return nil }
        return pairedT(differences: gains, level: 1 - design.alpha)
      },
      comparisons: comparisons(trials[trial], with: baseline, in: worlds))
  }

  private func comparisons(
    _ tuned: TuningTrial, with baseline: TuningTrial, in worlds: Range<Int>
  ) -> [Comparison] {
    design.metrics.enumerated().map { index, metric in
      func values(_ trial: TuningTrial) -> [Double?] {
        worlds.map { trial.row($0, in: .validate)?[index] }
      }
      return Comparison(
        metric: metric, candidate: "tuned", margin: design.experiment.margin(of: metric),
        baseline: values(baseline), candidate: values(tuned), rule: .student(alpha: design.alpha))
    }
  }
}
