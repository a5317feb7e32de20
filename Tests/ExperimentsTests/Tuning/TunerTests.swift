import Experiments
import FeedMetrics
import ReportKit
import Scenarios
internal import SocialFeed
import Stochastics
internal import Studies
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// Tuning in worlds that are made up.
@Suite struct `Tuning` {
  private func tuner(_ tune: String? = nil, seed: UInt64 = 1) throws -> Tuner {
    let scenario =
      try tune.map { try tunedScenario($0, seed: seed) } ?? tunedScenario(seed: seed)
    return Tuner(scenario, try #require(scenario.tuning))
  }

  private func tuning(_ rest: String) -> String {
    "tune: {maximize: relevance@10, normalize: none, validate: 32, \(rest)}"
  }

  @Test(
    arguments: [
      "method: race, budget: 400", "method: cmaes, budget: 400", "method: nelder-mead, budget: 800",
      "method: random, budget: 1600", "method: grid, budget: 1600",
    ])
  func `Every method climbs a hill and reports its height`(rest: String) throws {
    let results = try tuner(tuning(rest)).results(livingBy(hill))
    // The present values, 0.2 and 0.8, are 0.5 below the top: 0.25 + 0.25.
    expectEqual(results.conclusion, .improved)
    let best = results.winner
    let winner = try #require(best)
    let top = hill(results.trials[winner].values[0] / 10, results.trials[winner].values[1] / 10)
    #expect(top > 0.37)
    let validated = results.validatedGain
    let gain = try #require(validated)
    // Noise that is not shared is 0.005 wide in each world.
    #expect(abs(gain.mean - (top + 0.1)) < 0.005)
    #expect(results.trainingWorlds <= results.design.tuning.budget)
    let incumbent = results.incumbentMean ?? 0
    #expect(abs(incumbent + 0.1) < 0.02)
  }

  @Test(arguments: [2, 5])
  func `Results do not depend on the number of threads`(jobs: Int) throws {
    let one = try tuner().results(livingBy(hill))
    let many = try tuner().results(jobs: jobs, livingBy(hill))
    expectEqual(many.trials, one.trials)
    expectEqual(many.finalists, one.finalists)
    expectEqual(many.history, one.history)
    expectEqual(many.validatedGain, one.validatedGain)
  }

  @Test func `What is known is not simulated through again`() throws {
    let store = MemoryStore()
    let first = try tuner().results(store: store, livingBy(hill))
    expectEqual(store.count, first.trainingWorlds + first.freshWorlds)
    let simulated = store.kept
    let again = try tuner().results(store: store, livingBy(hill))
    expectEqual(store.kept, simulated)
    expectEqual(again.trials, first.trials)
    expectEqual(again.trainingWorlds, first.trainingWorlds)
  }

  @Test func `Nothing better keeps the incumbent values`() throws {
    // The top is where the present values are.
    let results = try tuner().results(
      livingBy { like, save in
        0.4 - (like - 0.2) * (like - 0.2) - (save - 0.8) * (save - 0.8)
      })
    let isImproved = results.isImproved
    #expect(!isImproved)
    expectEqual(results.chosenValues, [2, 8])
  }

  /// Values that do nothing: a gain is claimed with a risk of 0.05 at most, one-sided 0.025. Of 40 tunings
  /// more than 4 claims have a probability below 0.004 (binomial, 0.025).
  @Test func `The best of many is not believed`() throws {
    var claims = 0
    var optimism = Summary()
    for seed in 1...UInt64(40) {
      let results = try tuner(tuning("budget: 160"), seed: seed).results(
        livingBy(noise: 1) { _, _ in 0.5 })
      if results.isImproved { claims += 1 }
      if let flattery = results.optimism { optimism.add(flattery) }
    }
    #expect(claims <= 4)
    // The search itself believes in what it found.
    #expect(optimism.mean > 0)
  }

  @Test func `Limits are kept or no values are given`() throws {
    // The Gini coefficient is 0.8 - 0.4 like: at most 0.6 asks for likes of 5 and more.
    let kept = try tuner(tuning("subject-to: [creator_exposure_gini <= 0.6], budget: 400")).results(
      livingBy { like, _ in 0.5 - 0.5 * like })
    expectEqual(kept.limits.map(\.verdict), [.kept])
    let best = kept.winner
    let winner = try #require(best)
    // The fewest likes are best, but for the limit.
    #expect((5...8).contains(kept.trials[winner].values[0]))
    let never = try tuner(tuning("subject-to: [creator_exposure_gini <= 0.3], budget: 400"))
      .results(livingBy(hill))
    expectEqual(never.conclusion, .infeasible)
    expectEqual(never.winner, nil)
    expectEqual(never.limits.map(\.verdict), [.broken])
    // Shown is what comes nearest.
    #expect(never.trials[never.shown].values[0] > 9)
  }

  /// Of one limit the bound has the error rate 0.05: the end of an interval of 90 %.
  @Test func `A limit is confirmed by a bound on one side`() throws {
    let results = try tuner(
      tuning("subject-to: [creator_exposure_gini <= 0.6], budget: 200")
    ).results(livingBy(hill))
    let interval = results.limits.first?.slack?.interval
    let level = try #require(interval).level
    #expect(abs(level - 0.9) < 1e-12)
  }

  /// Relevance falls with likes, of which the limit asks for (0.8 - 0.43) / 0.04 = 9.25 at least: the worth of
  /// what breaks it leads away from there, and hardly a start of the simplex keeps it.
  @Test func `A simplex goes to where a limit is kept`() throws {
    let results = try tuner(
      tuning("method: nelder-mead, subject-to: [creator_exposure_gini <= 0.43], budget: 800")
    ).results(livingBy(noise: 0.01) { like, _ in 0.5 - 0.5 * like })
    let trials = results.trials.dropFirst()
    let kept = trials.count { $0.values[0] >= 9.25 }
    #expect(4 * kept > trials.count, "\(kept) of \(trials.count)")
    expectEqual(results.limits.map(\.verdict), [.kept])
  }

  @Test func `The gain is measured in worlds in which nothing was chosen`() throws {
    let results = try tuner().results(livingBy(hill))
    let best = results.winner
    let winner = try #require(best)
    // The finalists are compared in the first 32 fresh worlds, or fewer.
    let worlds = results.trials[winner].rows(in: .validate).keys.sorted()
    expectEqual(worlds.suffix(32), Array(32..<64))
  }

  /// Three tenths of 420 runs pay for a race of 11 points: with the present values 12 · 4 runs at first, then 4
  /// further worlds for the better 6, and 8 for the best 5: 48 + 7 · 4 + 6 · 8. Almost without noise all others
  /// are behind beyond chance.
  @Test func `A race keeps the larger half of an odd number`() throws {
    let results = try tuner(tuning("method: race, budget: 420")).results(
      livingBy(noise: 1e-6, hill))
    let race = results.history.filter { $0.stage == .race }
    expectEqual(race.map(\.worlds), [48, 76, 124])
  }

  @Test func `A limit against the baseline is that of the same world`() throws {
    let results = try tuner(
      tuning("subject-to: [relevance@10 >= baseline - 2%], budget: 200")
    ).results(livingBy(hill))
    let slack = results.limits.first?.slack
    let room = try #require(slack)
    let mean = results.incumbentMean
    let incumbent = try #require(mean)
    let validated = results.validatedGain
    let gain = try #require(validated)
    // value - (present - 2 % of |present|)
    #expect(abs(room.mean - (gain.mean + 0.02 * abs(incumbent))) < 0.002)
  }

  @Test func `Values without a value of the metric lose and are counted`() throws {
    let results = try tuner().results(
      livingBy { like, save in like > 0.5 ? .nan : hill(like, save) })
    #expect(results.lostTrials > 0)
    let best = results.winner
    let winner = try #require(best)
    #expect(results.trials[winner].values[0] <= 5)
    expectEqual(results.conclusion, .improved)
    #expect(
      results.markdown.contains("; \(results.lostTrials) trials had no value in a world and lost;"))
  }

  /// A formula whose score is no number for some weights: these lose, and the others are compared.
  @Test func `Values with which the ranker fails lose and are counted`() throws {
    let results = try tuner().results(failing { $0 > 5 })
    #expect(results.lostTrials > 0)
    #expect(results.chosenValues[0] <= 5)
    expectEqual(results.conclusion, .improved)
    #expect {
      try tuner().results(failing { _ in true })
    } throws: {
      "\($0)" == "world 0 of arm 'liked, trial 0': no number"
    }
  }

  /// A hill, on which the ranker fails for some weights of likes.
  private func failing(_ fails: @escaping @Sendable (_ like: Double) -> Bool) -> RunSimulator {
    let simulate = livingBy(hill)
    return { run, shouldContinue throws(ExperimentFailure) in
      guard !fails(run.arm.ranker(of: .home)["like"]!) else {
        throw .rankerFailed(
          RunInProgress(arm: run.arm.name, world: WorldSpace.number(of: run.world)),
          RankerFailure("no number"))
      }
      return try simulate(run, shouldContinue)
    }
  }

  @Test func `The incumbent values must have the metric in a world`() throws {
    #expect {
      try tuner().results(livingBy { _, _ in .infinity })
    } throws: {
      "\($0)" == "world 0 of arm 'liked': relevance@10 has no value"
    }
  }

  /// World 1 of the search and fresh world 1, in which finalists are compared. No other trial loses by it.
  @Test func `Worlds in which the incumbent has no value are not used`() throws {
    let simulate = livingBy(hill)
    let results = try tuner().results { run, shouldContinue throws(ExperimentFailure) in
      let outcome = try simulate(run, shouldContinue)
      let ranker = run.arm.ranker(of: .home)
      guard WorldSpace.number(of: run.world) == 1, ranker["like"] == 2, ranker["save"] == 8 else {
        return outcome
      }
      return WorldOutcome(
        arm: run.arm.name, world: 1, values: [:], digest: "", summary: WorldSummary())
    }
    expectEqual(results.conclusion, .improved)
    expectEqual(results.lostTrials, 0)
    expectEqual(results.unpairedWorlds, 2)
    #expect(
      results.markdown.contains("; 2 worlds not used, since the incumbent has no value there;"))
  }

  /// With a margin of 0.01: likes of 10 instead of 2 bring 0.8 of the slope, 0.008 or 0.024.
  @Test(
    arguments: [
      (0.01, TuningResults.Conclusion.kept(.tooSmall), "kept-too-small"),
      (0.03, .improved, "improved"),
    ])
  func `A gain that is too small to matter is not called better`(
    slope: Double, conclusion: TuningResults.Conclusion, name: String
  ) throws {
    let results = try tuner().results(livingBy(noise: 0.001) { like, _ in 0.3 + slope * like })
    expectEqual(results.conclusion, conclusion)
    #expect((results.validatedGain?.interval?.lower ?? 0) > 0)
    #expect(results.json.contains("\"conclusion\": \"\(name)\""))
    let text = ReportFormat.text.render(results.document, width: 400, hasStyle: false)
    expectEqual(text.lowercased().contains("better"), conclusion == .improved)
    expectEqual(
      text.contains(
        "Keep the incumbent values of liked: the best trial gains too little to matter in fresh worlds:"
      ),
      conclusion != .improved)
    expectEqual(
      text.contains(", and the smallest change that matters is 0.01.\n"),
      conclusion != .improved)
  }

  /// 24 points are 5 · 4: likes of 0, 2.5, 5, 7.5 and 10.
  @Test(
    arguments: [
      (-0.4, "`home.weights.like = 0` is the lower end of its range: widen it."), (0.5, nil),
      (1.4, "`home.weights.like = 10` is the upper end of its range: widen it."),
    ])
  func `The best value at an end of its range is said`(top: Double, sentence: String?) throws {
    let results = try tuner(tuning("method: grid, budget: 200")).results(
      livingBy(noise: 0.01) { like, save in
        0.4 - (like - top) * (like - top) - (save - 1.0 / 3) * (save - 1.0 / 3)
      })
    expectEqual(results.conclusion, .improved)
    expectEqual(results.rangeEnds.map(\.parameter), sentence == nil ? [] : [0])
    expectEqual(results.rangeEnds.map(\.isUpper), sentence == nil ? [] : [top > 1])
    expectEqual(results.markdown.contains("of its range"), sentence != nil)
    if let sentence { #expect(results.markdown.contains(sentence)) }
  }

  @Test func `Ctrl-C ends it`() throws {
    let monitor = ExperimentMonitor()
    monitor.cancel()
    #expect(throws: ExperimentFailure.self) {
      try tuner().run(jobs: 1, monitor: monitor, simulate: livingBy(hill))
    }
  }

  @Test func `Less of a metric can be meant`() throws {
    let results = try tuner(
      "tune: {minimize: creator_exposure_gini, normalize: none, budget: 200, validate: 16}"
    ).results(livingBy(hill))
    let best = results.winner
    let winner = try #require(best)
    // 0.8 - 0.4 like is least at likes of 10.
    #expect(results.trials[winner].values[0] > 9)
    let gain = results.validatedGain?.mean ?? 0
    #expect(gain > 0.28)
  }
}

@Suite struct `The budget of tuning` {
  @Test func `The least budget is twice a first block`() {
    // Six sets of values in four worlds; CMA-ES has 4 + floor(3 ln 4) = 8 and the present values.
    expectEqual(TuningDesign.leastBudget(.race, dimensions: 4), 48)
    expectEqual(TuningDesign.leastBudget(.cmaes, dimensions: 4), 72)
    expectEqual(TuningDesign.leastBudget(.nelderMead, dimensions: 4), 96)
    expectEqual(TuningDesign.leastBudget(.grid, dimensions: 4), 32)
    expectEqual(TuningDesign.leastBudget(.pareto, dimensions: 4), 336)
  }

  @Test(
    arguments: Scenario.Tuning.Method.allCases.filter { $0 != .pareto }, [0, 1, 7, 100])
  func `No search runs in more worlds than it may`(
    method: Scenario.Tuning.Method, more: Int
  ) throws {
    let scenario = try tunedScenario()
    var tuning = try #require(scenario.tuning)
    tuning.method = method
    tuning.validation = 4
    tuning.budget = TuningDesign.leastBudget(method, dimensions: 2) + more
    let results = try Tuner(scenario, tuning).results(livingBy(hill))
    #expect(results.trainingWorlds <= tuning.budget)
    #expect(results.trainingWorlds > tuning.budget / 4)
  }
}

@Suite struct `A front of compromises` {
  /// Likes bring relevance and cost nothing else than saves; the Gini coefficient falls with likes, while
  /// relevance falls with them too: every weight of likes is a compromise.
  private func results() throws -> TuningResults {
    let scenario = try tunedScenario(
      """
      tune: {maximize: relevance@10, minimize: [creator_exposure_gini], normalize: none, budget: 1500, validate: 16}
      """)
    return try Tuner(scenario, try #require(scenario.tuning)).results(
      livingBy(noise: 0.01) { like, save in 0.5 - 0.3 * like * like - 0.2 * (save - 0.5).magnitude }
    )
  }

  @Test func `No member is better than another in everything`() throws {
    let results = try results()
    let found = results.paretoFront
    let front = try #require(found)
    expectEqual(results.conclusion, .paretoFront)
    #expect(front.points.count > 3)
    for a in front.points {
      for b in front.points where a.trial != b.trial {
        let dominates = zip(a.gains, b.gains).allSatisfy { $0.mean >= $1.mean }
        #expect(!dominates)
      }
      #expect(a.gains.count == 2 && a.probability > 0 && a.probability <= 1)
    }
    // With saves of 8 the present values lose 0.06, which costs nothing to win.
    #expect(front.points.contains { $0.gains[0].mean > 0.03 })
    #expect(front.points.contains { $0.gains[1].mean > 0.15 })
    #expect(front.hypervolume > 0)
    #expect(results.trainingWorlds <= 1500)
    if let kneePoint = front.kneePoint { expectEqual(results.shown, front.points[kneePoint].trial) }
  }
}
