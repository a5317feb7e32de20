package import Experiments
internal import FeedMetrics
package import Scenarios
internal import SocialFeed
internal import Stochastics
package import Studies
internal import SyntheticSociety

/// A tuning problem whose best values are known: what worlds give is a formula and noise, so that thousands
/// of tunings can be compared with the truth.
///
/// One to six weights of a linear ranker go from 0 to 1. The objective is `relevance@10`, to be large; the
/// limits are on `creator_exposure_gini` and `fresh_exposure_share`.
package struct TuningProblem: Sendable {
  /// What a world gives in the mean.
  package struct Means: Sendable, Hashable {
    package var relevance: Double
    package var gini: Double
    package var fresh = 0.3

    package init(relevance: Double, gini: Double, fresh: Double = 0.3) {
      self.relevance = relevance
      self.gini = gini
      self.fresh = fresh
    }
  }

  /// Standard deviations of what a world adds.
  package struct Noise: Sendable, Hashable {
    /// To every set of values of a world alike: pairing takes it out of gains and of limits against the
    /// baseline, not out of absolute ones.
    package var common = Means(relevance: 0.05, gini: 0.01, fresh: 0.02)
    /// To the slope along each weight, so that in some worlds a weight helps more than in others: what
    /// pairing leaves of the common noise, in proportion to the distance between two sets of values.
    package var slope = Means(relevance: 0.03, gini: 0.005, fresh: 0.005)
    /// To each set of values by itself.
    package var own = Means(relevance: 0.02, gini: 0.005, fresh: 0.01)

    package init() {}
  }

  package let name: String
  /// What is hard about it, in a few words.
  package let summary: String
  /// The present values, from 0 to 1.
  package let incumbent: [Double]
  package let limits: [String]
  /// The feasible values of the greatest relevance.
  package let optimum: [Double]
  package let means: @Sendable ([Double]) -> Means
  package var noise = Noise()

  package var dimensions: Int { incumbent.count }

  /// The gain of the optimum over the present values.
  package var optimalGain: Double {
    means(optimum).relevance - means(incumbent).relevance
  }

  private static let weights = [
    "likes", "is_followee", "affinity_share", "comments", "is_friend", "age_hours",
  ]

  /// The weights in the order of the ranker, in which the tuner has them.
  private var names: [String] { Array(Self.weights.prefix(dimensions)) }

  /// - Parameters:
  ///   - seed: Of the tuning.
  ///   - method: `nil` for the default.
  package func tuner(
    seed: UInt64, budget: Int, validation: Int, method: Scenario.Tuning.Method? = nil
  ) -> Tuner {
    let values = Self.weights.map { weight in
      names.firstIndex(of: weight).map { "\(weight): {value: \(incumbent[$0]), tune: [0, 1]}" }
        ?? "\(weight): 0"
    }
    let text = """
      feedlab: 1
      seed: \(seed)
      world: {members: 40, days: 2, warm-up: 1}
      arms:
        newest: {home: recency}
        tuned: {home: {ranker: linear, weights: {\(values.joined(separator: ", "))}}}
      tune:
        maximize: relevance@10
        subject-to: [\(limits.map { "\"\($0)\"" }.joined(separator: ", "))]
        normalise: none
      """
    do {
      let scenario = try Scenario.parse(Array(text.utf8), file: "\(name).yml")
      guard var tuning = scenario.tuning else { preconditionFailure("\(name) tunes nothing") }
      tuning.budget = budget
      tuning.validation = validation
      tuning.method = method
      return Tuner(scenario, tuning)
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }

  /// The values of a trial, in the order of ``incumbent``.
  private func point(of arm: Arm) -> [Double] {
    let ranker = arm.ranker(of: .home)
    return names.map { ranker[$0] }
  }

  /// The values that a tuning chose, in the order of ``incumbent``.
  package func point(chosenBy results: TuningResults) -> [Double] {
    let parameters = results.design.space.parameters
    return names.map { name in
      results.chosenValues[parameters.firstIndex { $0.name == name }!]
    }
  }

  /// By how much the limit that is kept the least is kept in truth; infinite without limits.
  package func slack(at point: [Double], _ tuning: Scenario.Tuning) -> Double {
    let (here, before) = (means(point), means(incumbent))
    return tuning.constraints.map { limit in
      let (value, base) =
        limit.metric == "creator_exposure_gini"
        ? (here.gini, before.gini) : (here.fresh, before.fresh)
      let bound =
        switch limit.bound {
        case .absolute(let bound): bound
        case .baseline(.absolute(let change)): base + change
        case .baseline(.relative(let share)): base * (1 + share)
        }
      return limit.isUpper ? bound - value : value - bound
    }.min() ?? .infinity
  }

  /// What takes the place of simulated worlds.
  package var world: LivingWorld {
    { run, _ in
      let point = point(of: run.arm)
      let draws = KeyedStream(seed: run.seed, world: run.world, name: StreamName("synthetic"))
      let own = KeyedStream(
        seed: run.seed, world: run.world, name: StreamName("synthetic \(point)"))
      let mean = means(point)
      func value(_ metric: KeyPath<Means, Double>, _ number: UInt32) -> Double {
        var value = mean[keyPath: metric]
        value += noise.common[keyPath: metric] * draws.normal(number)
        for (place, x) in point.enumerated() {
          value +=
            noise.slope[keyPath: metric] * x * draws.normal(number, UInt32(place) + 1)
            / Double(dimensions).squareRoot()
        }
        return value + noise.own[keyPath: metric] * own.normal(number)
      }
      return WorldOutcome(
        arm: run.arm.name, world: WorldSpace.number(of: run.world),
        values: [
          "relevance@10": MetricValue(value(\.relevance, 0), support: 1),
          "creator_exposure_gini": MetricValue(value(\.gini, 1), support: 1),
          "fresh_exposure_share": MetricValue(value(\.fresh, 2), support: 1),
        ], digest: "", summary: WorldSummary())
    }
  }

  /// Tunes once.
  package func results(
    seed: UInt64, budget: Int, validation: Int, method: Scenario.Tuning.Method? = nil
  ) throws(ExperimentFailure) -> TuningResults {
    try tuner(seed: seed, budget: budget, validation: validation, method: method)
      .run(jobs: 1, monitor: ExperimentMonitor(), live: world)
  }
}
