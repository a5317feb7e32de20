internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// Sobol's points race in paired worlds: after each block of worlds the better half goes on, and others
// that chance may have put behind, as far as the budget reaches.
extension TrialBook {
  /// How a race is laid out, by its budget.
  struct RacePlan: Sendable, Hashable {
    /// Points at the start, besides the present values.
    let points: Int

    /// - Parameter budget: Worlds, no fewer than those of the least race.
    init(budget: Int) {
      var points = TuningDesign.fewestRacers
      while Self.cost(points + 1) <= budget { points += 1 }
      self.points = points
    }

    /// Worlds of a race that keeps exactly half each time.
    static func cost(_ points: Int) -> Int {
      var (alive, worlds) = (points, TuningDesign.firstBlock)
      var cost = (alive + 1) * worlds
      while alive > TuningDesign.fewestRacers {
        alive = max(TuningDesign.fewestRacers, (alive + 1) / 2)
        cost += (alive + 1) * worlds
        worlds *= 2
      }
      return cost
    }
  }

  /// Points of the unit cube that fill it evenly, the centre first.
  func spreadPoints(_ count: Int) -> [[Double]] {
    UnitCube.fillingPoints(
      count, dimensions: design.space.dimensions, stream: stream("tuning points"))
  }

  /// Draws for one purpose of this tuning.
  func stream(_ purpose: String) -> KeyedStream {
    KeyedStream(seed: design.experiment.seed, world: 0, name: StreamName(purpose))
  }

  /// Lets points race until few are left, and returns these from the best to the worst.
  ///
  /// - Parameter share: Of the budget. Three quarters of it pay for a race that keeps exactly half each time,
  ///   the rest for those that chance may have put behind.
  mutating func race(share: Double) throws(ExperimentFailure) -> [Int] {
    let purse = Int(Double(design.tuning.budget) * share)
    let plan = RacePlan(
      budget: max(purse * 3 / 4, TuningDesign.leastBudget(.race, dimensions: 1) / 2))
    let floor = budget - purse
    var alive = distinct(spreadPoints(plan.points).map { trial(at: $0) })
    var worlds = TuningDesign.firstBlock
    while true {
      try live([Self.present] + alive, in: 0..<worlds, of: .train)
      alive = ranked(alive, worlds: worlds)
      note(.race, best: best(alive[0], worlds: worlds))
      guard alive.count > TuningDesign.fewestRacers else { return alive }
      let next = survivors(alive, worlds: worlds, purse: budget - floor)
      guard cost(of: [Self.present] + next, upTo: 2 * worlds) <= budget else {
        return Array(alive.prefix(TuningDesign.fewestRacers))
      }
      alive = next
      worlds *= 2
    }
  }

  /// The better of a trial and the present values.
  func best(_ trial: Int, worlds: Int) -> Int {
    trial == Self.present ? trial : ranked([Self.present, trial], worlds: worlds)[0]
  }

  /// Each trial once, in their order.
  func distinct(_ trials: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return trials.filter { seen.insert($0).inserted }
  }

  /// The better half, and behind it those that cannot be told from the best, as long as the purse pays for
  /// the rest of the race.
  ///
  /// - Parameter alive: From the best to the worst.
  private func survivors(_ alive: [Int], worlds: Int, purse: Int) -> [Int] {
    let half = max(TuningDesign.fewestRacers, (alive.count + 1) / 2)
    var next = Array(alive.prefix(half))
    for trial in alive.dropFirst(half) where !isBehind(trial, alive[0], worlds: worlds) {
      guard Self.costAhead(next.count + 1, worlds: worlds) <= purse else { break }
      next.append(trial)
    }
    return next
  }

  /// Worlds until the end of a race in which so many have lived in so many worlds.
  private static func costAhead(_ alive: Int, worlds: Int) -> Int {
    var (alive, worlds, cost) = (alive, worlds, (alive + 1) * worlds)
    while alive > TuningDesign.fewestRacers {
      alive = max(TuningDesign.fewestRacers, (alive + 1) / 2)
      worlds *= 2
      cost += (alive + 1) * worlds
    }
    return cost
  }

  /// Whether a trial is worse than another one beyond chance, world by world.
  private func isBehind(_ trial: Int, _ leader: Int, worlds: Int) -> Bool {
    let objective = design.tuning.objectives[0]
    guard let mine = gains(of: objective, trial, in: .train, 0..<worlds),
      let theirs = gains(of: objective, leader, in: .train, 0..<worlds)
    else { return true }
    let lead = pairedT(
      differences: zip(mine, theirs).map { difference($0, $1) }, level: 1 - design.risk)
    return (lead?.interval?.lower ?? 0) > 0
  }
}
