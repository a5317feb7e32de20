public import FeedMetrics

extension Scenario {
  /// What tuning is to reach, within which limits and at which cost.
  public struct Tuning: Sendable, Hashable {
    /// The arm whose numbers are tuned.
    public var arm: String
    /// One, or several for a front of compromises.
    public var objectives: [Objective]
    public var constraints: [Constraint]
    /// `nil` for the default: a race, or a front where there are several objectives.
    public var method: Method?
    public var pin: Pin
    /// Number of worlds that the search may simulate.
    public var budget: Int
    /// Fresh worlds of each finalist, after the search.
    public var validation: Int
    /// Generations that are proposed before the oldest of them is known, besides it.
    public var lag: Int

    public init(
      arm: String, objectives: [Objective], constraints: [Constraint] = [], method: Method? = nil,
      pin: Pin = .shares, budget: Int = Self.defaultBudget,
      validation: Int = Self.defaultValidation, lag: Int = 0
    ) {
      self.arm = arm
      self.objectives = objectives
      self.constraints = constraints
      self.method = method
      self.pin = pin
      self.budget = budget
      self.validation = validation
      self.lag = lag
    }

    public static let defaultBudget = 2000
    public static let defaultValidation = 64

    /// The metrics that are measured, in the order of the catalogue, then others by id.
    public var metrics: [MetricDefinition] {
      let ids = objectives.flatMap { $0.terms.map(\.metric) } + constraints.map(\.metric)
      return MetricCatalogue.definitions(of: ids)
    }

    /// The method that is used.
    public var chosenMethod: Method { method ?? (objectives.count > 1 ? .pareto : .race) }
  }
}

extension Scenario.Tuning {
  /// What is to be large: Σ coefficient · metric, in the units of the metrics.
  public struct Objective: Sendable, Hashable {
    public struct Term: Sendable, Hashable {
      /// A metric's id.
      public let metric: String
      /// Below 0 where less of the metric is meant.
      public let coefficient: Double

      public init(metric: String, coefficient: Double) {
        self.metric = metric
        self.coefficient = coefficient
      }
    }

    /// At least one, no metric twice.
    public let terms: [Term]

    public init(_ terms: [Term]) {
      precondition(!terms.isEmpty, "an objective of nothing")
      self.terms = terms
    }

    /// The metric that is maximised or minimised alone; `nil` for a sum.
    public var metric: String? { terms.count == 1 ? terms[0].metric : nil }
    /// Whether more of ``metric`` is meant.
    public var isMaximum: Bool { terms[0].coefficient > 0 }
  }

  /// How values are searched.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    case race, cmaes
    case nelderMead = "nelder-mead"
    case random, grid, pareto

    /// Whether each generation of points follows from those before.
    public var hasGenerations: Bool { [.race, .cmaes, .pareto].contains(self) }
  }

  /// What is done about weights whose common factor changes nothing.
  public enum Pin: Sendable, Hashable {
    /// The sum of their magnitudes stays what it is, where all weights of a ranker that orders by a weighted
    /// sum are tuned.
    case shares
    /// A number, by its key, stays what it is.
    case fixed(String)
    /// Nothing.
    case none
  }
}
