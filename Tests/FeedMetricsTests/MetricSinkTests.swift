import FeedMetrics
import Stochastics
import TestSupport
import Testing

@Suite struct MetricSinkTests {
  /// Compares all metrics of a trace with their slow versions.
  private func compare(
    _ trace: Trace, sampled: Set<Int>? = nil, options: MetricOptions = MetricOptions(),
    _ what: String
  ) {
    let expected = TraceOracle(trace, sampled: sampled).values()
    let values = trace.metrics(options: options)
    expectEqual(Set(values.map(\.id)), Set(expected.keys))
    for (id, value) in values {
      guard let slow = expected[id] else { continue }
      #expect(
        value.isAbout(slow.value, support: slow.support, within: 1e-9),
        "\(what): \(id) is \(value), expected \(slow)")
    }
  }

  @Test func `every metric equals its definition on random traces`() {
    for seed in 0..<500 as Range<UInt64> {
      compare(Trace(seed: seed), "seed \(seed)")
    }
  }

  @Test func `pairs are those of the members with the smallest draws`() {
    let stream = KeyedStream(seed: 5, world: 0, name: StreamName("metric sample"))
    for seed in 0..<80 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let draws = trace.members.indices.map { (stream.uniform(UInt32($0)), $0) }
      for size in 0...4 {
        compare(
          trace, sampled: Set(draws.sorted(by: <).prefix(size).map(\.1)),
          options: MetricOptions(sampledMembers: size, sampleSeed: 5), "seed \(seed), \(size)")
      }
    }
  }

  @Test func `pages of the warm-up change nothing but what is a first look`() {
    var compared = 0
    for seed in 0..<200 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let isLeftOut = { (page: PageObservation) in page.time < trace.run.windowStart }
      let leftOut = Set(trace.pages.filter(isLeftOut).map(\.request))
      let kept = Set(trace.pages.filter { !isLeftOut($0) }.map(\.request))
      guard !leftOut.isEmpty, leftOut.isDisjoint(with: kept) else { continue }
      var without = trace
      without.pages.removeAll(where: isLeftOut)
      for index in without.interactions.indices {
        guard let request = without.interactions[index].request, leftOut.contains(request) else {
          continue
        }
        without.interactions[index].request = nil
      }
      // A look after one in the warm-up is not the first.
      for (one, other) in zip(trace.metrics(), without.metrics())
      where one.id != "first_look_engagement_rate" {
        #expect(one == other, "seed \(seed)")
      }
      compared += 1
    }
    #expect(compared > 20)
  }

  @Test func `a run of nothing has only undefined metrics`() {
    for (id, value) in Trace().metrics() {
      expectEqual(value, MetricValue(nil, support: 0), "\(id)")
    }
  }

  @Test func `the second call gives the same`() {
    let sink = MetricSink()
    Trace(seed: 3).replay(to: sink)
    for (one, other) in zip(sink.values(), sink.values()) { #expect(one == other) }
  }

  @Test func `a sink begins anew with each run`() {
    let sink = MetricSink()
    Trace(seed: 3).replay(to: sink)
    _ = sink.values()
    Trace(seed: 4).replay(to: sink)
    for (one, other) in zip(sink.values(), Trace(seed: 4).metrics()) { #expect(one == other) }
  }

  @Test func `what comes out of order is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var trace = Trace(members: 2)
      trace.publish(by: 1, at: 0)
      let sink = MetricSink()
      trace.replay(to: sink)
      for time in [2.0, 1.0] {
        trace.show([0], to: 0, at: time)
        sink.observe(trace.pages[trace.pages.count - 1])
      }
    }
    await #expect(processExitsWith: .failure) {
      var trace = Trace(members: 2)
      trace.publish(by: 1, at: 100)
      trace.show([0], to: 0, at: 100)
      trace.pages[0].time = 99
      trace.posts[0].createdAt = -1
      let sink = MetricSink()
      trace.replay(to: sink)
      trace.publish(by: 1, at: -2)
      sink.observe(trace.posts[1])
    }
  }
}
