internal import Experiments
internal import FeedMetrics
public import Scenarios
internal import Stochastics

/// A1: the type I error rate of A/A tests in a user's scenario, when worlds are not paired by common draws.
///
/// One arm is simulated in twice as many worlds as there are pairs; the worlds of a pair share only the
/// scenario, so that the true difference is 0. Each test compares ``pairsPerTest`` pairs at α = 0.05: if the
/// tests keep α, the number of false alarms is binomial. A metric passes unless its number of alarms has a
/// probability below 0.01 divided by the number of metrics, so that a false alarm of the whole check has a
/// probability of at most 1 %. The check finds metrics whose values are so far from normal that Student's *t*
/// is not valid with few worlds. By default there are as many tests as are needed to flag a metric that
/// rejects ``flaggedRate`` of them with a power of ``targetPower``.
public struct ScenarioAlarmsCheck: SelfCheck {
  public let id = "A1"
  public let suites = [SelfTestSuite.stats]
  public let source = "A/A in disjoint worlds, α 0.05"
  private let experiment: Experiment
  private let test: AlarmTest
  private let jobs: Int

  /// The share of rejected A/A tests from which on a metric should be flagged: three times α.
  public static let flaggedRate = 0.15
  /// The probability with which such a metric should be flagged.
  public static let targetPower = 0.8
  /// Pairs of worlds that a test compares.
  public static let pairsPerTest = 8
  static let alpha = 0.05
  /// The probability that any metric is flagged by chance.
  static let familyAlpha = 0.01

  /// - Parameters:
  ///   - scenario: The scenario, whose baseline is the arm; the metrics are the core and those that the
  ///     scenario names.
  ///   - pairs: Pairs of worlds, at least ``pairsPerTest``; a remainder after the last complete test is not
  ///     used. Default: as many as the target power needs.
  ///   - jobs: How many worlds are simulated at the same time, a thread each.
  public init(_ scenario: Scenario, pairs: Int? = nil, jobs: Int) {
    precondition(pairs ?? Self.pairsPerTest >= Self.pairsPerTest, "\(pairs ?? 0) pairs of worlds")
    func experiment(pairs: Int) -> Experiment {
      Experiment(
        measuring: scenario, arms: [scenario.comparison.baseline], worlds: 2 * pairs,
        metrics: MetricSet.core.metrics(for: scenario))
    }
    let metrics = experiment(pairs: Self.pairsPerTest).design.metrics.count
    let test =
      pairs.map { AlarmTest(tests: $0 / Self.pairsPerTest, metrics: metrics) }
      ?? AlarmTest(metrics: metrics, flagging: Self.flaggedRate, power: Self.targetPower)
    self.test = test
    self.experiment = experiment(pairs: test.tests * Self.pairsPerTest)
    self.jobs = jobs
  }

  /// The power of the tests.
  public var notes: [String] {
    let power = Int((test.power(of: Self.flaggedRate) * 100).rounded(.down))
    return [
      "\(id): \(test.tests) tests of each metric flag a metric that rejects"
        + " \(Int(Self.flaggedRate * 100)) % of them with a power of \(power) %; the probability that any"
        + " of \(test.metrics) metrics that reject 5 % is flagged is at most 1 %"
    ]
  }

  public func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let results: ExperimentResults
    do throws(ExperimentFailure) {
      results = try experiment.run(jobs: jobs)
    } catch {
      throw .experiment(error)
    }
    return findings(results)
  }

  private func findings(_ results: ExperimentResults) -> [Finding] {
    let metrics = results.design.metrics
    let tested = metrics.map { metric in
      (metric, tests(of: results.outcomes.map { $0.value(of: metric).value }))
    }
    let count = tested.count { !$0.1.isEmpty }
    return tested.flatMap { metric, tests in
      tests.isEmpty ? [] : Self.findings(metric.id, tests, metrics: count)
    }
  }

  /// The tests of a metric in which both worlds of each pair have a value.
  private func tests(of values: [Double?]) -> [PairedDifference] {
    (0..<test.tests).compactMap { test in
      let differences = (0..<Self.pairsPerTest).compactMap { index -> Double? in
        let pair = test * Self.pairsPerTest + index
        guard let a = values[2 * pair], let b = values[2 * pair + 1] else { return nil }
        return difference(a, b)
      }
      guard differences.count == Self.pairsPerTest else { return nil }
      return pairedT(differences: differences, level: 1 - Self.alpha)
    }
  }

  private static func findings(
    _ metric: String, _ tests: [PairedDifference], metrics: Int
  ) -> [Finding] {
    let alarms = tests.count { ($0.pValue ?? 1) <= Self.alpha }
    let covering = tests.count { $0.interval?.contains(0) ?? false }
    let most = AlarmTest(tests: tests.count, metrics: metrics).most
    let limit = Double(most) / Double(tests.count)
    let size = "\(tests.count) tests of \(pairsPerTest) pairs"
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
