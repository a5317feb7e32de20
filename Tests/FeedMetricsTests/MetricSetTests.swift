import FeedMetrics
import TestSupport
import Testing

@Suite struct MetricSetTests {
  /// A sink that has watched a trace.
  private func sink(_ trace: Trace, options: MetricOptions = MetricOptions()) -> MetricSink {
    let sink = MetricSink(options: options)
    trace.replay(to: sink)
    return sink
  }

  @Test func `tables equal their definitions on random traces`() {
    for seed in 0..<200 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let oracle = TraceOracle(trace)
      let expected = [
        "group_mean_exposure": oracle.groupMeanExposure(),
        "utility_group_mean": oracle.utilityGroupMeans(),
        "weekly_effective_categories": oracle.weeklyEffectiveCategories(),
      ]
      let tables = sink(trace).tables()
      expectEqual(Set(tables.map(\.definition.id)), Set(expected.keys))
      for table in tables {
        let slow = expected[table.definition.id]!
        expectEqual(table.rows.map(\.label), slow.map(\.label), "seed \(seed)")
        for (row, slow) in zip(table.rows, slow) {
          #expect(
            row.value.isAbout(slow.value.value, support: slow.value.support, within: 1e-9),
            "seed \(seed): \(table.definition.id) of \(row.label)")
        }
      }
    }
  }

  @Test func `core metrics are the same without extended ones`() {
    for seed in 0..<30 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let all = sink(trace)
      let core = sink(trace, options: MetricOptions(set: .core))
      expectEqual(core.scopes, all.scopes)
      for scope in [.all] + core.scopes {
        let values = all.values(in: scope)
        for (id, value) in core.values(in: scope) {
          expectEqual(values.first { $0.id == id }?.value, value, "seed \(seed): \(id) in \(scope)")
        }
      }
      expectEqual(core.values().map(\.id), MetricCatalogue.core.map(\.id))
      #expect(core.tables().isEmpty)
    }
  }
}
