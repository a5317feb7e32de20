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
    /// `nil` when no finalist, nor the present values, keeps the limits.
    var winner: Int?
    var finalists: [TuningResults.Finalist]
  }

  /// Tells finalists and the present values apart by Kim and Nelson's procedure.
  ///
  /// - Parameter finalists: Not the present values.
  mutating func choose(among finalists: [Int]) throws(ExperimentFailure) -> Choice {
    let systems = [Self.present] + finalists
    let first = min(10, choosing.count)
    var procedure = KimNelson(
      systems: systems.count, firstStage: first, indifference: indifference(of: finalists),
      risk: min(design.risk, 0.4))
    var world = 0
    // The present values alone must show that they keep the limits, too.
    while world < choosing.count, world == 0 || !procedure.isFinished {
      let block = world..<(world == 0 ? first : min(world + 4, choosing.count))
      let alive = procedure.alive.map { systems[$0] }
      try live(distinct([Self.present] + alive), in: block, of: .validate)
      let broken = alive.filter { isOut($0, 0..<block.upperBound) }
      if !broken.isEmpty, broken.count < alive.count {
        procedure.exclude(broken.map { systems.firstIndex(of: $0)! })
      }
      for world in block where !procedure.isFinished {
        procedure.observe(
          systems.indices.map { system in
            procedure.alive.contains(system) ? value(systems[system], world) ?? 0 : 0
          })
      }
      world = block.upperBound
    }
    let standings = systems.indices.map { system in
      let worlds = 0..<lived(systems[system])
      return TuningResults.Finalist(
        trial: systems[system], worlds: worlds.count,
        wasDropped: !procedure.alive.contains(system), mean: procedure.mean(of: system),
        keepsLimits: keepsLimits(systems[system], in: .validate, worlds))
    }
    // One that may break a limit can have driven out one that keeps all; then that one comes back.
    let keeping = standings.filter(\.keepsLimits)
    let contenders = keeping.filter { !$0.wasDropped }
    let winner = (contenders.isEmpty ? keeping : contenders).max {
      ($0.mean ?? -.infinity, $1.trial) < ($1.mean ?? -.infinity, $0.trial)
    }
    return Choice(winner: winner?.trial, finalists: standings)
  }

  /// Worlds of the choice that a trial has lived in.
  private func lived(_ trial: Int) -> Int {
    choosing.first { trials[trial].row($0, in: .validate) == nil } ?? choosing.upperBound
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
      rule: .student(risk: design.risk))
  }
}
