public import Experiments
public import Scenarios
public import Stochastics

/// What a tuning found, and what it is worth in worlds of which the search knew nothing.
public struct TuningResults: Sendable {
  public let design: TuningDesign
  /// All sets of values that were tried, in this order; the first are the present ones.
  public let trials: [TuningTrial]
  /// Worlds that the search lived through, and fresh ones afterwards, over all trials.
  public let trainingWorlds: Int
  public let freshWorlds: Int
  /// How the search came along.
  public let course: [Course]
  /// Of the search by one objective, the present values first; none of a front.
  public let finalists: [Finalist]
  public let conclusion: Conclusion
  /// The finalist from which the first fresh worlds promised the most, limits and gain, `0` where that has
  /// the present values; of a front its knee. `nil` when none keeps the limits by estimate.
  public let winner: Int?
  /// The gain of the winner in the objective: in the worlds of the search, and in fresh ones that had no
  /// part in choosing it. `nil` without a winner, for the present values and of a front.
  public let trainingGain: PairedDifference?
  public let validatedGain: PairedDifference?
  /// The mean of the objective under the present values in the fresh worlds.
  public let presentMean: Double?
  /// The winner's metrics, or those of the trial that breaks limits the least, against the present values in
  /// fresh worlds.
  public let comparisons: [Comparison]
  /// The same trial's limits there.
  public let limits: [Limit]
  /// The trial that ``comparisons`` and ``limits`` are about.
  public let shown: Int
  /// Of several objectives: the compromises, re-measured in fresh worlds.
  public let front: Front?
  /// Sets of values that had no value in some world, or no number.
  public let lostTrials: Int

  /// The values of the winner, or the present ones, in the order of the parameters.
  public var chosenValues: [Double] { trials[isImproved ? winner ?? 0 : 0].values }

  /// Mean gains of a trial over the present values in the worlds of the search, by objective; `nil` where a
  /// metric has no value in some world.
  public func trainingGains(of trial: Int) -> [Double?] {
    let worlds = 0..<trials[trial].worlds
    return design.tuning.objectives.map { objective in
      let gains = worlds.map { world -> Double? in
        guard let row = trials[trial].row(world, in: .train),
          let present = trials[0].row(world, in: .train),
          let value = design.value(of: objective, in: row),
          let before = design.value(of: objective, in: present)
        else { return nil }
        return difference(before, value)
      }
      let known = gains.compactMap { $0 }
      return known.isEmpty || known.count < gains.count ? nil : Summary(known).mean
    }
  }

  /// Whether other values are better than the present ones beyond chance.
  public var isImproved: Bool { conclusion == .improved }

  /// How far the search flattered what it found: training gain − validated gain.
  public var optimism: Double? {
    trainingGain.flatMap { training in validatedGain.map { training.mean - $0.mean } }
  }
}

extension TuningResults {
  /// What a search is doing.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    case race, surface, adaptation, simplex, survey, front
  }

  /// The best so far, as the search sees it.
  public struct Course: Sendable, Hashable {
    public let stage: Stage
    /// Worlds lived through until then.
    public let worlds: Int
    public let trial: Int
    /// In the first objective, over the worlds of the search; `nil` without a value.
    public let gain: Double?
    /// Whether it keeps the limits by estimate, there.
    public let isFeasible: Bool
  }

  /// A set of values in fresh worlds.
  public struct Finalist: Sendable, Hashable {
    public let trial: Int
    /// Fresh worlds until it was dropped, or in all.
    public let worlds: Int
    public let wasDropped: Bool
    /// Of the objective.
    public let mean: Double?
    /// Of each limit in these worlds, in the order of the scenario.
    public let limits: [Limit.Verdict]

    /// Whether it keeps every limit for sure.
    public var keepsLimits: Bool { limits.allSatisfy { $0 == .kept } }
    /// Whether it breaks a limit for sure.
    public var breaksLimit: Bool { limits.contains(.broken) }
  }

  /// A limit and by how much it is kept.
  public struct Limit: Sendable, Hashable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
      case kept, broken, undecided
    }

    public let constraint: Scenario.Tuning.Constraint
    /// How far the metric is on the right side of the bound, with an interval whose bounds hold for all
    /// limits together; `nil` without a value in some world.
    public let slack: PairedDifference?

    public var verdict: Verdict {
      guard let slack, let interval = slack.interval else { return .undecided }
      if interval.lower >= 0 { return .kept }
      return interval.upper < 0 ? .broken : .undecided
    }
  }

  /// What comes of it.
  public enum Conclusion: Sendable, Hashable {
    /// The winner is better than the present values beyond chance, and keeps the limits.
    case improved
    /// The present values stay.
    case kept(Reason)
    /// Neither the present values nor any that were found keep the limits for sure.
    case infeasible
    /// A front has no single winner.
    case front

    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// They did best among the finalists.
      case best
      /// What looked better is not, beyond chance, in fresh worlds.
      case notConfirmed
      /// What looked better does not keep a limit for sure in fresh worlds.
      case limitNotConfirmed
    }
  }

  /// Compromises between objectives.
  public struct Front: Sendable, Hashable {
    /// In the order of trials.
    public let points: [Point]
    /// Which of them is the knee; `nil` when none bulges.
    public let knee: Int?
    /// The volume of gains that the front dominates, above no gain in any objective.
    public let hypervolume: Double

    public struct Point: Sendable, Hashable {
      public let trial: Int
      /// Mean gains of the objectives over the present values, in fresh worlds.
      public let gains: [PairedDifference]
      /// How likely no other point is better in all objectives: a share of bootstrap samples of worlds.
      public let probability: Double
      public let keepsLimits: Bool
    }
  }
}

extension TuningResults.Course {
  /// For who watches: `best +0.0031 (trial 57, race)`.
  func summary(_ design: TuningDesign) -> String {
    guard trial != TrialBook.present, let gain else { return "nothing better yet" }
    let size = (gain * 1e6).rounded() / 1e6
    return "best \(size >= 0 ? "+" : "")\(size) (trial \(trial), \(stage.rawValue))"
  }
}
