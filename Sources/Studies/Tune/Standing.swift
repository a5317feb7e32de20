internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// How a trial does compared with the incumbent in the same worlds, as far as is known.
///
/// Estimates decide during the search: nothing is asked to be sure before fresh worlds give the verdict, and
/// what makes that verdict likely counts. Trials that keep all limits by estimate are ordered by their
/// ``worth``, the gain that fresh worlds can be expected to confirm, as constrained expected improvement
/// weighs an improvement by the probability that it is feasible; of the others the one with the least
/// expected violation is best.
///
/// Sources: Deb, *Computer Methods in Applied Mechanics and Engineering* 186, 2000, for the order of what is
/// feasible and what is not; Letham, Karrer, Ottoni & Bakshy, *Bayesian Analysis* 14(2), 2019, for noisy
/// limits.
package struct Standing: Sendable {
  /// Mean gains of the objectives, larger being better; `nil` where a metric has no value in some world.
  package let gains: [Double?]
  /// The probability that fresh worlds confirm every limit; 1 without limits, 0 without a value.
  package let confidence: Double
  /// By how much limits are expected to be broken in all, in shares of the metrics' sizes, where an estimate
  /// breaks one; 0 where none does; infinite without a value.
  package let violation: Double

  /// - Parameter limits: With the size of each metric; `nil` for a limit without a value.
  package init(gains: [Double?], limits: [(estimate: LimitEstimate, size: Double)?]) {
    self.gains = gains
    var (confidence, violation, isFeasible) = (1.0, 0.0, true)
    for limit in limits {
      confidence *= limit?.estimate.confidence ?? 0
      violation += limit.map { $0.estimate.expectedViolation / $0.size } ?? .infinity
      isFeasible = isFeasible && limit?.estimate.isKept ?? false
    }
    self.confidence = confidence
    self.violation = isFeasible ? 0 : max(violation, .leastNormalMagnitude)
  }

  /// Whether nothing is missing.
  var isDefined: Bool { gains.allSatisfy { $0 != nil } && violation.isFinite }

  /// Whether all limits are kept by estimate.
  package var isFeasible: Bool { violation == 0 }

  /// The gain of the first objective times the probability that the limits are confirmed; a loss is divided
  /// by it, so that what is surer is better on either side of 0.
  package var worth: Double? {
    gains[0].map { $0 > 0 ? $0 * confidence : $0 / max(confidence, 1e-9) }
  }

  /// Whether a trial is better than another for one objective.
  package func isBetter(than other: Standing) -> Bool {
    guard violation == other.violation else { return violation < other.violation }
    switch (worth, other.worth) {
    case (let mine?, let theirs?): return mine > theirs
    case (.some, nil): return true
    case (nil, _): return false
    }
  }
}

extension TrialBook {
  /// How trials do, whose common noise is known from all of them.
  ///
  /// - Parameters:
  ///   - space: Where; the present values have lived there in all worlds of the trials.
  ///   - worlds: The first so many; all that a trial has lived in when `nil`.
  func standings(
    of trials: [Int], in space: WorldSpace = .train, worlds: Int? = nil
  ) -> [Int: Standing] {
    let lived = Dictionary(
      trials.map { ($0, 0..<(worlds ?? self.worlds(of: $0, in: space))) },
      uniquingKeysWith: { $1 })
    let limits = design.tuning.constraints.map { limit(of: $0, trials, in: space, lived) }
    return lived.reduce(into: [:]) { standings, entry in
      let (trial, worlds) = entry
      standings[trial] = Standing(
        gains: design.tuning.objectives.map { objective in
          gains(of: objective, trial, in: space, worlds).map { Summary($0).mean }
        },
        limits: limits.map { $0[trial] })
    }
  }

  func standing(of trial: Int, in space: WorldSpace = .train, worlds: Int? = nil) -> Standing {
    standings(of: [trial], in: space, worlds: worlds)[trial]!
  }

  /// What is known of a limit under several trials; nothing of those without a value in some world.
  private func limit(
    of constraint: Scenario.Tuning.Constraint, _ trials: [Int], in space: WorldSpace,
    _ worlds: [Int: Range<Int>]
  ) -> [Int: (estimate: LimitEstimate, size: Double)] {
    let present = Self.present
    // No trial was chosen for the incumbent's slacks: those of the search count beside fresh ones.
    var incumbent = slacks(
      of: constraint, present, in: .train, 0..<self.worlds(of: present, in: .train))
    if space == .validate {
      incumbent? +=
        slacks(of: constraint, present, in: space, 0..<self.worlds(of: present, in: space)) ?? []
    }
    guard let incumbent, !incumbent.isEmpty else { return [:] }
    var pairs: [(number: Int, pair: LimitNoise.Pair)] = []
    for trial in distinct(trials) where trial != present {
      if let own = slacks(of: constraint, trial, in: space, worlds[trial]!),
        let same = slacks(of: constraint, present, in: space, worlds[trial]!)
      {
        pairs.append((trial, (own, same)))
      }
    }
    let noise = LimitNoise(pairs.map(\.pair), incumbent: incumbent)
    let size = size(of: constraint.metric)
    func estimate(
      _ known: (slack: NormalEstimate, noise: Double, ownVariance: Double)
    ) -> (LimitEstimate, Double) {
      let estimate = LimitEstimate(
        slack: known.slack, noise: known.noise, validation: design.tuning.validation,
        risk: design.limitRisk)
      return (estimate, size)
    }
    var limits: [Int: (estimate: LimitEstimate, size: Double)] = [:]
    for (trial, pair) in pairs { limits[trial] = estimate(noise.estimate(of: pair)) }
    if trials.contains(present) { limits[present] = estimate(noise.ofIncumbent) }
    return limits
  }

  /// The magnitude of a metric under the present values in the search; 1 where it is 0.
  func size(of metric: String) -> Double {
    let place = design.metrics.firstIndex { $0.id == metric }!
    let values = (0..<worlds(of: Self.present, in: .train)).compactMap {
      trials[Self.present].row($0, in: .train)?[place]
    }
    let size = Summary(values).mean.magnitude
    return size > 0 ? size : 1
  }

  /// The worlds that a trial has lived in, one after the other; of fresh ones those of the choice.
  func worlds(of trial: Int, in space: WorldSpace) -> Int {
    guard space == .validate else { return trials[trial].worlds }
    return choosing.first { trials[trial].row($0, in: space) == nil } ?? choosing.upperBound
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
}

// MARK: - Order

extension TrialBook {
  /// Trials from the best to the worst, of equals the one that was tried first.
  ///
  /// - Parameter worlds: The first so many, in which all of them have lived; each trial's own when `nil`.
  func ranked(_ trials: [Int], worlds: Int? = nil) -> [Int] {
    let standings = standings(of: trials, worlds: worlds)
    return trials.sorted { isBefore($0, $1, standings) }
  }

  private func isBefore(_ a: Int, _ b: Int, _ standings: [Int: Standing]) -> Bool {
    let (mine, theirs) = (standings[a]!, standings[b]!)
    if mine.isBetter(than: theirs) { return true }
    return !theirs.isBetter(than: mine) && a < b
  }

  /// The probabilities of confirmed limits for each of which the best trial is among the finalists.
  static let ladder = [0.0, 0.3, 0.6, 0.8, 0.92, 0.98, 0.999]

  /// Trials that span the best: the one of the greatest worth first, then, rung by rung of the
  /// ``ladder``, the one of the greatest gain whose limits are confirmed with that probability, and so on
  /// until there are enough; without limits from the best to the worst.
  ///
  /// Worth alone would put all on one side of a limit whose place the search has misjudged.
  func spanning(_ trials: [Int], count: Int) -> [Int] {
    let standings = standings(of: trials)
    var rest = distinct(trials).sorted { isBefore($0, $1, standings) }
    var chosen = rest.isEmpty ? [] : [rest.removeFirst()]
    while chosen.count < count, !rest.isEmpty {
      let rung = Self.ladder[(chosen.count - 1) % Self.ladder.count]
      let reaching = rest.indices.filter {
        standings[rest[$0]]!.isFeasible && standings[rest[$0]]!.confidence >= rung
      }
      let best = reaching.max { a, b in
        let (mine, theirs) = (standings[rest[a]]!.gains[0], standings[rest[b]]!.gains[0])
        return (mine ?? -.infinity, b) < (theirs ?? -.infinity, a)
      }
      chosen.append(rest.remove(at: best ?? 0))
    }
    return chosen
  }
}
