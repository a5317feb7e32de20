public import Experiments
public import FeedMetrics
internal import Optimisation
public import Scenarios

/// What is tuned, for what, and at which cost, as the results tell it.
public struct TuningDesign: Sendable {
  /// The scenario, its worlds and what is measured; its one arm is the arm that is tuned.
  public let experiment: ExperimentDesign
  public let tuning: Scenario.Tuning
  public let space: SearchSpace

  /// The objectives' metrics and those of the constraints, in the order of the catalogue.
  public var metrics: [MetricDefinition] { experiment.metrics }
  public var method: Scenario.Tuning.Method { tuning.chosenMethod }
  /// Of a gain that is none.
  public var risk: Double { experiment.questions.alpha }
  /// Of a limit that is called kept and is not: α for all limits together.
  public var limitRisk: Double { risk / Double(max(1, tuning.constraints.count)) }

  /// Worlds in which every set of values lives at first.
  static let firstBlock = 4
  /// Sets of values that a race never falls below before the end.
  static let fewestRacers = 5
  /// Sets of values that live in fresh worlds after the search, besides the present ones: more where limits
  /// are to be kept, so that they differ in how safely.
  var finalists: Int { tuning.constraints.isEmpty ? 5 : 8 }
  /// Rounds of proposals, at least, before each proposal lives in more worlds.
  static let surfaceRounds = 4
  /// Worlds of the search in which a set of values lives at most.
  static let deepest = 256
  /// Worlds of each set of values where a search gives all the same number.
  static let equalBlock = 8

  /// Worlds that the method needs at least: twice its first block.
  public static func leastBudget(
    _ method: Scenario.Tuning.Method, dimensions: Int
  ) -> Int {
    switch method {
    case .race: 2 * firstBlock * (fewestRacers + 1)
    case .cmaes: 2 * firstBlock * (populationSize(dimensions) + 1)
    case .nelderMead: 2 * equalBlock * (dimensions + 2)
    case .random, .grid: 2 * equalBlock * 2
    case .pareto: 2 * equalBlock * (frontPopulation + 1)
    }
  }

  /// Worlds of the search that are kept for telling its best apart: a sixth, or 16 for each finalist as far as
  /// a quarter reaches.
  var reserve: Int {
    max(min(16 * finalists, tuning.budget / 4), tuning.budget / 6)
  }

  /// λ of CMA-ES: 4 + ⌊3 ln d⌋.
  static func populationSize(_ dimensions: Int) -> Int {
    CovarianceAdaptation.populationSize(dimensions: dimensions)
  }

  /// Sets of values in a generation of NSGA-II.
  static let frontPopulation = 20

  /// What an objective is in a world, larger being better; `nil` where a metric of it has no value.
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

  /// By how much a limit is kept in a world, below 0 where it is not; `nil` without a value.
  ///
  /// - Parameter present: The row of the present values in the same world.
  func slack(
    of constraint: Scenario.Tuning.Constraint, in row: [Double?], present: [Double?]
  ) -> Double? {
    let index = index(of: constraint.metric)
    guard let value = row[index] else { return nil }
    let bound: Double
    switch constraint.bound {
    case .absolute(let limit): bound = limit
    case .baseline(let change):
      guard let before = present[index] else { return nil }
      switch change {
      case .absolute(let size): bound = before + size
      case .relative(let share): bound = before + share * before.magnitude
      }
    }
    return constraint.isUpper ? bound - value : value - bound
  }

  private func index(of metric: String) -> Int {
    guard let index = metrics.firstIndex(where: { $0.id == metric }) else {
      preconditionFailure("\(metric) is not measured")
    }
    return index
  }
}
