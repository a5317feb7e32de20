internal import FeedMetrics
internal import Optimisation
internal import Scenarios
internal import Stochastics

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
        candidates = Array(
          rankedByMean(distinct(candidates + asked)).prefix(2 * TuningDesign.finalists))
        note(.adaptation, best: best(candidates[0], worlds: common(candidates[0])))
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
    return Array(ranked(distinct(tried), worlds: worlds).prefix(2 * TuningDesign.finalists))
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
    return Array(lived.prefix(2 * TuningDesign.finalists))
  }

  /// Points that a purse pays for in equal worlds, besides the present values.
  var surveyed: Int { budget / TuningDesign.equalBlock - 1 }

  /// Lets the best of several trials live in more worlds, so that they are held against each other fairly.
  ///
  /// - Returns: As many as live in fresh worlds, from the best to the worst.
  mutating func finalists(of trials: [Int]) throws(ExperimentFailure) -> [Int] {
    var chosen = distinct(trials).filter { $0 != Self.present }
    var worlds = 16
    // What no purse pays for is judged in fewer worlds.
    while worlds > TuningDesign.firstBlock,
      cost(of: [Self.present] + chosen, upTo: worlds) > budget
    {
      if chosen.count > TuningDesign.finalists {
        chosen.removeLast()
      } else {
        worlds /= 2
      }
    }
    guard cost(of: [Self.present] + chosen, upTo: worlds) <= budget else {
      return Array(chosen.prefix(TuningDesign.finalists))
    }
    try live([Self.present] + chosen, in: 0..<worlds, of: .train)
    return Array(ranked(chosen, worlds: worlds).prefix(TuningDesign.finalists))
  }
}

extension TrialBook {
  /// The worlds in which a trial and the present values have lived.
  private func common(_ trial: Int) -> Int {
    min(trials[trial].worlds, trials[Self.present].worlds)
  }

  /// Trials from the best to the worst by their means over their own worlds.
  private func rankedByMean(_ trials: [Int]) -> [Int] {
    let standings = trials.map { (trial: $0, standing: standing(of: $0)) }
    return standings.sorted { a, b in
      if a.standing.isBetter(than: b.standing) { return true }
      return !b.standing.isBetter(than: a.standing) && a.trial < b.trial
    }.map(\.trial)
  }

  /// Places among each other, from 0 for the best: all that CMA-ES reads of values.
  private func ranks(_ trials: [Int], worlds: Int) -> [Double] {
    let order = ranked(distinct(trials), worlds: worlds)
    return trials.map { trial in Double(order.firstIndex(of: trial)!) }
  }

  /// The loss of a trial; of one that breaks a limit more than any that does not.
  private func penalised(_ trial: Int, worlds: Int) -> Double {
    let standing = standing(of: trial, worlds: 0..<worlds)
    guard let gain = standing.gains[0], standing.violation.isFinite else { return .infinity }
    return standing.violation > 0 ? 1e9 * (1 + standing.violation) : 0 - gain
  }
}
