internal import Experiments
internal import FeedMetrics
internal import Scenarios
package import Stochastics

/// The estimated score of a trial against the incumbent in the same worlds.
///
/// Estimates decide during the search; only fresh worlds give a verdict. Trials that keep all limits by
/// estimate are ordered by their ``worth``, the gain that fresh worlds can be expected to confirm, as
/// constrained expected improvement weighs an improvement by the probability that it is feasible. Of trials
/// that break a limit by estimate, the one with the smallest expected violation is best.
///
/// Sources: Deb, *Computer Methods in Applied Mechanics and Engineering* 186, 2000, for the order of
/// feasible and infeasible trials; Letham, Karrer, Ottoni & Bakshy, *Bayesian Analysis* 14(2), 2019, for noisy
/// limits.
package struct TrialScore: Sendable {
  /// Mean gains of the objectives, larger being better; `nil` where a metric has no value in some world.
  package let gains: [Double?]
  /// The probability that fresh worlds confirm every limit; 1 without limits, 0 without a value.
  package let confidence: Double
  /// The sum of the expected violations of the limits, as shares of the metrics' sizes, if an estimate breaks
  /// a limit; 0 if none does; infinite without a value.
  package let violation: Double
  /// The estimated mean slack of each limit; `nil` for a limit without a value.
  package let slacks: [NormalEstimate?]

  /// - Parameter limits: With the size of each metric; `nil` for a limit without a value.
  package init(gains: [Double?], limits: [(estimate: LimitEstimate, size: Double)?]) {
    self.gains = gains
    slacks = limits.map { $0?.estimate.slack }
    var (confidence, violation, isFeasible) = (1.0, 0.0, true)
    for limit in limits {
      confidence *= limit?.estimate.confidence ?? 0
      violation += limit.map { $0.estimate.expectedViolation / $0.size } ?? .infinity
      isFeasible = isFeasible && limit?.estimate.isKept ?? false
    }
    self.confidence = confidence
    self.violation = isFeasible ? 0 : max(violation, .leastNormalMagnitude)
  }

  /// Whether every objective and limit has a value.
  var isDefined: Bool { gains.allSatisfy { $0 != nil } && violation.isFinite }

  /// Whether all limits are kept by estimate.
  package var isFeasible: Bool { violation == 0 }

  /// The gain of the first objective times the probability that the limits are confirmed; a loss is divided
  /// by it, so that a higher probability is better on either side of 0.
  package var worth: Double? {
    gains[0].map { $0 > 0 ? $0 * confidence : $0 / max(confidence, 1e-9) }
  }

  /// Whether a trial is better than another for one objective.
  package func isBetter(than other: TrialScore) -> Bool {
    guard violation == other.violation else { return violation < other.violation }
    switch (worth, other.worth) {
    case (let mine?, let theirs?): return mine > theirs
    case (.some, nil): return true
    case (nil, _): return false
    }
  }
}

extension TrialBook {
  /// The scores of trials, with the noise of their limits pooled over all of them.
  ///
  /// - Parameters:
  ///   - space: The space of the worlds. The incumbent has been simulated there in all worlds of the trials.
  ///   - worlds: How many of the first worlds count. Default: all worlds of a trial.
  func scores(
    of trials: [Int], in space: WorldSpace = .train, worlds: Int? = nil
  ) -> [Int: TrialScore] {
    let simulated = Dictionary(
      trials.map { ($0, 0..<(worlds ?? self.worlds(of: $0, in: space))) },
      uniquingKeysWith: { $1 })
    let limits = design.tuning.constraints.map { limit(of: $0, trials, in: space, simulated) }
    return simulated.reduce(into: [:]) { scores, entry in
      let (trial, worlds) = entry
      scores[trial] = TrialScore(
        gains: design.tuning.objectives.map { objective in
          gains(of: objective, trial, in: space, worlds).map { Summary($0).mean }
        },
        limits: limits.map { $0[trial] })
    }
  }

  func score(of trial: Int, in space: WorldSpace = .train, worlds: Int? = nil) -> TrialScore {
    scores(of: [trial], in: space, worlds: worlds)[trial]!
  }

  /// The estimates of a limit under several trials; none for a trial without a value in some world.
  private func limit(
    of constraint: Scenario.Tuning.Constraint, _ trials: [Int], in space: WorldSpace,
    _ worlds: [Int: Range<Int>]
  ) -> [Int: (estimate: LimitEstimate, size: Double)] {
    // The search did not select the incumbent, so that its slacks of the search are unbiased and count too.
    var known = slacks(
      of: constraint, Self.incumbent, in: .train,
      0..<self.worlds(of: Self.incumbent, in: .train))
    if space == .validate {
      known? +=
        slacks(
          of: constraint, Self.incumbent, in: space,
          0..<self.worlds(of: Self.incumbent, in: space)) ?? []
    }
    guard let known, !known.isEmpty else { return [:] }
    var pairs: [(number: Int, pair: LimitNoise.Pair)] = []
    for trial in distinct(trials) where trial != Self.incumbent {
      if let mine = slacks(of: constraint, trial, in: space, worlds[trial]!),
        let same = slacks(of: constraint, Self.incumbent, in: space, worlds[trial]!)
      {
        pairs.append((trial, (mine, same)))
      }
    }
    let noise = LimitNoise(pairs.map(\.pair), incumbent: known)
    let size = size(of: constraint.metric)
    func estimate(
      _ limit: (slack: NormalEstimate, noise: Double, residualVariance: Double)
    ) -> (LimitEstimate, Double) {
      let estimate = LimitEstimate(
        slack: limit.slack, noise: limit.noise, validation: design.tuning.validation,
        alpha: design.limitAlpha)
      return (estimate, size)
    }
    var limits: [Int: (estimate: LimitEstimate, size: Double)] = [:]
    for (trial, pair) in pairs { limits[trial] = estimate(noise.estimate(of: pair)) }
    if trials.contains(Self.incumbent) {
      limits[Self.incumbent] = estimate(noise.ofIncumbent)
    }
    return limits
  }

  /// The magnitude of a metric under the incumbent in the search; 1 where it is 0.
  func size(of metric: String) -> Double {
    let index = design.metrics.firstIndex { $0.id == metric }!
    let values = (0..<worlds(of: Self.incumbent, in: .train)).compactMap {
      trials[Self.incumbent].row($0, in: .train)?[index]
    }
    let size = Summary(values).mean.magnitude
    return size > 0 ? size : 1
  }

  /// The number of consecutive worlds of a trial, from the first; of fresh worlds only those of the choice.
  func worlds(of trial: Int, in space: WorldSpace) -> Int {
    guard space == .validate else { return trials[trial].worlds }
    return choosing.first { trials[trial].row($0, in: space) == nil } ?? choosing.upperBound
  }

  /// The worlds in which the incumbent has every metric. Other worlds are not used.
  func paired(_ worlds: Range<Int>, in space: WorldSpace) -> [Int] {
    worlds.filter { trials[Self.incumbent].row($0, in: space)?.contains(nil) != true }
  }

  /// The gains of a trial in an objective, by paired world; `nil` if it has no value in one of them, or if
  /// there is no world.
  func gains(
    of objective: Scenario.Tuning.Objective, _ trial: Int, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> [Double]? {
    var gains: [Double] = []
    for world in paired(worlds, in: space) {
      guard let row = trials[trial].row(world, in: space),
        let incumbent = trials[Self.incumbent].row(world, in: space),
        let value = design.value(of: objective, in: row),
        let before = design.value(of: objective, in: incumbent)
      else { return nil }
      gains.append(difference(before, value))
    }
    return gains.isEmpty ? nil : gains
  }

  /// The slacks of a limit under a trial, by paired world; `nil` if it has no value in one of them.
  func slacks(
    of constraint: Scenario.Tuning.Constraint, _ trial: Int, in space: WorldSpace,
    _ worlds: Range<Int>
  ) -> [Double]? {
    var slacks: [Double] = []
    for world in paired(worlds, in: space) {
      guard let row = trials[trial].row(world, in: space),
        let incumbent = trials[Self.incumbent].row(world, in: space),
        let slack = design.slack(of: constraint, in: row, incumbent: incumbent)
      else { return nil }
      slacks.append(slack)
    }
    return slacks.isEmpty ? nil : slacks
  }
}

// MARK: - Order

extension TrialBook {
  /// Trials from the best to the worst; of equals, the one that was tried first.
  ///
  /// - Parameter worlds: How many of the first worlds count. Default: all worlds of each trial.
  func ranked(_ trials: [Int], worlds: Int? = nil) -> [Int] {
    let scores = scores(of: trials, worlds: worlds)
    return trials.sorted { isBefore($0, $1, scores) }
  }

  private func isBefore(_ a: Int, _ b: Int, _ scores: [Int: TrialScore]) -> Bool {
    let (mine, theirs) = (scores[a]!, scores[b]!)
    if mine.isBetter(than: theirs) { return true }
    return !theirs.isBetter(than: mine) && a < b
  }

  /// Probabilities that limits are confirmed. For each, the trial with the largest gain among those that
  /// reach it is a finalist.
  static let ladder = [0.0, 0.3, 0.6, 0.8, 0.92, 0.98, 0.999]

  /// Trials that span the best: first the one with the greatest worth, then, for each rung of the
  /// ``ladder`` in turn, the one with the greatest gain whose limits are confirmed with that probability,
  /// until there are `count`. Without limits: from the best to the worst.
  ///
  /// By worth alone, all trials would be on one side of a limit that the search has misjudged.
  func spanning(_ trials: [Int], count: Int) -> [Int] {
    let scores = scores(of: trials)
    var rest = distinct(trials).sorted { isBefore($0, $1, scores) }
    var chosen = rest.isEmpty ? [] : [rest.removeFirst()]
    while chosen.count < count, !rest.isEmpty {
      let rung = Self.ladder[(chosen.count - 1) % Self.ladder.count]
      let reaching = rest.indices.filter {
        scores[rest[$0]]!.isFeasible && scores[rest[$0]]!.confidence >= rung
      }
      let best = reaching.max { a, b in
        let (mine, theirs) = (scores[rest[a]]!.gains[0], scores[rest[b]]!.gains[0])
        return (mine ?? -.infinity, b) < (theirs ?? -.infinity, a)
      }
      chosen.append(rest.remove(at: best ?? 0))
    }
    return chosen
  }
}
