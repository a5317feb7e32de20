internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

// Fresh worlds, of which the search knows nothing: first those in which the finalists are told apart, then
// others in which the gain of the chosen one is told, since even a choice among few flatters what it
// chooses.
extension TrialBook {
  /// Worlds in which finalists are told apart.
  var choosing: Range<Int> { 0..<design.tuning.validation }
  /// Worlds in which the gain is told.
  var confirming: Range<Int> { design.tuning.validation..<2 * design.tuning.validation }

  /// What came of the finalists.
  struct Choice {
    /// From the surest to be confirmed to the boldest, each of a greater gain than those before it; the
    /// present values alone where nothing is better; empty when neither they nor a finalist keep the limits
    /// as far as is known.
    var chain: [Int]
    var finalists: [TuningResults.Finalist]
  }

  /// Separates finalists and the incumbent by Kim and Nelson's procedure, in which only what is almost
  /// sure to keep the limits drops others.
  ///
  /// - Parameter finalists: Not the present values.
  mutating func choose(among finalists: [Int]) throws(ExperimentFailure) -> Choice {
    let systems = [Self.present] + finalists
    let first = min(10, choosing.count)
    var procedure = KimNelson(
      systems: systems.count, firstStage: first, indifference: indifference(of: finalists),
      risk: min(design.risk, 0.4))
    var world = 0
    while world < choosing.count, !isDecided(procedure, systems, worlds: world) {
      let block = world..<(world == 0 ? first : min(world + 4, choosing.count))
      let alive = procedure.alive.map { systems[$0] }
      try live(distinct([Self.present] + alive), in: block, of: .validate)
      let broken = alive.filter { isOut($0, 0..<block.upperBound) }
      if !broken.isEmpty, broken.count < alive.count {
        procedure.exclude(broken.map { systems.firstIndex(of: $0)! })
      }
      let standings = standings(of: procedure.alive.map { systems[$0] }, in: .validate)
      let leaders = procedure.alive.filter { standings[systems[$0]]!.confidence >= Self.sure }
      for world in block where !procedure.isFinished {
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

  /// What is sure enough to be confirmed that surer values are not tried before it.
  private static let sure = 0.99
  /// What is too unlikely to be confirmed to be tried.
  private static let unlikely = 0.1

  /// Finalists in the order in which they are confirmed, see ``Choice/chain``.
  ///
  /// One value is chosen without limits. With them, what is tried next gains more and is less sure to keep
  /// them: the verdict goes on for as long as each is confirmed, and so finds the place of a limit instead
  /// of a guess at it.
  private func chain(of trials: [Int]) -> [Int] {
    let standings = standings(of: trials, in: .validate)
    let isRepair = isRepair
    let feasible = trials.filter { standings[$0]!.isFeasible }.sorted { a, b in
      let (mine, theirs) = (standings[a]!, standings[b]!)
      return mine.isBetter(than: theirs) || !theirs.isBetter(than: mine) && a < b
    }
    guard let best = feasible.first, best != Self.present, !design.tuning.constraints.isEmpty,
      isRepair || standings[best]?.worth ?? 0 > 0
    else { return Array(feasible.prefix(1)) }
    let confirmed = feasible.filter { $0 != Self.present }.map { trial in
      (
        trial: trial, gain: standings[trial]?.gains[0] ?? 0,
        probability: (standings[trial]?.confidence ?? 0) * (isRepair ? 1 : confidenceOfGain(trial))
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

  /// Whether the present values break a limit by estimate: then what keeps all is looked for even at a loss.
  private var isRepair: Bool { !standing(of: Self.present, in: .validate).isFeasible }

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
      risk: design.risk / 2
    ).confidence
  }

  /// Whether more worlds change neither the order nor what is known of the limits.
  private func isDecided(_ procedure: KimNelson, _ systems: [Int], worlds: Int) -> Bool {
    worlds > 0 && procedure.isFinished
      && procedure.alive.allSatisfy { system in
        limits(of: systems[system], in: .validate, 0..<worlds).allSatisfy {
          $0.verdict != .undecided
        }
      }
  }

  /// Whether a trial has no value in some world, or breaks a limit for sure.
  private func isOut(_ trial: Int, _ worlds: Range<Int>) -> Bool {
    worlds.contains { value(trial, $0) == nil }
      || limits(of: trial, in: .validate, worlds).contains { $0.verdict == .broken }
  }

  /// The objective in a fresh world.
  private func value(_ trial: Int, _ world: Int) -> Double? {
    trials[trial].row(world, in: .validate).flatMap {
      design.value(of: design.tuning.objectives[0], in: $0)
    }
  }

  /// The smallest lead that matters: the metric's margin where one is declared, else a quarter of the
  /// standard deviation of the finalists' gains in the search.
  private func indifference(of finalists: [Int]) -> Double {
    let objective = design.tuning.objectives[0]
    if let metric = objective.metric, let margin = design.experiment.margins[metric] {
      let rows = (0..<trials[Self.present].worlds).compactMap {
        trials[Self.present].row($0, in: .train)
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

  /// Whether a trial keeps every limit for sure: the bound of its slack, corrected for the number of limits,
  /// is not below 0.
  func keepsLimits(_ trial: Int, in space: WorldSpace, _ worlds: Range<Int>) -> Bool {
    limits(of: trial, in: space, worlds).allSatisfy { $0.verdict == .kept }
  }

  /// The last of a chain to be confirmed, in limits and, unless the present values break one, in gain, none
  /// before it having failed.
  func confirmed(_ chain: [Int], in worlds: Range<Int>) -> Int? {
    let isRepair = isRepair
    return chain.prefix { trial in
      let gain = gains(of: design.tuning.objectives[0], trial, in: .validate, worlds).flatMap {
        pairedT(differences: $0, level: 1 - design.risk)
      }
      return (isRepair || (gain?.interval?.lower ?? 0) > 0)
        && keepsLimits(trial, in: .validate, worlds)
    }.last
  }

  /// What is known of each limit, in the order of the scenario.
  func limits(
    of trial: Int, in space: WorldSpace, _ worlds: Range<Int>
  ) -> [TuningResults.Limit] {
    design.tuning.constraints.map { constraint in
      let slack = slacks(of: constraint, trial, in: space, worlds).flatMap {
        pairedT(differences: $0, level: 1 - 2 * design.limitRisk)
      }
      return TuningResults.Limit(constraint: constraint, slack: slack)
    }
  }

  /// A metric of a trial against the present values, in fresh worlds.
  func comparison(
    _ trial: Int, _ metric: MetricDefinition, in worlds: Range<Int>
  ) -> Comparison {
    let place = design.metrics.firstIndex { $0.id == metric.id }!
    func values(_ trial: Int) -> [Double?] {
      worlds.map { trials[trial].row($0, in: .validate)?[place] }
    }
    return Comparison(
      metric: metric, candidate: "tuned", margin: design.experiment.margins[metric.id],
      baseline: values(Self.present), candidate: values(trial),
      rule: .student(alpha: design.risk))
  }
}
