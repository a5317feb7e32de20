public import Experiments
public import Scenarios
public import Stochastics

/// The results of a tuning: its trials, and the gain of the winner in worlds that the search has not used.
public struct TuningResults: Sendable {
  public let design: TuningDesign
  /// The trials in the order in which they were tried; the first is the incumbent.
  public let trials: [TuningTrial]
  /// What the search's worlds show about each trial that was simulated there, in the order of ``trials``. A
  /// search can propose trials that its budget does not pay for.
  public let estimates: [TrialEstimate]
  /// Runs of the search, and runs in fresh worlds afterwards, over all trials.
  public let trainingWorlds: Int
  public let freshWorlds: Int
  /// The best feasible trial after each step of the search.
  public let history: [HistoryEntry]
  /// The finalists of a search with one objective, the incumbent first; empty for a Pareto front.
  public let finalists: [Finalist]
  public let conclusion: Conclusion
  /// The finalist that did best in the first fresh worlds, by limits and gain, `0` for the incumbent; of a
  /// Pareto front its knee point. `nil` if none keeps the limits by estimate.
  public let winner: Int?
  /// The gain of the winner in the objective: in the worlds of the search, and in fresh worlds that had no
  /// part in choosing it. `nil` without a winner, for the incumbent and for a Pareto front.
  public let trainingGain: PairedDifference?
  public let validatedGain: PairedDifference?
  /// The mean of the objective under the incumbent in the fresh worlds.
  public let incumbentMean: Double?
  /// The metrics of the winner, or of the trial with the smallest violation of limits, against the incumbent
  /// in fresh worlds.
  public let comparisons: [Comparison]
  /// The limits of the same trial in fresh worlds.
  public let limits: [Limit]
  /// What each limit costs, in the order of the scenario; empty without limits, for several objectives and
  /// where no trial keeps the limits.
  public let prices: [LimitPrice]
  /// The scenario's baseline arm in fresh worlds; `nil` if it is the tuned arm.
  public let baseline: Baseline?
  /// The number of the trial that ``comparisons`` and ``limits`` describe.
  public let shown: Int
  /// The Pareto front of several objectives, measured again in fresh worlds.
  public let paretoFront: ParetoFront?

  /// The values of the winner if it is an improvement, otherwise those of the incumbent, in the order of the
  /// parameters.
  public var chosenValues: [Double] { trials[isImproved ? winner ?? 0 : 0].values }

  /// How many trials had an undefined or infinite metric, or a score that is no number, in a world in which the
  /// incumbent has every metric. They lose.
  public var lostTrials: Int {
    trials.dropFirst().count { trial in
      WorldSpace.allCases.contains { space in
        trial.rows(in: space).contains { world, row in
          row.contains(nil) && trials[0].row(world, in: space)?.contains(nil) != true
        }
      }
    }
  }

  /// The number of worlds that are not used, since the incumbent lacks a metric there.
  public var unpairedWorlds: Int {
    WorldSpace.allCases.reduce(0) { sum, space in
      sum + trials[0].rows(in: space).count { $0.value.contains(nil) }
    }
  }

  /// Whether the winner is significantly better than the incumbent.
  public var isImproved: Bool { conclusion == .improved }

  /// By how much the search overestimated the gain: training gain − validated gain.
  public var optimism: Double? {
    trainingGain.flatMap { training in validatedGain.map { training.mean - $0.mean } }
  }
}

extension TuningResults {
  /// The stage of a search.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    case race, surface, adaptation, simplex, survey, finalists
    case paretoFront = "front"
  }

  /// The best feasible trial after a step of the search: of the trials simulated until then, the one with the
  /// greatest gain among those that keep every limit, both by the estimates at the end of the search. So the
  /// gain never falls.
  public struct HistoryEntry: Sendable, Hashable {
    public let stage: Stage
    /// Runs of the search until then.
    public let worlds: Int
    /// Simulated trials until then.
    public let trials: Int
    /// `nil` if no trial keeps the limits by estimate.
    public let trial: Int?
    /// Gain in the first objective, over the worlds of the search; `nil` without a trial.
    public let gain: Double?
  }

  /// A trial that was validated in fresh worlds.
  public struct Finalist: Sendable, Hashable {
    public let trial: Int
    /// Its fresh worlds until it was dropped or the validation ended.
    public let worlds: Int
    public let wasDropped: Bool
    /// Mean of the objective.
    public let mean: Double?
    /// The verdict on each limit in these worlds, in the order of the scenario.
    public let limits: [Limit.Verdict]

    /// Whether it keeps every limit with confidence.
    public var keepsLimits: Bool { limits.allSatisfy { $0 == .kept } }
    /// Whether it breaks a limit with confidence.
    public var breaksLimit: Bool { limits.contains(.broken) }
  }

  /// A limit with its slack and verdict.
  public struct Limit: Sendable, Hashable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
      case kept, broken, undecided
    }

    public let constraint: Scenario.Tuning.Constraint
    /// The distance of the metric from the bound, above 0 if the limit is kept, with an interval that is
    /// corrected for the number of limits; `nil` without a value in some world.
    public let slack: PairedDifference?
    /// The limit that the same worlds would have confirmed: this one if they do, otherwise with the bound moved
    /// outwards by as much as the interval of the slack is below 0. `nil` without an interval.
    public let attained: Scenario.Tuning.Constraint?

    public var verdict: Verdict {
      guard let slack, let interval = slack.interval else { return .undecided }
      if interval.lower >= 0 { return .kept }
      return interval.upper < 0 ? .broken : .undecided
    }
  }

  /// The scenario's baseline arm in fresh worlds: what is live, or the reference.
  public struct Baseline: Sendable, Hashable {
    public let name: String
    /// Its gains over the incumbent, by objective; `nil` where a metric has no value in some world.
    public let gains: [PairedDifference?]
    /// The metrics of the shown trial against it.
    public let comparisons: [Comparison]
  }

  /// The conclusion of a tuning.
  public enum Conclusion: Sendable, Hashable {
    /// The winner is significantly better than the incumbent, and keeps the limits.
    case improved
    /// The incumbent stays.
    case kept(Reason)
    /// Neither the incumbent nor any trial keeps the limits with confidence.
    case infeasible
    /// Several objectives: a Pareto front, which has no single winner.
    case paretoFront

    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// The incumbent did best among the finalists.
      case best
      /// The gain of the winner in fresh worlds is too small to matter.
      case tooSmall
      /// The winner is not significantly better in fresh worlds.
      case notConfirmed
      /// The winner does not keep a limit with confidence in fresh worlds.
      case limitNotConfirmed
    }
  }

  /// A number whose shown value is an end of its range or almost, so that better values may be beyond it.
  public struct RangeEnd: Sendable, Hashable {
    /// The index of the parameter.
    public let parameter: Int
    public let isUpper: Bool
    /// The end.
    public let bound: Double
  }

  /// The free numbers whose shown value is an end of their range, or within a hundredth of the range; none where the
  /// shown values are neither better nor the nearest to the limits.
  public var rangeEnds: [RangeEnd] {
    guard shown != 0, isImproved || conclusion == .infeasible else { return [] }
    return design.space.free.compactMap { index in
      let (value, range) = (trials[shown].values[index], design.space.parameters[index].range)
      guard case .interval(let low, let high, _, let isWhole) = range else { return nil }
      let share = isWhole ? (value - low) / (high - low) : range.position(of: value)
      let isEnd = isWhole ? [low, high].contains(value) : min(share, 1 - share) <= 0.01
      let isUpper = share > 0.5
      return isEnd
        ? RangeEnd(parameter: index, isUpper: isUpper, bound: isUpper ? high : low) : nil
    }
  }

  /// Trials that no other trial dominates in all objectives.
  public struct ParetoFront: Sendable, Hashable {
    /// In the order of trials.
    public let points: [Point]
    /// The index of the knee point in ``points``; `nil` if the front has none.
    public let kneePoint: Int?
    /// The volume of gains that the front dominates, above no gain in any objective.
    public let hypervolume: Double

    public struct Point: Sendable, Hashable {
      public let trial: Int
      /// Mean gains of the objectives over the incumbent, in fresh worlds.
      public let gains: [PairedDifference]
      /// The probability that no other point dominates it: a share of bootstrap samples of worlds.
      public let probability: Double
      public let keepsLimits: Bool
    }
  }
}

extension TuningResults.Conclusion {
  /// The conclusion on a trial other than the incumbent that keeps the limits.
  ///
  /// - Parameters:
  ///   - gain: In the objective in fresh worlds, larger being better; `nil` without a value in some world.
  ///   - comparison: The objective's metric in the same worlds; `nil` for a sum, which has no smallest change that
  ///     matters.
  package init(gain: PairedDifference?, _ comparison: Comparison?) {
    let isAboveZero = (gain?.interval?.lower ?? 0) > 0
    self =
      switch comparison?.verdict {
      case .equivalent, .identical: .kept(.tooSmall)
      case .undecided, .undefined: .kept(.notConfirmed)
      case .better, .worse, .higher, .lower, nil: isAboveZero ? .improved : .kept(.notConfirmed)
      }
  }
}

/// A set of values that has been tried, with its metrics in simulated worlds.
public struct TuningTrial: Sendable, Hashable {
  /// The values, in the order of the search space's parameters.
  public let values: [Double]
  /// Metrics by world, in the order of the design; `nil` where undefined or infinite.
  private var rows: [WorldSpace: [Int: [Double?]]] = [:]

  init(_ values: [Double]) { self.values = values }

  package func row(_ world: Int, in space: WorldSpace) -> [Double?]? { rows[space]?[world] }

  /// The metrics of all simulated worlds of a space, by the number of the world.
  package func rows(in space: WorldSpace) -> [Int: [Double?]] { rows[space] ?? [:] }

  mutating func keep(_ row: [Double?], world: Int, in space: WorldSpace) {
    rows[space, default: [:]][world] = row
  }

  /// How many worlds of the search it has been simulated in.
  public var worlds: Int { rows[.train]?.count ?? 0 }
  /// How many fresh worlds it has been simulated in afterwards.
  public var freshWorlds: Int { rows[.validate]?.count ?? 0 }
}
