internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// Several objectives: a Pareto front by NSGA-II, in which one set of values dominates another only where
// the paired worlds show it beyond chance.
extension TrialBook {
  /// Searches for the Pareto front until the budget is spent.
  ///
  /// - Returns: The trials of the last generation's front, in the order in which they were tried.
  mutating func searchParetoFront() throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    let size = TuningDesign.paretoPopulation
    let lag = design.tuning.lag
    let incumbent = point(of: Self.incumbent)
    var start = [incumbent]
    let first = size * (lag + 1)
    for point in spreadPoints(first) where start.count < first && point != incumbent {
      start.append(point)
    }
    var search = NondominatedSorting(
      dimensions: design.space.dimensions, populationSize: size, lag: lag, start: start,
      stream: stream("tuning front"))
    var numbers: [Int] = []
    var waiting: [[Int]] = []
    var isSpent = false
    while true {
      while waiting.count <= lag, !isSpent {
        let proposed = search.ask(ahead: waiting.count).map { trial(at: $0) }
        let all = [Self.incumbent] + waiting.joined() + proposed
        isSpent = cost(of: all, upTo: worlds) > budget
        if !isSpent { waiting.append(proposed) }
      }
      guard !waiting.isEmpty else { break }
      let proposed = waiting.removeFirst()
      try simulate([Self.incumbent] + proposed, in: 0..<worlds, of: .train, foreseeing: waiting)
      numbers += proposed
      let known = scores(of: proposed, worlds: worlds)
      let scores = proposed.map { known[$0]! }
      let (book, tried) = (self, numbers)
      search.tell(
        objectives: scores.map { $0.gains.map { $0.map { 0 - $0 } ?? .infinity } },
        violations: scores.map(\.violation)
      ) { book.dominates(tried[$0.number], tried[$1.number], in: .train, 0..<worlds) }
      note(.paretoFront)
    }
    return distinct(search.front.map { numbers[$0.number] }.sorted())
  }

  /// Whether a trial is no worse than another in the mean of any objective, and better in one beyond
  /// chance: the whole interval of its paired difference is above 0.
  func dominates(
    _ a: Int, _ b: Int, in space: WorldSpace, _ worlds: Range<Int>
  ) -> Bool {
    var isBetter = false
    for objective in design.tuning.objectives {
      guard let mine = gains(of: objective, a, in: space, worlds) else { return false }
      guard let theirs = gains(of: objective, b, in: space, worlds) else { return true }
      let lead = pairedT(
        differences: zip(theirs, mine).map { difference($0, $1) }, level: 1 - design.alpha)
      guard let lead else { return false }
      if lead.mean < 0 { return false }
      isBetter = isBetter || (lead.interval?.lower ?? 0) > 0
    }
    return isBetter
  }
}

// MARK: - Validation of the front

extension Tuner {
  /// The Pareto front of the search, measured again in fresh worlds.
  func paretoFront(_ book: inout TrialBook) throws(ExperimentFailure) -> TuningResults {
    let found = try book.searchParetoFront()
    let worlds = book.choosing
    try book.simulate(
      book.distinct([TrialBook.incumbent] + found), in: worlds, of: .validate, withBaseline: true)
    let members = book.paretoFront(of: found, in: worlds)
    let losses = members.map { $0.gains.map { 0 - $0.mean } }
    let kneePoint = Optimisation.knee(of: losses)
    let paretoFront = TuningResults.ParetoFront(
      points: members, kneePoint: kneePoint,
      hypervolume: hypervolume(
        of: losses, reference: design.tuning.objectives.map { _ in 0 }))
    let shown = kneePoint.map { members[$0].trial } ?? members.first?.trial ?? TrialBook.incumbent
    let isFeasible = members.contains(where: \.keepsLimits)
    return results(
      book, [], isFeasible ? .paretoFront : .infeasible, winner: isFeasible ? shown : nil,
      shown: shown,
      limits: book.limits(of: shown, in: .validate, worlds), worlds: worlds,
      paretoFront: paretoFront)
  }
}

extension TrialBook {
  /// The trials that no other trial dominates in the means of all objectives in fresh worlds, each with the
  /// probability that it is on the front.
  func paretoFront(of found: [Int], in worlds: Range<Int>) -> [TuningResults.ParetoFront.Point] {
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
    let all = Array(paired(worlds, in: .validate).indices)
    let members = Optimisation.paretoFront(of: losses(all))
    let draws = stream("tuning front samples")
    let samples = 1000
    var counts = Array(repeating: 0, count: eligible.count)
    for sample in 0..<samples {
      let chosen = all.map { index in
        Int(draws.uniform(UInt32(sample), UInt32(index)) * Double(all.count))
      }
      for member in Optimisation.paretoFront(of: losses(chosen)) { counts[member] += 1 }
    }
    return members.map { member in
      TuningResults.ParetoFront.Point(
        trial: eligible[member],
        gains: rows[member].map { pairedT(differences: $0, level: 1 - design.alpha)! },
        probability: Double(counts[member]) / Double(samples),
        keepsLimits: keeping.contains(eligible[member]))
    }
  }
}
