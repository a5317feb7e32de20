internal import Experiments
internal import FeedMetrics
public import Scenarios
internal import Stochastics

/// A1: how often two arms that are the same are found to differ in a scenario of one's own, when their
/// worlds are not paired by common draws.
///
/// One arm lives in twice as many worlds as there are pairs; the worlds of a pair have nothing in common
/// but the scenario, so that the true difference is 0. Each test compares ``testSize`` pairs at α = 0.05:
/// of *n* tests that keep their risk the number of false alarms is binomial. A metric passes unless so
/// many have a probability below 0.01 divided by the number of metrics: a false alarm of the whole check
/// has a probability of 1 % at most. It looks for metrics whose values are so far from normal that
/// Student's *t* cannot be trusted with few worlds.
public struct ScenarioAlarmsCheck: SelfCheck {
  public let id = "A1"
  public let suites = [SelfTestSuite.stats]
  public let source = "A/A in disjoint worlds, α 0.05"
  private let experiment: Experiment
  private let pairs: Int
  private let jobs: Int

  /// Pairs of worlds when nothing is said.
  public static let defaultPairs = 200
  /// Pairs of worlds that a test compares.
  public static let testSize = 8
  private static let risk = 0.05
  /// Of any metric that fails by chance.
  private static let riskOfAll = 0.01

  /// - Parameters:
  ///   - scenario: Its baseline is the arm; its metrics are those of the core and those that it names.
  ///   - pairs: At least ``testSize``; what is left of them after the last whole test is not used.
  ///   - jobs: How many worlds live at the same time, a thread each.
  public init(_ scenario: Scenario, pairs: Int = Self.defaultPairs, jobs: Int) {
    precondition(pairs >= Self.testSize, "\(pairs) pairs of worlds")
    let used = pairs / Self.testSize * Self.testSize
    experiment = Experiment(
      measuring: scenario, arms: [scenario.comparison.baseline], worlds: 2 * used,
      metrics: MetricSet.core.metrics(for: scenario))
    self.pairs = used
    self.jobs = jobs
  }

  /// Worlds that it lives through.
  public var worlds: Int { 2 * pairs }

  public func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let results: ExperimentResults
    do throws(ExperimentFailure) {
      results = try experiment.run(jobs: jobs)
    } catch {
      throw .experiment(error)
    }
    return findings(results)
  }

  /// What the results of the experiment say.
  private func findings(_ results: ExperimentResults) -> [Finding] {
    let metrics = results.design.metrics
    let tested = metrics.map { metric in
      (metric, tests(of: results.outcomes.map { $0.value(of: metric).value }))
    }
    let risk = Self.riskOfAll / Double(max(1, tested.count { !$0.1.isEmpty }))
    return tested.flatMap { metric, tests in
      tests.isEmpty ? [] : Self.findings(metric.id, tests, risk: risk)
    }
  }

  /// The tests of a metric in which both sides have a value in each pair of worlds.
  private func tests(of values: [Double?]) -> [PairedDifference] {
    (0..<pairs / Self.testSize).compactMap { test in
      let differences = (0..<Self.testSize).compactMap { place -> Double? in
        let pair = test * Self.testSize + place
        guard let a = values[2 * pair], let b = values[2 * pair + 1] else { return nil }
        return difference(a, b)
      }
      guard differences.count == Self.testSize else { return nil }
      return pairedT(differences: differences, level: 1 - Self.risk)
    }
  }

  private static func findings(
    _ metric: String, _ tests: [PairedDifference], risk: Double
  ) -> [Finding] {
    let alarms = tests.count { ($0.pValue ?? 1) <= Self.risk }
    let covering = tests.count { $0.interval?.contains(0) ?? false }
    // The most alarms that are not too rare to be chance.
    let most = (0...tests.count).last {
      Binomial.tail($0, trials: tests.count, probability: Self.risk) >= risk
    }
    let limit = Double(most ?? 0) / Double(tests.count)
    let size = "\(tests.count) tests of \(testSize) pairs"
    return [
      Finding(
        "\(metric): share of A/A tests that reject", size: size, expect: .atMost(limit),
        observed: Double(alarms) / Double(tests.count),
        interval: Proportion(successes: alarms, trials: tests.count)
          .exactInterval(level: Finding.level)),
      Finding(
        "\(metric): intervals that cover 0", size: size, expect: .atLeast(1 - limit),
        observed: Double(covering) / Double(tests.count),
        interval: Proportion(successes: covering, trials: tests.count)
          .exactInterval(level: Finding.level)),
    ]
  }
}
