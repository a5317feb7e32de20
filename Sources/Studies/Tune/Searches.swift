internal import Experiments
internal import Optimisation
internal import Scenarios

// The searches besides the race. Each returns the trials that are worth fresh worlds, from the best to the
// worst.
extension TrialBook {
  /// CMA-ES, with the set of worlds doubled twice: three equal parts of the purse.
  ///
  /// - Parameters:
  ///   - start: The trial whose point is the first mean.
  ///   - purse: Worlds.
  mutating func adapt(from start: Int, purse: Int) throws(ExperimentFailure) -> [Int] {
    let floor = max(0, budget - purse)
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
          let asked = next.ask(ahead: waiting.count).map { trial(at: $0) }
          let all = [Self.present] + waiting.joined() + asked
          isSpent = budget - cost(of: all, upTo: worlds) < end
          guard !isSpent else { break }
          // A part that has begun keeps to its share; each may live through one generation.
          if end == floor { end = max(floor, budget - (budget - floor) / (4 - part)) }
          search = next
          waiting.append(asked)
        }
        guard !waiting.isEmpty else { break }
        let asked = waiting.removeFirst()
        try live([Self.present] + asked, in: 0..<worlds, of: .train, foreseeing: waiting)
        search.tell(ranks(asked, worlds: worlds))
        candidates = spanning(candidates + asked, count: 2 * design.finalists)
        note(.adaptation, best: ranked(distinct([Self.present, candidates[0]]))[0])
      }
      if part < 3 { worlds *= 2 }
    }
    let centre = trial(at: search.mean)
    return distinct([centre] + candidates)
  }

  /// Nelder and Mead's simplex in equal worlds.
  mutating func descend(from start: Int) throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    try live([Self.present], in: 0..<worlds, of: .train)
    let search = NelderMead(start: point(of: start), stream: stream("tuning simplex"))
    var tried = [start]
    // What infeasible values have is above all that feasible ones can.
    let evaluations = budget / worlds
    _ = try search.minimise(budget: evaluations) { point throws(ExperimentFailure) in
      let trial = self.trial(at: point)
      try self.live([trial], in: 0..<worlds, of: .train)
      tried.append(trial)
      self.note(.simplex, best: self.ranked(self.distinct(tried), worlds: worlds)[0])
      return self.penalised(trial, worlds: worlds)
    }
    return spanning(tried, count: 2 * design.finalists)
  }

  /// Points that are chosen beforehand, in equal worlds.
  mutating func survey(_ points: [[Double]]) throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    let asked = distinct(points.map { trial(at: $0) })
    // A block at a time, so that who watches sees how far it has come.
    var blocks: [[Int]] = []
    for start in stride(from: 0, to: asked.count, by: 64) {
      let block = Array(asked[start...].prefix(64))
      let all = [Self.present] + blocks.joined() + block
      guard cost(of: all, upTo: worlds) <= budget else { break }
      blocks.append(block)
    }
    var lived: [Int] = []
    while !blocks.isEmpty {
      let block = blocks.removeFirst()
      try live([Self.present] + block, in: 0..<worlds, of: .train, foreseeing: blocks)
      lived = ranked(lived + block, worlds: worlds)
      note(.survey, best: best(lived[0], worlds: worlds))
    }
    return spanning(lived, count: 2 * design.finalists)
  }

  /// Points that a purse pays for in equal worlds, besides the present values.
  var surveyed: Int { budget / TuningDesign.equalBlock - 1 }

  /// Lets the best of several trials live in more worlds, twice as many in each round, for as long as the
  /// budget lasts: estimates near the top decide, so that is where worlds go.
  ///
  /// - Returns: As many as live in fresh worlds, which span the best.
  mutating func finalists(of trials: [Int]) throws(ExperimentFailure) -> [Int] {
    let all = distinct(trials).filter { $0 != Self.present }
    var chosen = spanning(all, count: 3 * design.finalists)
    var worlds = 2 * TuningDesign.firstBlock
    while true {
      // Who is dropped for the purse's sake is the last to have been chosen.
      var next = chosen
      while next.count > design.finalists,
        cost(of: [Self.present] + next, upTo: worlds) > budget
      {
        next.removeLast()
      }
      guard cost(of: [Self.present] + next, upTo: worlds) <= budget,
        worlds <= TuningDesign.deepest
      else { break }
      try live([Self.present] + next, in: 0..<worlds, of: .train)
      chosen = spanning(next, count: next.count)
      worlds *= 2
    }
    return ranked(Array(chosen.prefix(design.finalists)))
  }
}

extension TrialBook {
  /// Places among each other, from 0 for the best: all that CMA-ES reads of values.
  private func ranks(_ trials: [Int], worlds: Int) -> [Double] {
    let order = ranked(distinct(trials), worlds: worlds)
    return trials.map { trial in Double(order.firstIndex(of: trial)!) }
  }

  /// The loss of a trial; of one that breaks a limit more than any that does not.
  private func penalised(_ trial: Int, worlds: Int) -> Double {
    let standing = standing(of: trial, worlds: worlds)
    guard let worth = standing.worth, standing.violation.isFinite else { return .infinity }
    return standing.isFeasible ? 0 - worth : 1e9 * (1 + standing.violation)
  }
}
