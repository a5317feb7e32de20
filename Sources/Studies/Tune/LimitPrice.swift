internal import Experiments
internal import FeedMetrics
internal import Optimisation
public import Scenarios
public import Stochastics

extension TuningResults {
  /// What a limit costs: how many better trials break it, and what relaxing it would buy.
  ///
  /// The search's worlds propose the trial that is measured: of the trials that keep all other limits and gain
  /// beyond chance, the knee point of gain against violation. Fresh worlds, which had no part in proposing it,
  /// measure its gain over the shown trial and the bound that it would have kept.
  public struct LimitPrice: Sendable, Hashable {
    public let constraint: Scenario.Tuning.Constraint
    /// Trials that gain more than the shown trial in the worlds of the search: the whole interval of the paired
    /// difference is above 0.
    public let gaining: Int
    /// How many of these break the limit by estimate.
    public let breaking: Int
    /// `nil` if no trial was measured, or one had no value.
    public let relaxation: Relaxation?

    /// A trial that breaks the limit, in fresh worlds.
    public struct Relaxation: Sendable, Hashable {
      public let trial: Int
      /// The limit with a bound that these worlds would have confirmed for the trial.
      public let constraint: Scenario.Tuning.Constraint
      /// The gain in the objective over the shown trial, larger being better.
      public let gain: PairedDifference
      /// Whether the mean slack of every other limit is 0 or more.
      public let keepsOtherLimits: Bool

      /// Whether the fresh worlds show that the relaxation buys something: the whole interval of the gain is
      /// above 0, and no other limit is broken by estimate.
      public var isShown: Bool { keepsOtherLimits && gain.interval?.lower ?? 0 > 0 }
    }
  }
}

extension TuningResults.LimitPrice {
  /// The trial to measure: the knee point of the Pareto front of violation and gain, from the reference on;
  /// without a knee point, the trial with the greatest gain.
  ///
  /// - Parameters:
  ///   - limit: The index of the limit.
  ///   - reference: What the gains are compared with.
  ///   - gaining: Trials that gain more than the reference.
  /// - Returns: `nil` if no trial breaks this limit and keeps the others.
  package static func proposal(
    relaxing limit: Int, from reference: TrialEstimate, among gaining: [TrialEstimate]
  ) -> Int? {
    let candidates = gaining.filter { $0.brokenLimits == [limit] && $0.gains[0] != nil }
    let losses = ([reference] + candidates).map { estimate in
      [max(0, 0 - (estimate.limits[limit]?.slack.mean ?? 0)), 0 - (estimate.gains[0] ?? 0)]
    }
    let front = Optimisation.paretoFront(of: losses)
    if let knee = Optimisation.knee(of: front.map { losses[$0] }), front[knee] > 0 {
      return candidates[front[knee] - 1].trial
    }
    return candidates.indices.max { (losses[$0 + 1][1], $0) > (losses[$1 + 1][1], $1) }
      .map { candidates[$0].trial }
  }
}

extension TrialBook {
  /// The trials whose measurement shows what relaxing each limit would buy, by limit.
  ///
  /// - Parameter reference: The trial that the gains are compared with.
  func relaxing(from reference: Int) -> [Int?] {
    let estimates = estimates
    guard let start = estimates.first(where: { $0.trial == reference }) else { return [] }
    let gaining = gaining(over: reference, estimates)
    return design.tuning.constraints.indices.map { limit in
      TuningResults.LimitPrice.proposal(relaxing: limit, from: start, among: gaining)
    }
  }

  /// What each limit costs.
  ///
  /// - Parameters:
  ///   - shown: The trial that the gains are compared with.
  ///   - relaxing: The measured trial of each limit.
  ///   - worlds: Fresh worlds in which these trials have been simulated.
  func prices(
    of shown: Int, _ relaxing: [Int?], in worlds: Range<Int>
  ) -> [TuningResults.LimitPrice] {
    let gaining = gaining(over: shown, estimates)
    return zip(design.tuning.constraints.indices, relaxing).map { limit, trial in
      TuningResults.LimitPrice(
        constraint: design.tuning.constraints[limit], gaining: gaining.count,
        breaking: gaining.count { $0.brokenLimits.contains(limit) },
        relaxation: trial.flatMap { relaxation(of: limit, $0, over: shown, in: worlds) })
    }
  }

  private func relaxation(
    of limit: Int, _ trial: Int, over shown: Int, in worlds: Range<Int>
  ) -> TuningResults.LimitPrice.Relaxation? {
    let objective = design.tuning.objectives[0]
    let limits = limits(of: trial, in: .validate, worlds)
    guard let mine = gains(of: objective, trial, in: .validate, worlds),
      let theirs = gains(of: objective, shown, in: .validate, worlds),
      let gain = pairedT(
        differences: zip(theirs, mine).map { difference($0, $1) }, level: 1 - design.alpha),
      let attained = limits[limit].attained
    else { return nil }
    return TuningResults.LimitPrice.Relaxation(
      trial: trial, constraint: attained, gain: gain,
      keepsOtherLimits: limits.indices.allSatisfy {
        $0 == limit || limits[$0].slack?.mean ?? -1 >= 0
      })
  }

  /// The trials that gain more than another one beyond chance, in the worlds that both have in the search.
  private func gaining(over reference: Int, _ estimates: [TrialEstimate]) -> [TrialEstimate] {
    estimates.filter { estimate in
      let worlds = min(trials[estimate.trial].worlds, trials[reference].worlds)
      return estimate.trial != reference && estimate.isDefined
        && isBehind(reference, estimate.trial, worlds: worlds)
    }
  }
}

extension Scenario.Tuning.Constraint {
  /// The limit with its bound moved outwards, to the next number with two digits of the distance.
  ///
  /// - Parameters:
  ///   - distance: In the metric's unit, above 0.
  ///   - incumbent: The metric's mean under the incumbent.
  /// - Returns: `nil` for a share of an incumbent's mean of 0.
  package func relaxed(by distance: Double, incumbent: Double) -> Self? {
    func moved(_ bound: Double, _ distance: Double) -> Double {
      var (factor, divisor) = (1.0, 1.0)
      while distance * factor < 10, factor < 1e12 { factor *= 10 }
      while distance / divisor >= 100 { divisor *= 10 }
      let target = (isUpper ? bound + distance : bound - distance) * factor / divisor
      let rounding: FloatingPointRoundingRule = isUpper ? .up : .down
      return target.rounded(rounding) * divisor / factor
    }
    let relaxed: Bound
    switch bound {
    case .absolute(let limit): relaxed = .absolute(moved(limit, distance))
    case .baseline(.absolute(let change)):
      relaxed = .baseline(plus: .absolute(moved(change, distance)))
    case .baseline(.relative(let share)):
      guard incumbent != 0 else { return nil }
      relaxed = .baseline(plus: .relative(moved(share, distance / incumbent.magnitude)))
    }
    return Self(metric: metric, isUpper: isUpper, bound: relaxed)
  }
}
