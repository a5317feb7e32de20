internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// A race of Sobol points in paired worlds (successive halving): after each block of worlds the better half
// stays, and so do trials that are not significantly worse than the best, as far as the budget reaches.
extension TrialBook {
  /// How a race is laid out, by its budget.
  struct RacePlan: Sendable, Hashable {
    /// Points at the start, besides the incumbent.
    let points: Int

    /// - Parameter budget: Worlds, no fewer than those of the least race.
    init(budget: Int) {
      var points = TuningDesign.fewestRacers
      while Self.cost(points + 1) <= budget { points += 1 }
      self.points = points
    }

    /// Runs of a race that keeps exactly half of the trials each time.
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

  /// Races points until few are left, and returns these from the best to the worst.
  ///
  /// - Parameter share: Share of the budget. Three quarters of it pay for a race that keeps exactly half of
  ///   the trials each time, the rest for trials that are not significantly worse than the best.
  mutating func race(share: Double) throws(ExperimentFailure) -> [Int] {
    let allowance = Int(Double(design.tuning.budget) * share)
    let plan = RacePlan(
      budget: max(allowance * 3 / 4, TuningDesign.leastBudget(.race, dimensions: 1) / 2))
    let floor = budget - allowance
    var alive = distinct(spreadPoints(plan.points).map { trial(at: $0) })
    var worlds = TuningDesign.firstBlock
    while true {
      try simulate([Self.incumbent] + alive, in: 0..<worlds, of: .train)
      alive = ranked(alive, worlds: worlds)
      note(.race)
      guard alive.count > TuningDesign.fewestRacers else { return alive }
      let next = survivors(alive, worlds: worlds, allowance: budget - floor)
      guard cost(of: [Self.incumbent] + next, upTo: 2 * worlds) <= budget else {
        return Array(alive.prefix(TuningDesign.fewestRacers))
      }
      alive = next
      worlds *= 2
    }
  }

  /// The trials without repetitions, in their order.
  func distinct(_ trials: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return trials.filter { seen.insert($0).inserted }
  }

  /// The better half, then trials that are not significantly worse than the best, as long as the allowance
  /// pays for the rest of the race.
  ///
  /// - Parameter alive: From the best to the worst.
  private func survivors(_ alive: [Int], worlds: Int, allowance: Int) -> [Int] {
    let half = max(TuningDesign.fewestRacers, (alive.count + 1) / 2)
    var next = Array(alive.prefix(half))
    for trial in alive.dropFirst(half) where !isBehind(trial, alive[0], worlds: worlds) {
      guard Self.costAhead(next.count + 1, worlds: worlds) <= allowance else { break }
      next.append(trial)
    }
    return next
  }

  /// Runs until the end of a race in which `alive` trials have `worlds` worlds each.
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
  func isBehind(_ trial: Int, _ leader: Int, worlds: Int) -> Bool {
    let objective = design.tuning.objectives[0]
    guard let mine = gains(of: objective, trial, in: .train, 0..<worlds),
      let theirs = gains(of: objective, leader, in: .train, 0..<worlds)
    else { return true }
    let lead = pairedT(
      differences: zip(mine, theirs).map { difference($0, $1) }, level: 1 - design.alpha)
    return (lead?.interval?.lower ?? 0) > 0
  }
}
