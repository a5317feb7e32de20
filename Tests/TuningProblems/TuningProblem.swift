package import Experiments
internal import FeedMetrics
package import Scenarios
internal import SocialFeed
internal import Stochastics
package import Studies
internal import SyntheticSociety

/// A tuning problem whose best values are known: the outcome of a world is a formula and noise, so that
/// thousands of tunings can be compared with the truth.
///
/// One to six weights of a linear ranker go from 0 to 1. The objective is `relevance@10`, to be large; the
/// limits are on `creator_exposure_gini` and `fresh_exposure_share`.
package struct TuningProblem: Sendable {
  /// The mean outcome of a world.
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

  /// Standard deviations of a world's noise.
  package struct Noise: Sendable, Hashable {
    /// Noise that is common to all sets of values in a world: pairing removes it from gains and from limits
    /// relative to the baseline, but not from absolute limits.
    package var common = Means(relevance: 0.05, gini: 0.01, fresh: 0.02)
    /// Noise of the slope along each weight, so that in some worlds a weight helps more than in others:
    /// pairing leaves it in proportion to the distance between two sets of values.
    package var slope = Means(relevance: 0.03, gini: 0.005, fresh: 0.005)
    /// Noise of each set of values.
    package var own = Means(relevance: 0.02, gini: 0.005, fresh: 0.01)

    package init() {}
  }

  package let name: String
  /// The problem's difficulty, in a few words.
  package let summary: String
  /// The values that the tuner starts from and compares with, from 0 to 1.
  package let incumbent: [Double]
  package let limits: [String]
  /// The feasible values of the greatest relevance.
  package let optimum: [Double]
  package let means: @Sendable ([Double]) -> Means
  package var noise = Noise()

  package var dimensions: Int { incumbent.count }

  /// The gain of the optimum over the incumbent.
  package var optimalGain: Double {
    means(optimum).relevance - means(incumbent).relevance
  }

  private static let weights = [
    "likes", "is_followee", "affinity_share", "comments", "is_friend", "age_hours",
  ]

  /// The weights in the order of the ranker, in which the tuner has them.
  private var names: [String] { Array(Self.weights.prefix(dimensions)) }

  /// - Parameters:
  ///   - seed: The tuning's seed.
  ///   - method: The search method. Default: the scenario's default.
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
        tuned: {home: {ranker: linear, weights: {\(values.joined(separator: ", "))}}}
      tune:
        maximize: relevance@10
        subject-to: [\(limits.map { "\"\($0)\"" }.joined(separator: ", "))]
        normalize: none
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
    return names.map { ranker[$0]! }
  }

  /// The values that a tuning chose, in the order of ``incumbent``.
  package func point(chosenBy results: TuningResults) -> [Double] {
    let parameters = results.design.space.parameters
    return names.map { name in
      results.chosenValues[parameters.firstIndex { $0.name == name }!]
    }
  }

  /// The true slack of the tightest limit; infinite without limits.
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

  /// Computes outcomes instead of simulating worlds.
  package var world: RunSimulator {
    { run, _ in
      let point = point(of: run.arm)
      let draws = KeyedStream(seed: run.seed, world: run.world, name: StreamName("synthetic"))
      let own = KeyedStream(
        seed: run.seed, world: run.world, name: StreamName("synthetic \(point)"))
      let mean = means(point)
      func value(_ metric: KeyPath<Means, Double>, _ number: UInt32) -> Double {
        var value = mean[keyPath: metric]
        value += noise.common[keyPath: metric] * draws.normal(number)
        for (dimension, x) in point.enumerated() {
          value +=
            noise.slope[keyPath: metric] * x * draws.normal(number, UInt32(dimension) + 1)
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

  /// Runs one tuning.
  package func results(
    seed: UInt64, budget: Int, validation: Int, method: Scenario.Tuning.Method? = nil
  ) throws(ExperimentFailure) -> TuningResults {
    try tuner(seed: seed, budget: budget, validation: validation, method: method)
      .run(jobs: 1, monitor: ExperimentMonitor(), simulate: world)
  }
}
