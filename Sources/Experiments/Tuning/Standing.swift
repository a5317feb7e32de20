internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// How a trial does in the worlds of the search, held against the present values in the same worlds.
struct Standing: Sendable {
  /// Mean gains of the objectives, larger being better; `nil` where a metric has no value in some world.
  let gains: [Double?]
  /// By how much limits are not surely kept, in all; 0 when all are.
  let violation: Double
  let worlds: Int

  /// Whether nothing is missing.
  var isDefined: Bool { gains.allSatisfy { $0 != nil } && violation.isFinite }

  /// Whether a trial is better than another for one objective: what keeps all limits beats what does not,
  /// and of two that do not the one that is nearer to them is better.
  ///
  /// Source: Deb, *Computer Methods in Applied Mechanics and Engineering* 186, 2000.
  func isBetter(than other: Standing) -> Bool {
    guard violation == other.violation else { return violation < other.violation }
    switch (gains[0], other.gains[0]) {
    case (let mine?, let theirs?): return mine > theirs
    case (.some, nil): return true
    case (nil, _): return false
    }
  }
}

extension TrialBook {
  /// - Parameters:
  ///   - space: Where; the present values have lived there in all worlds of the trial.
  ///   - worlds: Which; all that the trial has lived in when `nil`.
  func standing(
    of trial: Int, in space: WorldSpace = .train, worlds: Range<Int>? = nil
  ) -> Standing {
    let worlds = worlds ?? 0..<trials[trial].worlds
    let gains = design.tuning.objectives.map { objective -> Double? in
      let differences = self.gains(of: objective, trial, in: space, worlds)
      return differences.map { Summary($0).mean }
    }
    let violation = design.tuning.constraints.reduce(0) { sum, constraint in
      sum + shortfall(of: constraint, trial, in: space, worlds)
    }
    return Standing(gains: gains, violation: violation, worlds: worlds.count)
  }

  /// The gains of a trial in an objective world by world; `nil` when it has no value in one of them, or
  /// there is none.
  func gains(
    of objective: Scenario.Tuning.Objective, _ trial: Int, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> [Double]? {
    var gains: [Double] = []
    for world in worlds {
      guard let row = trials[trial].row(world, in: space),
        let present = trials[Self.present].row(world, in: space),
        let value = design.value(of: objective, in: row),
        let before = design.value(of: objective, in: present)
      else { return nil }
      gains.append(difference(before, value))
    }
    return gains.isEmpty ? nil : gains
  }

  /// By how much a limit is not surely kept, in shares of the metric's size; infinite without a value.
  private func shortfall(
    of constraint: Scenario.Tuning.Constraint, _ trial: Int, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> Double {
    guard let slacks = slacks(of: constraint, trial, in: space, worlds) else { return .infinity }
    let level = 1 - 2 * design.limitRisk
    let slack = pairedT(differences: slacks, level: level)
    guard let bound = slack?.interval?.lower ?? slack?.mean, bound < 0 else { return 0 }
    let size = Summary(
      worlds.compactMap { world in
        trials[Self.present].row(world, in: space)?[
          design.metrics.firstIndex {
            $0.id == constraint.metric
          }!]
      }
    ).mean.magnitude
    return -bound / (size > 0 ? size : 1)
  }

  /// By how much a trial keeps a limit world by world; `nil` when it has no value in one of them.
  func slacks(
    of constraint: Scenario.Tuning.Constraint, _ trial: Int, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> [Double]? {
    var slacks: [Double] = []
    for world in worlds {
      guard let row = trials[trial].row(world, in: space),
        let present = trials[Self.present].row(world, in: space),
        let slack = design.slack(of: constraint, in: row, present: present)
      else { return nil }
      slacks.append(slack)
    }
    return slacks.isEmpty ? nil : slacks
  }

  /// Trials from the best to the worst, of equals the one that was tried first.
  ///
  /// - Parameter worlds: The first so many, in which all of them have lived.
  func ranked(_ trials: [Int], worlds: Int) -> [Int] {
    let standings = Dictionary(
      uniqueKeysWithValues: trials.map { ($0, standing(of: $0, worlds: 0..<worlds)) })
    return trials.sorted { a, b in
      let (mine, theirs) = (standings[a]!, standings[b]!)
      if mine.isBetter(than: theirs) { return true }
      return !theirs.isBetter(than: mine) && a < b
    }
  }
}
