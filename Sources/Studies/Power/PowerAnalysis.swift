public import Experiments
public import FeedMetrics
public import RunStore
public import Scenarios
public import Stochastics

/// How many worlds a comparison needs, from the spread in a first stage of worlds.
public struct PowerAnalysis: Sendable, Hashable {
  /// The precision that the worlds should give.
  public enum Goal: Sendable, Hashable {
    /// Detection of an effect of this size.
    case effect(Scenario.Margin.Size)
    /// An interval with at most this half-width.
    case halfWidth(Scenario.Margin.Size)
  }

  public let design: ExperimentDesign
  public let metric: MetricDefinition
  public let goal: Goal?
  /// The probability of detecting the effect.
  public let power: Double
  public let alpha: Double
  /// The candidates, in the order of the design.
  public let candidates: [CandidatePower]

  /// The default of ``power``.
  public static let defaultPower = 0.8
  /// The default number of worlds of the first stage.
  public static let defaultWorlds = 10

  /// - Parameters:
  ///   - results: The first stage, of at least two worlds, with a baseline and the metric.
  ///   - goal: A goal with a size above 0, or `nil`.
  ///   - power: In `0.5..<1`.
  ///   - risk: α, above 0 and below ½.
  public init(
    _ results: ExperimentResults, metric: MetricDefinition, goal: Goal?,
    power: Double = Self.defaultPower, alpha: Double
  ) {
    let design = results.design
    precondition(design.baseline != nil, "the design has no baseline")
    self.design = design
    self.metric = metric
    self.goal = goal
    self.power = power
    self.alpha = alpha
    func values(_ arm: String) -> [Double?] {
      results.outcomes.filter { $0.arm == arm }.map { $0.value(of: metric).value }
    }
    let baseline = values(design.arms[0])
    candidates = design.candidates.map { candidate in
      CandidatePower(
        candidate, PairedValues(baseline, values(candidate)), metric: metric, goal: goal,
        power: power, level: 1 - alpha)
    }
  }
}

/// The worlds that are needed to compare one candidate with the baseline.
public struct CandidatePower: Sendable, Hashable {
  /// The precision that a number of worlds gives.
  public struct Reading: Sendable, Hashable {
    public let worlds: Int
    /// The smallest effect that is detected with the power.
    public let effect: Double
    public let halfWidth: Double
  }

  /// The worlds that the goal needs and the precision of given numbers of worlds, with or without pairing.
  public struct Plan: Sendable, Hashable {
    /// The spread of a difference.
    public let power: Power
    /// The worlds that the goal needs; `nil` without a goal, and above `Power.mostWorlds`.
    public let worlds: Int?
    /// For 8, 16, 32 and 64 worlds.
    public let readings: [Reading]
  }

  public let candidate: String
  /// Pairs of worlds in which both arms have a value.
  public let worlds: Int
  public let baselineMean: Double?
  /// The mean of candidate − baseline; for a metric with a target, of the distances.
  public let difference: Double?
  /// The goal in the metric's unit; `nil` without one, and for a percentage of a mean of 0.
  public let size: Double?
  /// The plan with common worlds, as FeedLab compares; `nil` for fewer than two pairs.
  public let paired: Plan?
  /// The plan with separate worlds for each arm.
  public let unpaired: Plan?
  /// The factor by which pairing divides the variance; `nil` without spread.
  public let varianceReduction: Double?

  /// The numbers of worlds in the tables.
  public static let tabulated = [8, 16, 32, 64]

  init(
    _ candidate: String, _ pairs: PairedValues, metric: MetricDefinition,
    goal: PowerAnalysis.Goal?, power: Double, level: Double
  ) {
    let direction = metric.direction
    let differences = Summary(pairs.judgedDifferences(direction))
    let apart = [pairs.baseline, pairs.candidate].compactMap { values in
      Summary(values.map(direction.gain)).variance
    }
    let size = goal?.size(baseline: pairs.count > 0 ? Summary(pairs.baseline).mean : 0)
    func plan(_ pairing: Power.Pairing, _ deviation: Double?) -> Plan? {
      deviation.map { deviation in
        let spread = Power(pairing, deviation: deviation, level: level)
        return Plan(
          power: spread, worlds: size.flatMap { goal?.worlds(spread, size: $0, power: power) },
          readings: Self.tabulated.map { worlds in
            Reading(
              worlds: worlds, effect: spread.detectableEffect(worlds: worlds, power: power),
              halfWidth: spread.halfWidth(worlds: worlds))
          })
      }
    }
    self.candidate = candidate
    worlds = pairs.count
    baselineMean = pairs.count > 0 ? Summary(pairs.baseline).mean : nil
    difference = pairs.count > 0 ? differences.mean : nil
    self.size = size
    paired = plan(.paired, differences.standardDeviation)
    let unpairedVariance = apart.count == 2 ? apart[0] + apart[1] : nil
    unpaired = plan(.unpaired, unpairedVariance?.squareRoot())
    varianceReduction = unpairedVariance.flatMap { apart in
      differences.variance.flatMap { $0 > 0 ? apart / $0 : nil }
    }
  }
}

extension PowerAnalysis.Goal {
  /// The goal in the metric's unit; `nil` for a percentage of 0.
  fileprivate func size(baseline: Double) -> Double? {
    switch self {
    case .effect(.absolute(let size)), .halfWidth(.absolute(let size)): size
    case .effect(.relative(let share)), .halfWidth(.relative(let share)):
      baseline == 0 ? nil : share * baseline.magnitude
    }
  }

  fileprivate func worlds(_ spread: Power, size: Double, power: Double) -> Int? {
    switch self {
    case .effect: spread.worlds(effect: size, power: power)
    case .halfWidth: spread.worlds(halfWidth: size)
    }
  }
}

/// A first stage of worlds, whose spread determines how many worlds a comparison needs.
public struct PowerStudy: Study {
  public let experiment: Experiment
  public let metric: MetricDefinition
  public let goal: PowerAnalysis.Goal?
  public let power: Double

  /// - Parameters:
  ///   - experiment: With a baseline, the metric and a fixed number of worlds, at least two; its alpha is also the
  ///     alpha of the tests.
  ///   - goal: A goal with a size above 0; `nil` to see the precision of given numbers of worlds.
  ///   - power: In `0.5..<1`.
  public init(
    _ experiment: Experiment, metric: MetricDefinition, goal: PowerAnalysis.Goal?,
    power: Double = PowerAnalysis.defaultPower
  ) {
    (self.experiment, self.metric, self.goal, self.power) = (experiment, metric, goal, power)
  }

  /// The runs belong to an experiment; its report was not requested, so no history lists it.
  public func ledger(in folder: String, isFresh: Bool) -> Ledger? {
    Ledger(folder: folder, searching: experiment, hasScopes: true, isFresh: isFresh)
  }

  public func run(in context: StudyContext) throws(ExperimentFailure) -> PowerAnalysis {
    PowerAnalysis(
      try ExperimentStudy(experiment).run(in: context), metric: metric, goal: goal, power: power,
      alpha: experiment.design.questions.alpha)
  }
}
