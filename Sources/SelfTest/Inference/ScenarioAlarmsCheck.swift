internal import Experiments
internal import FeedMetrics
public import Scenarios
internal import Stochastics

/// A1: how often two arms that are the same are found to differ in a scenario of one's own, when their
/// worlds are not paired by common draws.
///
/// One arm lives in twice as many worlds as there are pairs; the worlds of a pair have nothing in common
/// but the scenario, so that the true difference is 0. Each test compares ``pairsPerTest`` pairs at α = 0.05:
/// of *n* tests that keep their risk the number of false alarms is binomial. A metric passes unless so
/// many have a probability below 0.01 divided by the number of metrics: a false alarm of the whole check
/// has a probability of 1 % at most. It looks for metrics whose values are so far from normal that
/// Student's *t* cannot be trusted with few worlds: there are as many tests as it takes to flag a metric that
/// truly rejects ``flaggedRate`` of them with a power of ``wantedPower``, unless somebody says how many.
public struct ScenarioAlarmsCheck: SelfCheck {
  public let id = "A1"
  public let suites = [SelfTestSuite.stats]
  public let source = "A/A in disjoint worlds, α 0.05"
  private let experiment: Experiment
  private let test: AlarmTest
  private let jobs: Int

  /// The share of A/A tests that a metric rejects which is to be flagged, three times α.
  public static let flaggedRate = 0.15
  /// The probability with which it is to be flagged.
  public static let wantedPower = 0.8
  /// Pairs of worlds that a test compares.
  public static let pairsPerTest = 8
  static let risk = 0.05
  /// Of any metric that fails by chance.
  static let riskOfAll = 0.01

  /// - Parameters:
  ///   - scenario: Its baseline is the arm; its metrics are those of the core and those that it names.
  ///   - pairs: At least ``pairsPerTest``; what is left of them after the last whole test is not used. When
  ///     `nil`, as many as the wanted power takes.
  ///   - jobs: How many worlds live at the same time, a thread each.
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
      ?? AlarmTest(metrics: metrics, flagging: Self.flaggedRate, power: Self.wantedPower)
    self.test = test
    self.experiment = experiment(pairs: test.tests * Self.pairsPerTest)
    self.jobs = jobs
  }

  /// What so many tests can find.
  public var notes: [String] {
    let power = Int((test.power(of: Self.flaggedRate) * 100).rounded(.down))
    return [
      "\(id): \(test.tests) tests of each metric flag one that truly rejects"
        + " \(Int(Self.flaggedRate * 100)) % with a power of \(power) %; of \(test.metrics) metrics"
        + " that reject 5 % any is flagged with a probability of 1 % at most"
    ]
  }

  /// Worlds that it lives through.
  public var worlds: Int { 2 * test.tests * Self.pairsPerTest }

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
    let count = tested.count { !$0.1.isEmpty }
    return tested.flatMap { metric, tests in
      tests.isEmpty ? [] : Self.findings(metric.id, tests, metrics: count)
    }
  }

  /// The tests of a metric in which both sides have a value in each pair of worlds.
  private func tests(of values: [Double?]) -> [PairedDifference] {
    (0..<test.tests).compactMap { test in
      let differences = (0..<Self.pairsPerTest).compactMap { place -> Double? in
        let pair = test * Self.pairsPerTest + place
        guard let a = values[2 * pair], let b = values[2 * pair + 1] else { return nil }
        return difference(a, b)
      }
      guard differences.count == Self.pairsPerTest else { return nil }
      return pairedT(differences: differences, level: 1 - Self.risk)
    }
  }

  private static func findings(
    _ metric: String, _ tests: [PairedDifference], metrics: Int
  ) -> [Finding] {
    let alarms = tests.count { ($0.pValue ?? 1) <= Self.risk }
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
