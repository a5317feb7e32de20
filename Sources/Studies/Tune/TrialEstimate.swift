internal import Experiments
internal import Scenarios
public import Stochastics

/// What the worlds of the search show about a trial: estimates, which order trials and decide nothing.
public struct TrialEstimate: Sendable, Hashable {
  /// A limit under a trial.
  public struct Limit: Sendable, Hashable {
    /// The mean slack, above 0 where the limit is kept, adjusted for the worlds in which the trial was
    /// simulated; see `LimitNoise`.
    public let slack: NormalEstimate
    /// The mean bound in all worlds of the search, in the metric's unit.
    public let bound: Double
    /// The mean of the limited metric, adjusted like the slack.
    public let value: Double

    public init(slack: NormalEstimate, bound: Double, isUpper: Bool) {
      self.slack = slack
      self.bound = bound
      value = isUpper ? bound - slack.mean : bound + slack.mean
    }

    /// Whether the estimate, not its confidence bound, keeps the limit.
    public var isKept: Bool { slack.mean >= 0 }
  }

  public let trial: Int
  /// Mean gains over the incumbent, by objective, larger being better; `nil` where a metric has no value in
  /// some world.
  public let gains: [Double?]
  /// By limit, in the order of the scenario; `nil` where the metric has no value in some world.
  public let limits: [Limit?]

  public init(trial: Int, gains: [Double?], limits: [Limit?]) {
    (self.trial, self.gains, self.limits) = (trial, gains, limits)
  }

  /// Whether every objective and limit has a value.
  public var isDefined: Bool {
    gains.allSatisfy { $0 != nil } && limits.allSatisfy { $0 != nil }
  }

  /// Whether every limit is kept by estimate.
  public var isFeasible: Bool { brokenLimits.isEmpty }

  /// The indices of the limits that are broken by estimate or have no value.
  public var brokenLimits: [Int] { limits.indices.filter { limits[$0]?.isKept != true } }

  /// The trial with the greatest gain in the first objective among those that keep every limit by estimate; of
  /// equals the one that comes first, and `nil` if there is none.
  static func best(of estimates: some Sequence<TrialEstimate>) -> TrialEstimate? {
    var best: (estimate: TrialEstimate, gain: Double)?
    for estimate in estimates where estimate.isFeasible {
      guard let gain = estimate.gains[0], gain > best?.gain ?? -.infinity else { continue }
      best = (estimate, gain)
    }
    return best?.estimate
  }
}

extension TrialBook {
  /// The estimates of all simulated trials, in their order, with the noise of limits pooled over all of them.
  var estimates: [TrialEstimate] {
    let scores = scores(of: simulated)
    let rows = (0..<trials[Self.incumbent].worlds).compactMap {
      trials[Self.incumbent].row($0, in: .train)
    }
    let limits = design.tuning.constraints.map { constraint in
      let bounds = rows.compactMap { design.bound(of: constraint, incumbent: $0) }
      return (isUpper: constraint.isUpper, bound: Summary(bounds).mean)
    }
    return simulated.sorted().compactMap { trial in
      scores[trial].map { score in
        TrialEstimate(
          trial: trial, gains: score.gains,
          limits: zip(score.slacks, limits).map { slack, limit in
            slack.map {
              TrialEstimate.Limit(slack: $0, bound: limit.bound, isUpper: limit.isUpper)
            }
          })
      }
    }
  }

  /// The best feasible trial after each step of the search.
  ///
  /// - Parameter estimates: Those at the end of the search, of all simulated trials.
  func history(_ estimates: [TrialEstimate]) -> [TuningResults.HistoryEntry] {
    let known = Dictionary(estimates.map { ($0.trial, $0) }) { first, _ in first }
    var (best, count): (TrialEstimate?, Int) = (nil, 0)
    return steps.map { step in
      let new = simulated[count..<step.trials].compactMap { known[$0] }
      best = TrialEstimate.best(of: (best.map { [$0] } ?? []) + new)
      count = step.trials
      return TuningResults.HistoryEntry(
        stage: step.stage, worlds: step.worlds, trials: step.trials, trial: best?.trial,
        gain: best?.gains[0])
    }
  }
}
