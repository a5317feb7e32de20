public import Experiments
public import FeedMetrics
internal import Optimisation
public import Scenarios

/// The tuned parameters, the objectives and limits, and the budget.
public struct TuningDesign: Sendable {
  /// The scenario, its worlds and metrics; its only arm is the tuned arm.
  public let experiment: ExperimentDesign
  public let tuning: Scenario.Tuning
  public let space: SearchSpace
  /// The scenario's baseline arm, with which the result is compared too; `nil` if it is the tuned arm.
  public let baseline: String?

  /// The objectives' metrics and those of the constraints, in the order of the catalogue.
  public var metrics: [MetricDefinition] { experiment.metrics }
  public var method: Scenario.Tuning.Method { tuning.chosenMethod }
  /// Type I error rate of the gain.
  public var alpha: Double { experiment.questions.alpha }
  /// Type I error rate of the verdict "kept" of one limit: ``alpha`` divided by the number of limits.
  public var limitAlpha: Double { alpha / Double(max(1, tuning.constraints.count)) }

  /// Worlds of every trial at first.
  static let firstBlock = 4
  /// The number of trials at which a race ends.
  static let fewestRacers = 5
  /// Trials that are validated in fresh worlds, besides the incumbent: more if there are limits, so that some
  /// keep them more safely than others.
  var finalists: Int { tuning.constraints.isEmpty ? 5 : 8 }
  /// Minimum number of rounds of proposals; if the budget allows more, each proposal gets more worlds.
  static let surfaceRounds = 4
  /// Maximum number of worlds of a trial in the search.
  static let deepest = 256
  /// Worlds of each trial if the search gives all trials the same number.
  static let equalBlock = 8

  /// The smallest budget of a method, in runs: twice its first block.
  public static func leastBudget(
    _ method: Scenario.Tuning.Method, dimensions: Int
  ) -> Int {
    switch method {
    case .race: 2 * firstBlock * (fewestRacers + 1)
    case .cmaes: 2 * firstBlock * (populationSize(dimensions) + 1)
    case .nelderMead: 2 * equalBlock * (dimensions + 2)
    case .random, .grid: 2 * equalBlock * 2
    case .pareto: 2 * equalBlock * (paretoPopulation + 1)
    }
  }

  /// Why the tuning cannot run, whatever its worlds show; `nil` if it can.
  package var problem: String? {
    guard space.dimensions > 0 else { return "the only tuned number is fixed" }
    let least = Self.leastBudget(method, dimensions: space.dimensions)
    guard tuning.budget < least else { return nil }
    return "a budget of \(tuning.budget) worlds: \(method.rawValue) needs \(least) at least"
  }

  /// The most fresh worlds, over all trials: of the finalists and the incumbent where they are compared, then of
  /// these, the baseline and a trial for each limit where the gain is measured. Of several objectives, those of
  /// a front as large as a generation.
  var mostFreshWorlds: Int {
    let others = baseline == nil ? 1 : 2
    let compared =
      method == .pareto
      ? Self.paretoPopulation + others
      : 2 * finalists + 1 + others + tuning.constraints.count
    return tuning.validation * compared
  }

  /// The part of the budget that is reserved for comparing the best trials: a sixth, or 16 runs for each
  /// finalist if that is at most a quarter.
  var reserve: Int {
    max(min(16 * finalists, tuning.budget / 4), tuning.budget / 6)
  }

  /// λ of CMA-ES: 4 + ⌊3 ln d⌋.
  static func populationSize(_ dimensions: Int) -> Int {
    CovarianceAdaptation.populationSize(dimensions: dimensions)
  }

  /// Trials in a generation of NSGA-II.
  static let paretoPopulation = 20

  /// The value of an objective in a world, larger being better; `nil` if one of its metrics has no value.
  ///
  /// - Parameter row: Values in the order of ``metrics``.
  func value(of objective: Scenario.Tuning.Objective, in row: [Double?]) -> Double? {
    var sum = 0.0
    for term in objective.terms {
      guard let value = row[index(of: term.metric)] else { return nil }
      sum += term.coefficient * value
    }
    return sum
  }

  /// The slack of a limit in a world, below 0 if the limit is broken; `nil` without a value.
  ///
  /// - Parameter incumbent: The row of the incumbent in the same world.
  func slack(
    of constraint: Scenario.Tuning.Constraint, in row: [Double?], incumbent: [Double?]
  ) -> Double? {
    guard let value = row[index(of: constraint.metric)],
      let bound = bound(of: constraint, incumbent: incumbent)
    else { return nil }
    return constraint.isUpper ? bound - value : value - bound
  }

  /// The bound of a limit in a world; `nil` if it depends on the incumbent's value and there is none.
  ///
  /// - Parameter incumbent: The row of the incumbent in that world.
  func bound(of constraint: Scenario.Tuning.Constraint, incumbent: [Double?]) -> Double? {
    switch constraint.bound {
    case .absolute(let limit): limit
    case .baseline(.absolute(let size)): incumbent[index(of: constraint.metric)].map { $0 + size }
    case .baseline(.relative(let share)):
      incumbent[index(of: constraint.metric)].map { $0 + share * $0.magnitude }
    }
  }

  func index(of metric: String) -> Int {
    guard let index = metrics.firstIndex(where: { $0.id == metric }) else {
      preconditionFailure("\(metric) is not measured")
    }
    return index
  }
}
