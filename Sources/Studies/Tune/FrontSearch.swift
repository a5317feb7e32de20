internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// Several objectives: a front of compromises by NSGA-II, in which one set of values dominates another only
// where the paired worlds say so.
extension TrialBook {
  /// - Returns: The trials of the last front, in the order in which they were tried.
  mutating func searchFront() throws(ExperimentFailure) -> [Int] {
    let worlds = TuningDesign.equalBlock
    let size = TuningDesign.frontPopulation
    let lag = design.tuning.lag
    let present = point(of: Self.present)
    var start = [present]
    let first = size * (lag + 1)
    for point in spreadPoints(first) where start.count < first && point != present {
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
        let asked = search.ask(ahead: waiting.count).map { trial(at: $0) }
        let all = [Self.present] + waiting.joined() + asked
        isSpent = cost(of: all, upTo: worlds) > budget
        if !isSpent { waiting.append(asked) }
      }
      guard !waiting.isEmpty else { break }
      let asked = waiting.removeFirst()
      try live([Self.present] + asked, in: 0..<worlds, of: .train, foreseeing: waiting)
      numbers += asked
      let known = standings(of: asked, worlds: worlds)
      let standings = asked.map { known[$0]! }
      let (book, tried) = (self, numbers)
      search.tell(
        objectives: standings.map { $0.gains.map { $0.map { 0 - $0 } ?? .infinity } },
        violations: standings.map(\.violation)
      ) { book.dominates(tried[$0.number], tried[$1.number], in: .train, 0..<worlds) }
      note(.front, best: numbers[search.population[0].number])
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
        differences: zip(theirs, mine).map { difference($0, $1) }, level: 1 - design.risk)
      guard let lead else { return false }
      if lead.mean < 0 { return false }
      isBetter = isBetter || (lead.interval?.lower ?? 0) > 0
    }
    return isBetter
  }
}
