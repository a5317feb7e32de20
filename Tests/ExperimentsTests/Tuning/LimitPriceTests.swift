import Experiments
import FeedMetrics
import Scenarios
import Stochastics
internal import Studies
import TestSupport
import Testing

/// Two limits: on the first most trials are judged, the second only some break.
@Suite struct `The trial that prices a limit` {
  private func estimate(_ trial: Int, gain: Double?, slacks: Double?...) -> TrialEstimate {
    TrialEstimate(
      trial: trial, gains: [gain],
      limits: slacks.map { slack in
        slack.map {
          TrialEstimate.Limit(
            slack: NormalEstimate(mean: $0, standardError: 0.01), bound: 0.3, isUpper: false)
        }
      })
  }

  private var incumbent: TrialEstimate { estimate(0, gain: 0, slacks: 1, 1) }

  @Test func `It is the knee point of gain against violation`() {
    // Violations 0, 0.1, 0.2, 0.4 of 0.4 and gains 0, 0.1, 0.28, 0.3 of 0.3, scaled and losses from 0 to 1:
    // trial 1 has 0.25 + 0.67 = 0.92, trial 2 has 0.5 + 0.07 = 0.57, trial 3 has 1 + 0: trial 2 is farthest
    // below the chord. Trial 5 costs more than trial 2 and gains less.
    let trials = [
      estimate(3, gain: 0.3, slacks: -0.4, 1), estimate(5, gain: 0.05, slacks: -0.3, 1),
      estimate(1, gain: 0.1, slacks: -0.1, 1), estimate(2, gain: 0.28, slacks: -0.2, 1),
    ]
    expectEqual(TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: trials), 2)
    expectEqual(
      TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: trials.reversed()), 2)
  }

  @Test func `Without a knee point it is the trial with the greatest gain`() {
    // The first step costs 0.1 of 0.4 and gains 0.01 of 0.3: above the chord.
    let trials = [
      estimate(4, gain: 0.01, slacks: -0.1, 1), estimate(7, gain: 0.3, slacks: -0.4, 1),
    ]
    expectEqual(TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: trials), 7)
    expectEqual(
      TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: [trials[0]]), 4)
  }

  @Test func `A trial that breaks another limit too, or keeps this one, shows no price`() {
    let trials = [
      estimate(1, gain: 0.5, slacks: -0.1, -0.1), estimate(2, gain: 0.5, slacks: 0.1, 1),
      estimate(3, gain: 0.5, slacks: 1, -0.1), estimate(4, gain: 0.5, slacks: -0.1, nil),
    ]
    expectEqual(TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: trials), nil)
    expectEqual(TuningResults.LimitPrice.proposal(relaxing: 1, from: incumbent, among: trials), 3)
    expectEqual(TuningResults.LimitPrice.proposal(relaxing: 0, from: incumbent, among: []), nil)
  }

  @Test func `A trial is feasible that keeps every limit by estimate`() {
    #expect(incumbent.isFeasible && incumbent.brokenLimits == [])
    expectEqual(estimate(1, gain: 1, slacks: 0, -0.1).brokenLimits, [1])
    expectEqual(estimate(1, gain: 1, slacks: nil, 1).brokenLimits, [0])
    #expect(!estimate(1, gain: 1, slacks: nil, 1).isDefined)
    // At least 0.3, with room of −0.1: 0.2. At most 0.3: 0.4.
    let slack = NormalEstimate(mean: -0.1, standardError: 0)
    #expect(
      abs(TrialEstimate.Limit(slack: slack, bound: 0.3, isUpper: false).value - 0.2) < 1e-12)
    #expect(abs(TrialEstimate.Limit(slack: slack, bound: 0.3, isUpper: true).value - 0.4) < 1e-12)
  }
}

@Suite struct `A relaxed limit` {
  @Test(
    arguments: [
      // 0.3 − 0.0529 = 0.2471, outwards to two digits of 0.0529.
      ("fresh_exposure_share >= 0.3", 0.0529, 1, "fresh_exposure_share >= 0.247"),
      // 0.8 + 0.0123 = 0.8123.
      ("creator_exposure_gini <= 0.8", 0.0123, 1, "creator_exposure_gini <= 0.813"),
      // 3600 + 247 = 3847, to tens.
      (
        "age_at_impression_p50_s <= 3600", 247, 1, "age_at_impression_p50_s <= 3850"
      ),
      // 0.02 + 0.0131 = 0.0331.
      (
        "creator_exposure_gini <= baseline + 0.02", 0.0131, 1,
        "creator_exposure_gini <= baseline + 0.034"
      ),
      // 0.0123 is 3.075 % of 0.4: −2 % − 3.075 % = −5.075 %.
      ("relevance@10 >= baseline - 2%", 0.0123, 0.4, "relevance@10 >= baseline - 5.1%"),
    ])
  func `moves outwards`(
    text: String, distance: Double, incumbent: Double, relaxed: String
  ) throws {
    let limit = try limit(text)
    expectEqual(limit.relaxed(by: distance, incumbent: incumbent)?.description, relaxed)
  }

  @Test func `in shares of nothing there is none`() throws {
    try expectEqual(limit("relevance@10 >= baseline - 2%").relaxed(by: 0.1, incumbent: 0), nil)
  }

  /// A limit as a scenario has it.
  private func limit(_ text: String) throws -> Scenario.Tuning.Constraint {
    let scenario = try tunedScenario(
      "tune: {maximize: like_rate, subject-to: [\"\(text)\"], budget: 200}")
    return try #require(scenario.tuning?.constraints.first)
  }
}

/// Relevance grows with likes, by 0.03 for each; inequality falls by 0.04. A limit on its fall binds.
@Suite struct `The price of a limit` {
  private func results(_ limits: String, _ seed: UInt64 = 1) throws -> TuningResults {
    let scenario = try tunedScenario(
      "tune: {maximize: relevance@10, normalize: none, validate: 32, budget: 400, subject-to: [\(limits)]}",
      seed: seed)
    return try Tuner(scenario, try #require(scenario.tuning)).results(
      livingBy(noise: 0.01) { like, _ in 0.3 + 0.3 * like })
  }

  @Test func `is what the trials beyond it gain in fresh worlds`() throws {
    // At least 0.68 allows likes up to 3.
    let results = try results("creator_exposure_gini >= 0.68")
    expectEqual(results.conclusion, .improved)
    let tuned = results.trials[results.shown].values[0]
    #expect(tuned > 2 && tuned <= 3.1)
    let price = try #require(results.prices.first)
    #expect(price.gaining > 0 && price.breaking == price.gaining)
    let found = price.relaxation
    let relaxation = try #require(found)
    #expect(relaxation.isShown && relaxation.keepsOtherLimits)
    let likes = results.trials[relaxation.trial].values[0]
    // Own noise of 0.001 a world; both in the same 32 worlds.
    #expect(abs(relaxation.gain.mean - 0.03 * (likes - tuned)) < 0.001)
    expectEqual(relaxation.gain.count, 32)
    // The bound is below the trial's inequality, by no more than its noise and the rounding.
    guard case .absolute(let bound) = relaxation.constraint.bound else {
      Issue.record("\(relaxation.constraint)")
      return
    }
    let truth = 0.8 - 0.04 * likes
    #expect(bound < truth && bound > truth - 0.02)
  }

  @Test func `is not stated where the limit does not bind`() throws {
    let results = try results("creator_exposure_gini >= 0.3")
    expectEqual(results.prices.map(\.breaking), [0])
    #expect(results.prices.allSatisfy { $0.relaxation == nil })
  }

  @Test func `is not stated where nothing keeps the limits, but the bound that would be`() throws {
    let results = try results("creator_exposure_gini >= 0.9")
    expectEqual(results.conclusion, .infeasible)
    #expect(results.prices.isEmpty)
    let attained = results.limits[0].attained
    let limit = try #require(attained)
    guard case .absolute(let bound) = limit.bound else {
      Issue.record("\(limit)")
      return
    }
    // The nearest trial has hardly any likes: about 0.8, with the noise and the rounding of its bound.
    let truth = 0.8 - 0.04 * results.trials[results.shown].values[0]
    #expect(truth > 0.77 && abs(bound - truth) < 0.02)
  }

  @Test func `Of the trials only those are listed that were simulated`() throws {
    let results = try results("creator_exposure_gini >= 0.68")
    expectEqual(
      results.estimates.map(\.trial),
      results.trials.indices.filter { results.trials[$0].worlds > 0 })
    for estimate in results.estimates {
      // The estimate of the metric is that of 0.8 − 0.04 likes, and so is feasibility.
      let truth = 0.8 - 0.04 * results.trials[estimate.trial].values[0]
      let limit = try #require(estimate.limits[0])
      #expect(abs(limit.value - truth) < 0.01)
      expectEqual(estimate.isFeasible, (limit.value >= 0.68))
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `The best feasible trial so far never gets worse`(seed: UInt64) throws {
    let results = try results("creator_exposure_gini >= 0.68", seed)
    let gains = results.history.compactMap(\.gain)
    #expect(gains.count == results.history.count && gains == gains.sorted())
    let feasible = results.estimates.filter(\.isFeasible).compactMap { $0.gains[0] }
    expectEqual(gains.last, feasible.max())
    expectEqual(results.history.last?.worlds, results.trainingWorlds)
    expectEqual(results.history.last?.trials, results.estimates.count)
  }

  @Test func `The progress ends with the same gain in the metric's unit`() throws {
    let scenario = try tunedScenario(
      "tune: {maximize: relevance@10, normalize: none, validate: 32, budget: 400, subject-to: [creator_exposure_gini >= 0.68]}"
    )
    let monitor = ExperimentMonitor()
    let results = try Tuner(scenario, try #require(scenario.tuning)).run(
      jobs: 1, monitor: monitor, simulate: livingBy(noise: 0.01) { like, _ in 0.3 + 0.3 * like })
    let last = try #require(results.history.last)
    let (gain, trial) = (last.gain, last.trial)
    let text = results.design.changeText(
      try #require(gain), of: results.design.tuning.objectives[0])
    expectEqual(
      monitor.progress.finding,
      "best feasible Relevance@10 \(text) (trial \(try #require(trial)), finalists)")
  }
}
