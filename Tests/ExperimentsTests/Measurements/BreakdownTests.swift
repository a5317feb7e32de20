import Experiments
import FeedMetrics
import SocialFeed
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Metrics by surface, ranker and day.
@Suite struct BreakdownTests {
  private static let metric = MetricCatalogue.all[0]

  /// A world in which the metric has these values on the first days.
  private func outcome(_ arm: String, _ world: Int, _ values: [Double?]) -> WorldOutcome {
    WorldOutcome(
      arm: arm, world: world, values: [Self.metric.id: MetricValue(0, support: 1)],
      scopes: values.enumerated().compactMap { day, value in
        NamedScope(.day(day), rankers: []).map { ScopedValues(scope: $0, values: [value]) }
      }, digest: "", summary: WorldSummary())
  }

  @Test func `scopes are in order of kind, then surface, ranker's name and day`() {
    let rankers = ["trending", "contest-score", "recency"]
    let scopes = [
      MetricScope.day(10), .day(2), .ranker(0), .ranker(2), .surface(.global), .surface(.home),
      .all,
    ].compactMap { NamedScope($0, rankers: rankers) }
    expectEqual(
      scopes.sorted().map { "\($0.kind) \($0.name)" },
      [
        "surface home", "surface global", "ranker recency", "ranker trending", "day 2", "day 10",
      ])
  }

  @Test func `rankers of one name are distinguished by the first surface that they order`() {
    let rankers = ["affinity", "contest-score", "recency", "affinity", "recency", "recency"]
    let names = [0, 2, 3].map { NamedScope(.ranker($0), rankers: rankers)?.name }
    expectEqual(names, ["affinity", "recency", "affinity (latest)"])
  }

  /// Two worlds: 1 and 3 on day 0, nothing and 5 on day 1; of the other arm nothing at all.
  @Test func `an estimate is over the worlds that have a value in the scope`() throws {
    let metric = Self.metric
    let design = Experiment(
      measuring: try scenario(), arms: ["newest", "random"], worlds: 2, metrics: [metric]
    ).design
    let results = ExperimentResults(
      design: design,
      outcomes: [
        outcome("newest", 0, [1, nil]), outcome("newest", 1, [3, 5]), outcome("random", 0, []),
        outcome("random", 1, [nil]),
      ])
    let breakdown = results.breakdown
    expectEqual(breakdown.map { "\($0.arm) \($0.scope.name)" }, ["newest 0", "newest 1"])
    #expect(breakdown[0].mean == 2 && breakdown[0].worlds == 2 && breakdown[0].standardError == 1)
    expectEqual(breakdown[0].interval?.contains(2 + 12.7), true)
    #expect(breakdown[1].mean == 5 && breakdown[1].worlds == 1)
    #expect(breakdown[1].standardError == nil && breakdown[1].interval == nil)
  }

  /// Day 0: newest has 1, 5 and 9 in its worlds, random 2, 6.5 and 11; each is ahead of the other's spread,
  /// so that only pairs show the difference 1, 1.5, 2: mean 1.5, s = 0.5, s / √3 = 0.28868, t₀.₉₇₅(2) =
  /// 4.30265, half-width 1.24207. Day 1: one world lacks a value; 4 − 3 is the only pair.
  @Test func `differences of a day are paired by world`() throws {
    let metric = Self.metric
    var experiment = Experiment(
      try scenario(), baseline: "newest", candidates: ["random"], metrics: [metric])
    experiment.end(by: .fixed(3))
    let results = ExperimentResults(
      design: experiment.design,
      outcomes: [
        outcome("random", 2, [11, nil]), outcome("newest", 0, [1, 3]),
        outcome("newest", 2, [9, 7]), outcome("random", 0, [2, 4]),
        outcome("newest", 1, [5, nil]), outcome("random", 1, [6.5, nil]),
      ])
    let differences = results.dailyDifferences
    expectEqual(differences.map(\.day), [0, 1])
    expectEqual(differences.map(\.candidate), ["random", "random"])
    let first = differences[0].difference
    #expect(first.mean == 1.5 && first.count == 3)
    let interval = try #require(first.interval)
    #expect(abs(interval.lower - 0.25793) < 1e-5 && abs(interval.upper - 2.74207) < 1e-5)
    #expect(differences[1].difference.mean == 1 && differences[1].difference.interval == nil)
    let levels = ["newest", "random"].map { arm in
      results.breakdown.first { $0.arm == arm && $0.scope.name == "0" }?.interval
    }
    #expect(levels[0]!.upper > levels[1]!.lower, "unpaired intervals overlap")

    let measured = Experiment(
      measuring: try scenario(), arms: ["newest"], worlds: 1, metrics: [metric]
    ).design
    #expect(
      ExperimentResults(design: measured, outcomes: [outcome("newest", 0, [1, 3])])
        .dailyDifferences.isEmpty)
  }

  /// The scenario has half a day of warm-up in two days; its arm `newest` orders home, and all but the
  /// contest, newest first.
  @Test func `runs have values by surface, ranker and day`() throws {
    let results = try Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1).run(
      jobs: 1)
    let scopes = Set(results.breakdown.map(\.scope))
    func names(_ kind: NamedScope.Kind) -> [String] {
      scopes.filter { $0.kind == kind }.sorted().map(\.name)
    }
    expectEqual(names(.day), ["0", "1"])
    // A contest without entries is answered too, by its default ranker.
    expectEqual(names(.ranker), ["contest-score", "recency"])
    #expect(Set(names(.surface)).isSubset(of: Surface.allCases.map(\.description)))
    expectEqual(names(.surface).first, "home")
    // All pages with posts are those of the one ranker.
    let whole = results.estimates(of: "newest").first { $0.metric.id == "relevance@10" }
    let recency = results.breakdown.first {
      $0.scope.kind == .ranker && $0.metric.id == "relevance@10"
    }
    expectEqual(recency?.mean, whole?.mean)
  }

  @Test func `a table has a row for each thing, over the worlds that have one`() throws {
    let metric = try #require(MetricCatalogue.tables.first)
    func outcome(_ world: Int, _ rows: [(String, Double?)]) -> WorldOutcome {
      let rows = rows.map { MetricTable.Row(label: $0.0, value: MetricValue($0.1, support: 1)) }
      return WorldOutcome(
        arm: "newest", world: world, values: [:],
        tables: [MetricTable(definition: metric, rows: rows)], digest: "", summary: WorldSummary())
    }
    let design = Experiment(
      measuring: try scenario(), arms: ["newest"], worlds: 2, metrics: [metric]
    ).design
    #expect(design.metrics.isEmpty && design.tables == [metric])
    let breakdown = ExperimentResults(
      design: design,
      outcomes: [
        outcome(0, [("b", 1), ("a", nil)]), outcome(1, [("b", 3), ("a", 4), ("c", nil)]),
      ]
    ).breakdown
    expectEqual(breakdown.map { "\($0.scope.kind) \($0.scope.name)" }, ["row b", "row a"])
    expectEqual(breakdown.map(\.mean), [2, 4])
    expectEqual(breakdown.map(\.worlds), [2, 1])
  }

  @Test func `a value of a scope that is no number ends the experiment`() throws {
    let experiment = Experiment(
      measuring: try scenario(), arms: ["newest"], worlds: 1, metrics: [MetricCatalogue.all[0]])
    let scope = try #require(NamedScope(.day(3), rankers: []))
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { run, _ in
        WorldOutcome(
          arm: run.arm.name, world: 0, values: [:],
          scopes: [ScopedValues(scope: scope, values: [.infinity])], digest: "",
          summary: WorldSummary())
      }
    }
    expectEqual(
      failure?.description,
      "world 0 of arm 'newest': \(MetricCatalogue.all[0].id) of day 3 is inf,"
        + " which is not a finite number")
  }
}

/// Which metrics an experiment reports.
@Suite struct MetricChoiceTests {
  @Test func `a comparison reports the core and the named metrics, a measurement all`() throws {
    let scenario = try scenario()
    expectEqual(Experiment(scenario).design.metrics, MetricSet.core.metrics(for: scenario))
    expectEqual(Experiment(measuring: scenario).design.metrics, MetricCatalogue.all)
    expectEqual(Experiment(measuring: scenario).design.tables, MetricCatalogue.tables)
    expectEqual(MetricSet.all.metrics(for: scenario), MetricCatalogue.all + MetricCatalogue.tables)
  }

  @Test func `the core has all of its tier, and an extended metric where it is named`() throws {
    for metric in MetricCatalogue.all {
      let scenario = try scenario(margins: "\(metric.id): {margin: 1%}")
      let core = MetricSet.core.metrics(for: scenario)
      expectEqual(core, MetricCatalogue.all.filter { $0.tier == .core || $0 == metric })
    }
  }
}
