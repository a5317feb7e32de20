import Experiments
import FeedMetrics
import Scenarios
internal import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// The tests of a primary metric and of guardrails.
@Suite struct HypothesisTests {
  /// Differences of 4 worlds whose mean is 10 or −10 and whose t is this: ±*s* about the mean, twice each,
  /// have a standard deviation of 2*s*/√3 and a standard error of *s*/√3.
  private func values(t: Double) -> [Double] {
    let spread = 10 * 3.squareRoot() / t.magnitude
    let mean = t < 0 ? -10.0 : 10
    return [mean - spread, mean + spread, mean - spread, mean + spread].map { $0 + 100 }
  }

  /// Results of two candidates, of each metric a *t*.
  private func results(
    _ t: [(candidate: String, gini: Double, rate: Double, turnover: Double)],
    _ questions: Scenario.Questions, margins: [String: Scenario.Margin.Size] = [:]
  ) -> ExperimentResults {
    let metrics = ["creator_exposure_gini", "engagement_rate", "feed_turnover"].map {
      MetricCatalogue.definition($0)!
    }
    let none = Dictionary(
      uniqueKeysWithValues: metrics.map { ($0.id, Scenario.Margin.Size.absolute(0)) })
    let design = ExperimentDesign(
      scenario: "s", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 1, days: 1,
      warmUpDays: 0, arms: ["a"] + t.map(\.candidate), baseline: "a", worlds: 4, metrics: metrics,
      margins: none.merging(margins) { $1 }, questions: questions)
    func outcome(_ arm: String, _ world: Int, _ values: [Double]) -> WorldOutcome {
      WorldOutcome(
        arm: arm, world: world,
        values: Dictionary(
          uniqueKeysWithValues: zip(metrics, values).map { ($0.id, MetricValue($1, support: 1)) }),
        digest: "", summary: WorldSummary())
    }
    let outcomes = (0..<4).flatMap { world in
      [outcome("a", world, [100, 100, 100])]
        + t.map { row in
          outcome(
            row.candidate, world,
            [row.gini, row.rate, row.turnover].map { values(t: $0)[world] })
        }
    }
    return ExperimentResults(design: design, outcomes: outcomes)
  }

  @Test func `a relative limit is one of each world's baseline, an absolute one of none`() throws {
    let metric = MetricCatalogue.definition("engagement_rate")!
    func gains(_ margin: Scenario.Margin.Size) throws -> [Double] {
      let design = ExperimentDesign(
        scenario: "s", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 1, days: 1,
        warmUpDays: 0, arms: ["a", "b"], baseline: "a", worlds: 4, metrics: [metric],
        margins: [metric.id: margin], questions: .init(guardrails: [metric.id]))
      let values: [(arm: String, values: [Double])] = [
        ("a", [16, 24, 24, 32]), ("b", [15, 20, 22, 29]),
      ]
      let outcomes = (0..<4).flatMap { world in
        values.map { arm, values in
          WorldOutcome(
            arm: arm, world: world, values: [metric.id: MetricValue(values[world], support: 1)],
            digest: "", summary: WorldSummary())
        }
      }
      let results = ExperimentResults(design: design, outcomes: outcomes)
      return try #require(results.comparisons(of: "b").first).gainsBeyondMargin
    }
    // Gains of −1, −4, −2 and −3; an eighth of the baseline is 2, 3, 3 and 4.
    try expectEqual(gains(.relative(0.125)), [1, -1, 1, 1])
    try expectEqual(gains(.absolute(2)), [1, -2, 0, -1])
  }

  private let hypotheses = Scenario.Questions(
    primary: "engagement_rate", guardrails: ["creator_exposure_gini", "feed_turnover"])

  private func gateTest(
    _ results: ExperimentResults, _ candidate: String, _ metric: String
  ) throws -> GateTest {
    try #require(
      results.comparisons(of: candidate).first { $0.metric.id == metric }?.gateTest)
  }

  @Test func `Holm corrects the primary and the guardrails of all candidates together`() throws {
    let results = results(
      [("b", 1, 5, 1), ("c", -1, 4, -20)], hypotheses)
    // Two-sided p with 3 degrees of freedom: t = 5 has 0.0153924381, t = 4 has 0.0280084560, t = 20 has
    // 0.0002732033 (1 − (2/π)(atan(t/√3) + t√3/(3 + t²))). Of the guardrails without margin, b's gini is 10 higher, harm with
    // t = 1: p = 0.3910022190; c's is 10 lower, no harm: 1. b's turnover is higher, no harm: 1; c's lower
    // with t = −20: 0.0002732033. In order: 0.00027·6, 0.0154·5, 0.0280·4, 0.391·3, 1, 1.
    let expected: [(String, String, Double, Double)] = [
      ("c", "feed_turnover", 0.0002732033, 6 * 0.0002732033),
      ("b", "engagement_rate", 0.0153924381, 5 * 0.0153924381),
      ("c", "engagement_rate", 0.0280084560, 4 * 0.0280084560),
      ("b", "creator_exposure_gini", 0.3910022190, 1), ("c", "creator_exposure_gini", 1, 1),
      ("b", "feed_turnover", 1, 1),
    ]
    for (candidate, metric, p, adjusted) in expected {
      let test = try gateTest(results, candidate, metric)
      expectEqual(test.familySize, 6)
      #expect(abs(try #require(test.pValue) - p) < 1e-9, "\(candidate) \(metric)")
      #expect(abs(try #require(test.adjustedP) - adjusted) < 1e-8, "\(candidate) \(metric)")
    }
    try expectEqual(gateTest(results, "c", "feed_turnover").gate, .fail)
    try expectEqual(gateTest(results, "b", "creator_exposure_gini").gate, .undecided)
    // Significant alone, and not among six.
    let primary = try #require(results.comparisons(of: "b").first { $0.gateTest?.role == .primary })
    expectEqual(primary.verdict, .undecided)
    // Its interval, at 1 − 0.05/5 since one of six is rejected, contains 0: 10 ± 2 · 5.8409.
    let interval = try #require(primary.deciding?.interval)
    #expect(abs(interval.level - 0.99) < 1e-12 && interval.contains(0))
    #expect(abs(interval.upper - (10 + 2 * 5.840909310)) < 1e-6)
    expectEqual(results.decisions.map(\.outcome), [.undecided, .doNotShip])
    expectEqual(results.decisions[1].reasons, ["feed_turnover"])
  }

  @Test func `what nothing rejects is decided at the level 1 − α/m`() throws {
    let results = results([("b", 1, 5, 1)], hypotheses)
    let primary = try #require(results.comparisons(of: "b").first { $0.gateTest?.role == .primary })
    // p = 0.0154 is rejected at 0.05/3 = 0.0167; the two that are left are tested at 0.05/2.
    expectEqual(primary.verdict, .better)
    let interval = try #require(primary.deciding?.interval)
    #expect(abs(interval.level - (1 - 0.05 / 2)) < 1e-12)
    // t of 3 degrees of freedom at 1 − 0.05/4 is 4.1765348, the standard error 10/5.
    #expect(abs(interval.lower - (10 - 2 * 4.176534846)) < 1e-6)
  }

  /// Random families: a test is rejected by its adjusted p exactly when its p is at most the alpha at which the
  /// correction ended.
  @Test func `the alpha at which a correction ends rejects what the adjusted p reject`() {
    var generator = SeededGenerator(seed: 53)
    for _ in 0..<500 {
      let p = (0..<Int.random(in: 1...9, using: &generator)).map { _ -> Double? in
        Int.random(in: 0...9, using: &generator) == 0
          ? nil : Double.random(in: 0...0.08, using: &generator)
      }
      for (correction, adjusted) in [
        (Scenario.Correction.holm, holm(p)), (.benjaminiHochberg, benjaminiHochberg(p)), (.none, p),
      ] {
        let alpha = correctedAlpha(0.05, adjusted, by: correction)
        expectEqual(
          p.map { $0.map { $0 <= alpha } }, adjusted.map { $0.map { $0 <= 0.05 } },
          "\(correction) \(p)")
      }
    }
  }

  /// A limit that is kept is decided at 1 − α, whatever else is tested; one that is not, by the corrected interval.
  @Test func `each gate follows from its deciding interval and limit`() throws {
    for margin in [0.0, 8, 8.9, 9, 9.5, 10, 10.5, 11, 11.1, 12, 14] {
      for t in [3.0, 8, 30] {
        let results = results(
          [("b", t, 5, -t), ("c", -t, 1, t)], hypotheses,
          margins: [
            "creator_exposure_gini": .absolute(margin), "feed_turnover": .relative(margin / 100),
          ])
        for comparison in results.comparisons {
          guard let test = comparison.gateTest, test.role == .guardrail else { continue }
          let deciding = try #require(comparison.deciding)
          let (lower, upper) = (deciding.interval.lower, deciding.interval.upper)
          let isLowGood = comparison.metric.id == "creator_exposure_gini"
          let (worst, best) = isLowGood ? (-upper, -lower) : (lower, upper)
          let expected: Gate =
            worst >= -deciding.margin ? .pass : best < -deciding.margin ? .fail : .undecided
          expectEqual(test.gate, expected, "\(comparison.candidate) \(deciding)")
          expectEqual(deciding.interval.level, expected == .pass ? 0.95 : 1 - test.alpha)
          if expected != .pass {
            expectEqual(try #require(test.adjustedP) <= 0.05, expected == .fail)
          }
        }
      }
    }
  }

  /// Guardrails with limits 1 and t of 3 or −3: gains of −10 are ten limits.
  @Test func `reasons are ordered by harm as a multiple of what is allowed`() {
    let results = results(
      [("b", 30, -30, -30)], hypotheses,
      margins: [
        "engagement_rate": .absolute(2), "creator_exposure_gini": .absolute(5),
        "feed_turnover": .absolute(1),
      ])
    // Harms of 10 are five, two and ten times what is allowed.
    expectEqual(
      results.decisions[0].reasons, ["feed_turnover", "engagement_rate", "creator_exposure_gini"])
  }

  @Test(arguments: [
    (Scenario.Family.scenario, 6), (.candidate, 3), (.none, 1),
  ])
  func `a family has the size of its setting`(family: Scenario.Family, size: Int) throws {
    var questions = hypotheses
    questions.family = family
    let results = results([("b", 1, 5, 1), ("c", 1, 5, 1)], questions)
    for comparison in results.comparisons {
      expectEqual(comparison.gateTest?.familySize, size)
    }
    expectEqual(results.decisions.count, 2)
  }

  @Test func `without correction each test has its own p`() throws {
    var questions = hypotheses
    questions.correction = .none
    let results = results([("b", -30, 5, 30)], questions)
    let primary = try gateTest(results, "b", "engagement_rate")
    expectEqual(primary.adjustedP, primary.pValue)
    expectEqual(primary.alpha, 0.05)
    // Better in all three.
    expectEqual(results.decisions[0].outcome, .ship)
    expectEqual(
      results.decisions[0].reasons,
      [
        "engagement_rate", "creator_exposure_gini", "feed_turnover",
      ])
  }

  @Test func `harm within the margin passes, harm beyond it fails`() throws {
    // The difference of gini is +10 with t = 30: 10 ± 3.182446305/3, that is [8.939, 11.061].
    var questions = hypotheses
    questions.correction = .none
    for (margin, gate) in [(11.1, Gate.pass), (11, .undecided), (8.95, .undecided), (8.9, .fail)] {
      let results = results(
        [("b", 30, 30, 30)], questions,
        margins: ["creator_exposure_gini": .absolute(margin)])
      try expectEqual(gateTest(results, "b", "creator_exposure_gini").gate, gate, "\(margin)")
      let outcome: Decision.Outcome =
        gate == .pass ? .ship : gate == .fail ? .doNotShip : .undecided
      expectEqual(results.decisions[0].outcome, outcome)
    }
  }

  @Test func `a primary within its margin is no reason to ship`() {
    let results = results(
      [("b", -30, 30, 30)], hypotheses, margins: ["engagement_rate": .absolute(12)])
    expectEqual(results.decisions[0].outcome, .equivalent)
  }

  @Test func `a primary's harm within its margin is no harm`() throws {
    // −10 ± 1.0608, which is surely below 0 and surely above −12.
    let results = results(
      [("b", -30, -30, 30)], hypotheses, margins: ["engagement_rate": .absolute(12)])
    try expectEqual(gateTest(results, "b", "engagement_rate").gate, .pass)
    expectEqual(results.decisions[0].outcome, .equivalent)
  }

  @Test func `a primary that is worse is not shipped`() {
    expectEqual(results([("b", -30, -30, 30)], hypotheses).decisions[0].outcome, .doNotShip)
  }

  @Test func `without hypotheses there are no decisions`() {
    let results = results([("b", -30, -30, 30)], Scenario.Questions())
    #expect(results.decisions.isEmpty)
    #expect(results.comparisons.allSatisfy { $0.gateTest == nil })
  }

  @Test func `equivalence by two one-sided tests needs less`() {
    // 10 ± 1.0608 at 95 %, 10 ± 2.353363435/3 = 0.7844 at 90 %.
    for (equivalence, verdict) in [
      (Scenario.Equivalence.interval, Verdict.worse), (.tost, .equivalent),
    ] {
      var questions = Scenario.Questions()
      questions.equivalence = equivalence
      let results = results(
        [("b", 30, 0.1, 0.1)], questions, margins: ["creator_exposure_gini": .absolute(10.9)])
      expectEqual(results.comparisons[0].verdict, verdict)
    }
  }

  @Test func `the best arm is as likely as the draws show, and the candidates add up`() throws {
    let results = results([("b", -30, 30, 30), ("c", -30, 20, 30)], hypotheses)
    let best = results.bestArms
    expectEqual(best.map(\.metric), ["creator_exposure_gini", "engagement_rate", "feed_turnover"])
    for arms in best {
      expectEqual(arms.arms, ["a", "b", "c"])
      #expect(abs(arms.probabilities.reduce(0, +) - 1) < 1e-12)
      #expect(arms.probabilities[0] < 0.01)
    }
    // Equal in all worlds: they share what falls to them.
    expectEqual(best[0].probabilities[1], best[0].probabilities[2])
  }
}
