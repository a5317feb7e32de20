internal import Experiments
internal import Optimisation
internal import Scenarios

// The searches besides the race. Each returns the candidates for validation in fresh worlds, from the best
// to the worst.
extension TrialBook {
  /// CMA-ES in three equal parts of the allowance; the number of worlds doubles after each part.
  ///
  /// - Parameters:
  ///   - start: The trial whose point is the first mean.
  ///   - allowance: Runs that the search may simulate.
  mutating func adapt(from start: Int, allowance: Int) throws(ExperimentFailure) -> [Int] {
    let floor = max(0, budget - allowance)
    let lag = design.tuning.lag
    var search = CovarianceAdaptation(
      start: point(of: start), tolerance: 1e-4, lag: lag, stream: stream("tuning adaptation"))
    var candidates = [start]
    var worlds = TuningDesign.firstBlock
    for part in 1...3 {
      var end = floor
      var waiting: [[Int]] = []
      var isSpent = false
      while true {
        while waiting.count <= lag, !isSpent, !search.isConverged {
          var next = search
          let proposed = next.ask(ahead: waiting.count).map { trial(at: $0) }
          let all = [Self.incumbent] + waiting.joined() + proposed
          isSpent = budget - cost(of: all, upTo: worlds) < end
          guard !isSpent else { break }
          // A part that has begun keeps to its share; each part may simulate at least one generation.
          if end == floor { end = max(floor, budget - (budget - floor) / (4 - part)) }
          search = next
          waiting.append(proposed)
        }
        guard !waiting.isEmpty else { break }
        let proposed = waiting.removeFirst()
        try simulate([Self.incumbent] + proposed, in: 0..<worlds, of: .train, foreseeing: waiting)
        search.tell(ranks(proposed, worlds: worlds))
        candidates = spanning(candidates + proposed, count: 2 * design.finalists)
        note(.adaptation)
      }
      if part < 3 { worlds *= 2 }
    }
    let centre = trial(at: search.mean)
    return distinct([centre] + candidates)
  }

  /// Nelder and Mead's simplex, with the same number of worlds for every trial.
  mutating func descend(from start: Int) throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    try simulate([Self.incumbent], in: 0..<worlds, of: .train)
    let search = NelderMead(start: point(of: start), stream: stream("tuning simplex"))
    var tried = [start]
    // The loss of an infeasible trial is above that of any feasible one.
    let evaluations = budget / worlds
    _ = try search.minimise(budget: evaluations) { point throws(ExperimentFailure) in
      let trial = self.trial(at: point)
      try self.simulate([trial], in: 0..<worlds, of: .train)
      tried.append(trial)
      self.note(.simplex)
      return self.penalised(trial, worlds: worlds)
    }
    return spanning(tried, count: 2 * design.finalists)
  }

  /// Points that are chosen beforehand, with the same number of worlds for every trial.
  mutating func survey(_ points: [[Double]]) throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    let proposed = distinct(points.map { trial(at: $0) })
    // A block at a time, so that the display shows progress.
    var blocks: [[Int]] = []
    for start in stride(from: 0, to: proposed.count, by: 64) {
      let block = Array(proposed[start...].prefix(64))
      let all = [Self.incumbent] + blocks.joined() + block
      guard cost(of: all, upTo: worlds) <= budget else { break }
      blocks.append(block)
    }
    var simulated: [Int] = []
    while !blocks.isEmpty {
      let block = blocks.removeFirst()
      try simulate([Self.incumbent] + block, in: 0..<worlds, of: .train, foreseeing: blocks)
      simulated = ranked(simulated + block, worlds: worlds)
      note(.survey)
    }
    return spanning(simulated, count: 2 * design.finalists)
  }

  /// The number of points that the budget pays for, besides the incumbent.
  var surveyed: Int { budget / TuningDesign.equalBlock - 1 }

  /// Simulates the best of several trials in more worlds, twice as many in each round, for as long as the
  /// budget lasts: estimates near the top decide, so they get the worlds.
  ///
  /// - Returns: The trials to validate in fresh worlds, which span the best; see ``spanning(_:count:)``.
  mutating func finalists(of trials: [Int]) throws(ExperimentFailure) -> [Int] {
    let all = distinct(trials).filter { $0 != Self.incumbent }
    var chosen = spanning(all, count: 3 * design.finalists)
    var worlds = 2 * TuningDesign.firstBlock
    while true {
      // If the budget does not pay for all, the trials that were chosen last are dropped.
      var next = chosen
      while next.count > design.finalists,
        cost(of: [Self.incumbent] + next, upTo: worlds) > budget
      {
        next.removeLast()
      }
      guard cost(of: [Self.incumbent] + next, upTo: worlds) <= budget,
        worlds <= TuningDesign.deepest
      else { break }
      try simulate([Self.incumbent] + next, in: 0..<worlds, of: .train)
      chosen = spanning(next, count: next.count)
      worlds *= 2
    }
    note(.finalists)
    return ranked(Array(chosen.prefix(design.finalists)))
  }
}

extension TrialBook {
  /// Ranks from 0 for the best trial: CMA-ES uses only the order of losses.
  private func ranks(_ trials: [Int], worlds: Int) -> [Double] {
    let order = ranked(distinct(trials), worlds: worlds)
    return trials.map { trial in Double(order.firstIndex(of: trial)!) }
  }

  /// The loss of a trial; a trial that breaks a limit has a larger loss than any that does not.
  private func penalised(_ trial: Int, worlds: Int) -> Double {
    let score = score(of: trial, worlds: worlds)
    guard let worth = score.worth, score.violation.isFinite else { return .infinity }
    return score.isFeasible ? 0 - worth : 1e9 * (1 + score.violation)
  }
}
