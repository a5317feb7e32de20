import Experiments
import FeedMetrics
import Scenarios
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Experiments in which candidates share worlds with the baseline too.
@Suite struct LiveExperimentTests {
  private static let designs =
    [
      .userSplit(), .clusterSplit, .switchback(every: 10_800, washout: 1800),
    ] as [LiveDesign]

  private func experiment(
    _ design: LiveDesign?, worlds: Int = 2, arms: String? = nil
  ) throws -> Experiment {
    let text = """
      feedlab: 1
      world: {members: 40, days: 1.5, warm-up: 0.5}
      arms: \(arms ?? "{newest: {home: recency}, affinity: {home: affinity}, random: {home: random}}")
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "live.yml")
    var experiment = Experiment(scenario, worlds: worlds)
    if let design { try experiment.addLiveTests(design) }
    return experiment
  }

  @Test(arguments: designs)
  func `a live test changes none of the parallel worlds`(design: LiveDesign) throws {
    let with = try experiment(design).run(jobs: 2)
    let without = try experiment(nil).run(jobs: 2)
    expectEqual(Array(with.outcomes.prefix(6)), without.outcomes)
    expectEqual(with.comparisons, without.comparisons)
    expectEqual(with.estimates, without.estimates)
    #expect(without.liveComparisons.isEmpty)
    expectEqual(with.outcomes.count, 6 + 4)
    for outcome in with.outcomes.dropFirst(6) {
      #expect(outcome.groups != nil)
      #expect(outcome.scopes.isEmpty && outcome.tables.isEmpty)
    }
  }

  @Test func `results do not depend on the number of threads`() throws {
    let experiment = try experiment(.clusterSplit)
    let one = try experiment.run(jobs: 1)
    try expectEqual(experiment.run(jobs: 3), one)
  }

  @Test func `a live comparison uses the groups and the parallel worlds`() throws {
    let results = try experiment(.userSplit(), worlds: 3).run(jobs: 2)
    expectEqual(
      results.design.liveArms,
      [
        "affinity with newest (user-split)", "random with newest (user-split)",
      ])
    expectEqual(results.liveComparisons.map(\.candidate), results.comparisons.map(\.candidate))
    expectEqual(results.liveComparisons.map(\.metric), results.comparisons.map(\.metric))
    let found = try #require(
      results.liveComparisons(of: "random").first { $0.metric.id == "relevance@10" })
    let shared = results.outcomes.filter { $0.arm == "random with newest (user-split)" }
    let naive = shared.map { outcome in
      (outcome.groups?.candidate["relevance@10"]?.value ?? .nan)
        - (outcome.groups?.baseline["relevance@10"]?.value ?? .nan)
    }
    #expect(abs((found.naive?.mean ?? .nan) - Summary(naive).mean) < 1e-12)
    let comparison = results.comparisons(of: "random").first { $0.metric.id == "relevance@10" }
    expectEqual(found.global, comparison?.difference)
    expectEqual(found.globalVerdict, comparison?.verdict)
  }

  /// With one arm on both sides, parallel worlds agree and the bias is all that the live test sees. Its
  /// mean is 0: of 95 % intervals over the worlds one in twenty leaves it out by chance, and of those of
  /// the 40 metrics or so, which are correlated, more than a quarter hardly ever do.
  @Test(arguments: designs)
  func `an arm tested against itself has no effect, and no bias but by chance`(
    design: LiveDesign
  ) throws {
    let results = try experiment(
      design, worlds: 4,
      arms: "{newest: {home: recency}, again: {home: recency}}"
    ).run(jobs: 2)
    var (judged, biased) = (0, 0)
    for comparison in results.liveComparisons where comparison.bias?.interval != nil {
      expectEqual(comparison.global?.mean, 0)
      expectEqual(comparison.bias, comparison.naive)
      judged += 1
      biased += comparison.isBiased ? 1 : 0
    }
    #expect(judged > 20)
    #expect(biased * 4 < judged, "\(biased) of \(judged)")
  }

  @Test func `ties cannot be divided among turns, and can among members`() throws {
    let turns = try experiment(.switchback(every: 10_800)).run(jobs: 2)
    let members = try experiment(.userSplit()).run(jobs: 2)
    for (results, hasTies) in [(turns, false), (members, true)] {
      let growth = results.liveComparisons.first { $0.metric.id == "follow_growth" }
      expectEqual((growth?.naive != nil), hasTies)
      let relevance = results.liveComparisons.first { $0.metric.id == "relevance@10" }
      #expect(relevance?.naive != nil)
    }
  }

  @Test func `groups have custom metrics too`() throws {
    var experiment = try experiment(.userSplit(), worlds: 1)
    experiment.measure(PageCount.self)
    let results = try experiment.run(jobs: 1)
    for outcome in results.outcomes.suffix(2) {
      let parts = [outcome.groups?.baseline, outcome.groups?.candidate].map {
        $0?["page_count"]?.value ?? 0
      }
      #expect(parts[0] > 0 && parts[1] > 0)
      expectEqual(parts[0] + parts[1], outcome.values["page_count"]?.value)
    }
  }

  @Test(
    arguments: [
      (.userSplit(), "user-split"), (.userSplit(share: 0.2), "user-split of 0.2"),
      (.clusterSplit, "cluster-split"), (.switchback(), "switchback 1d"),
      (.switchback(every: 21_600, washout: 5400), "switchback 6h, washout 90m"),
    ] as [(LiveDesign, String)])
  func `different designs have different summaries`(design: LiveDesign, words: String) {
    expectEqual(design.summary, words)
  }

  @Test func `arms that cannot share a world are refused`() throws {
    let arms = "{newest: {home: recency}, jumping: {home: recency, app: {paging: offset}}}"
    let conflict = #expect(throws: LiveTestConflict.self) {
      _ = try experiment(.userSplit(), arms: arms)
    }
    expectEqual(conflict, .apps("newest", "jumping"))
  }

  @Test func `a group's value that is no number ends the experiment`() throws {
    let experiment = try experiment(.userSplit(), worlds: 1)
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
        guard let outcome = madeUp(run, shouldContinue) else { return nil }
        guard run.liveTest != nil else { return outcome }
        var broken = outcome.values
        broken["ndcg@10"] = MetricValue(.infinity, support: 1)
        return WorldOutcome(
          arm: outcome.arm, world: outcome.world, values: outcome.values,
          groups: GroupValues(baseline: outcome.values, candidate: broken),
          digest: outcome.digest, summary: outcome.summary)
      }
    }
    expectEqual(
      failure?.description,
      "world 0 of arm 'affinity with newest (user-split)': ndcg@10 of the candidate's group is inf,"
        + " which is not a finite number")
  }
}

/// How many pages were served.
private final class PageCount: CustomMetric {
  static let definition = MetricDefinition(
    id: "page_count", family: .utility, name: "", formula: "", unit: "", direction: .describes,
    range: "", undefined: "", source: "")
  private var count = 0

  func observe(_ page: borrowing PageObservation) { count += 1 }

  var value: MetricValue { MetricValue(Double(count), support: count) }
}
