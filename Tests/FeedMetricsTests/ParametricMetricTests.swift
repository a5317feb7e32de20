import FeedMetrics
import TestSupport
import Testing

@Suite struct ParametricMetricTests {
  /// The value of one metric, which need not be in the catalogue.
  private func value(_ id: String, of trace: Trace) throws -> Double? {
    let values = trace.metrics(options: MetricOptions(set: .named, named: [id]))
    expectEqual(values.map(\.id), [id])
    return try #require(values.first).value.value
  }

  @Test func `a value of a parameter that is not listed can be computed`() throws {
    var trace = Trace(days: 10, members: 4)
    trace.publish(by: 1)
    trace.publish(by: 2)
    trace.show([0], to: 0, at: 10)
    trace.show([1], to: 0, at: 20)
    trace.show([1], to: 3, at: 30)
    // exposures 1 and 2, thus x/μ = 2/3 and 4/3; 1 − 1 / mean(3/2, 3/4) = 1 − 8/9
    #expect(abs(try #require(try value("creator_atkinson(epsilon=2)", of: trace)) - 1 / 9) < 1e-12)
    // half of the upper one of two authors, of 3
    #expect(abs(try #require(try value("creator_top25_share", of: trace)) - 1.0 / 3) < 1e-12)
    #expect(abs(try #require(try value("creator_bottom25_share", of: trace)) - 0.5 / 3) < 1e-12)
    // ages 10, 20 and 30, those of posts published at 0
    try expectEqual(value("age_at_impression_p25_s", of: trace), 15)
  }

  @Test func `complementary shares sum to one on random traces`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let trace = Trace(seed: seed)
      guard let top = try value("creator_top30_share", of: trace),
        let bottom = try value("creator_bottom70_share", of: trace)
      else { continue }
      #expect(abs(top + bottom - 1) < 1e-9, "seed \(seed)")
    }
  }

  @Test func `named metrics have the values that they have among all`() {
    let named = [
      "new_creator_exposure_ratio", "creator_atkinson", "overlap@3", "utility_p90", "awrf",
    ]
    for seed in 0..<20 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let all = trace.metrics()
      for (id, value) in trace.metrics(options: MetricOptions(set: .named, named: named)) {
        expectEqual(all.first { $0.id == id }?.value, value, "seed \(seed): \(id)")
      }
    }
  }

  @Test(arguments: [
    ("creator_atkinson(epsilon=0.5)", "creator_atkinson"),
    ("creator_atkinson(epsilon=0.50)", "creator_atkinson"),
    ("creator_atkinson(epsilon=1.0)", "creator_atkinson(epsilon=1)"),
    ("creator_atkinson(epsilon=2.25)", "creator_atkinson(epsilon=2.25)"),
    ("new_viewer_utility_gap(days=7)", "new_viewer_utility_gap"),
    ("cold_start_reach_rate(hours=048)", "cold_start_reach_rate(hours=48)"),
    ("creator_top5_share", "creator_top5_share"), ("utility_p99", "utility_p99"),
    ("overlap@5", "overlap@5"),
  ])
  func `an id shows a value in one way, the default in parentheses not at all`(
    id: String, shown: String
  ) {
    expectEqual(MetricCatalogue.definition(id)?.id, shown)
  }

  @Test(
    arguments: cases(
      """
      relevance@5 => relevance@10
      ndcg@ => ndcg@10
      utility_p0 => utility_pN, N from 1 to 99
      utility_p5.5 => utility_pN, N from 1 to 99
      overlap@21 => overlap@N, N from 1 to 20
      creator_atkinson(epsilon=0) => creator_atkinson(epsilon=N), N from 0.01 to 10
      creator_atkinson(epsilon=0.001) => creator_atkinson(epsilon=N), N from 0.01 to 10
      creator_atkinson(epsilon=1e0) => creator_atkinson(epsilon=N), N from 0.01 to 10
      creator_exposure_gini(exposure=cubic) =>
        creator_exposure_gini or creator_exposure_gini(exposure=log2) or creator_exposure_gini(exposure=geometric) or creator_exposure_gini(exposure=impressions) or creator_exposure_gini(exposure=examined)
      """))
  func `a value that is not possible is refused with those that are`(id: String, forms: String) {
    expectEqual(MetricCatalogue.definition(id), nil)
    expectEqual(MetricCatalogue.forms(like: id), forms)
  }

  @Test(arguments: ["", "relevance", "relevanc@10", "applause(days=3)", "utility_pp"])
  func `an id without such a metric has no forms`(id: String) {
    expectEqual(MetricCatalogue.definition(id), nil)
    #expect(MetricCatalogue.forms(like: id).map { $0.isEmpty } ?? true || id == "utility_pp")
  }

  @Test func `metrics of ids come in the order of the catalogue, then by id`() {
    let metrics = MetricCatalogue.definitions(of: [
      "utility_p20", "like_rate", "ctr_per_impression", "creator_atkinson(epsilon=3)", "applause",
      "creator_exposure_gini", "creator_atkinson(epsilon=3.0)",
    ])
    expectEqual(
      metrics.map(\.id),
      [
        "creator_exposure_gini", "like_rate", "open_rate", "creator_atkinson(epsilon=3)",
        "utility_p20",
      ])
    #expect(metrics.suffix(2).allSatisfy { $0.tier == .extended })
  }
}

@Suite struct RenamedMetricsTests {
  @Test func `an old id finds the metric of today, and no metric has it`() {
    for old in ["relevance_at_k", "top1_hit", "epc", "wrong_button_share", "creator_atkinson_1"] {
      let new = MetricCatalogue.newID(of: old)
      expectEqual(MetricCatalogue.definition(old)?.id, new)
      #expect(!MetricCatalogue.all.contains { $0.id == old })
      #expect(MetricCatalogue.all.contains { $0.id == new })
    }
    expectEqual(MetricCatalogue.newID(of: "like_rate"), nil)
  }

  @Test func `values by old ids are those of today's`() {
    expectEqual(
      MetricCatalogue.withNewIDs(["ndcg": 1, "like_rate": 2]), ["ndcg@10": 1, "like_rate": 2])
    expectEqual(MetricCatalogue.withNewIDs(["ndcg": 1, "ndcg@10": 2]), ["ndcg@10": 2])
    let undefined = MetricCatalogue.withNewIDs(["epc": Double?.none])
    expectEqual(undefined, ["expected_popularity_complement": Double?.none])
  }
}
