import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct BreachesTests {
  private static let ids = [
    "serve_breaches_per_1000", "serve_deleted_per_1000", "serve_duplicates_per_1000",
    "serve_excess_per_1000", "serve_hidden_per_1000", "serve_own_per_1000",
    "serve_unknown_per_1000", "underfilled_page_share",
  ]

  /// The values of some metrics after a trace.
  private func values(
    _ trace: Trace, _ named: [String] = ids, _ set: MetricSet = .named, in scope: MetricScope = .all
  ) -> [String: MetricValue] {
    let sink = MetricSink(options: MetricOptions(set: set, named: named))
    trace.replay(to: sink)
    return Dictionary(uniqueKeysWithValues: sink.values(in: scope).map { ($0.id, $0.value) })
  }

  /// Two members and three posts of the second one; a page a day, the first of which is not in the window.
  private func trace() -> Trace {
    var trace = Trace(days: 4, warmUp: 1, members: 2)
    for _ in 0..<3 { trace.publish(by: 1) }
    trace.show([0], to: 0, at: 5, breaches: [.own: 90])
    trace.show([0, 1], to: 0, at: 1.5 * Trace.day, breaches: [.unknown: 1, .excess: 2])
    // A page of which nothing is left.
    trace.show([], to: 0, at: 2.5 * Trace.day, breaches: [.unknown: 1, .duplicate: 1])
    trace.show([2], to: 0, at: 3.5 * Trace.day, surface: .latest, ranker: 1, duplicates: 2)
    return trace
  }

  @Test func `breaches are counted among a thousand posts that pages brought, in the window`() {
    // The window has 3 posts that are shown, 2 that the app had, and 5 that are left out.
    let values = values(trace())
    expectEqual(values["serve_breaches_per_1000"], MetricValue(500, support: 10))
    expectEqual(values["serve_unknown_per_1000"], MetricValue(200, support: 10))
    expectEqual(values["serve_excess_per_1000"], MetricValue(200, support: 10))
    expectEqual(values["serve_duplicates_per_1000"], MetricValue(100, support: 10))
    for kind in ["deleted", "hidden", "own"] {
      expectEqual(values["serve_\(kind)_per_1000"], MetricValue(0, support: 10))
    }
  }

  @Test func `each feed and each day has its own`() {
    let total = Self.ids[0]
    expectEqual(values(trace(), in: .surface(.home))[total]?.value, 1000 * 5.0 / 7)
    expectEqual(values(trace(), in: .ranker(1))[total], MetricValue(0, support: 3))
    expectEqual(values(trace(), in: .day(1))[total], MetricValue(600, support: 5))
  }

  @Test func `without pages there is no value`() {
    for value in values(Trace(days: 2, members: 1)).values {
      expectEqual(value, MetricValue(nil, support: 0))
    }
  }

  /// In the window four pages of home, two of which the ranker left short or empty, and a short one of another feed that
  /// has no more posts.
  @Test func `pages that a ranker left short or empty are counted among all pages, in each feed`() {
    var trace = Trace(days: 4, warmUp: 1, members: 2)
    for _ in 0..<3 { trace.publish(by: 1) }
    trace.show([], to: 0, at: 5, isShort: true, isUnderfilled: true)
    let request = trace.show([0, 1], to: 0, at: 1.5 * Trace.day)
    trace.show(
      [2], to: 0, at: 1.5 * Trace.day + 9, request: request, offset: 2, isShort: true,
      isUnderfilled: true)
    trace.show([], to: 0, at: 2.5 * Trace.day, isShort: true, isUnderfilled: true)
    trace.show([2], to: 0, at: 2.75 * Trace.day)
    trace.show([2], to: 0, at: 3.5 * Trace.day, surface: .latest, ranker: 1, isShort: true)
    let id = MetricCatalogue.underfilledPages
    expectEqual(values(trace)[id], MetricValue(0.4, support: 5))
    expectEqual(values(trace, in: .surface(.home))[id], MetricValue(0.5, support: 4))
    expectEqual(values(trace, in: .surface(.latest))[id], MetricValue(0, support: 1))
    expectEqual(values(trace, in: .day(2))[id], MetricValue(0.5, support: 2))
  }

  @Test func `they are computed where they are named, and change no other value`() {
    let all = values(trace(), [], .all)
    expectEqual(Set(all.keys), Set(MetricCatalogue.all.map(\.id)))
    let more = values(trace(), Self.ids, .all)
    expectEqual(Set(more.keys), Set(all.keys).union(Self.ids))
    for (id, value) in all { expectEqual(more[id], value) }
    let core = values(trace(), Self.ids, .core)
    for (id, value) in values(trace(), [], .core) { expectEqual(core[id], value) }
  }

  @Test func `the catalogue has them beside the others`() {
    let occasional = MetricCatalogue.occasional
    expectEqual(occasional.map(\.id).sorted(), Self.ids)
    expectEqual(MetricCatalogue.others(of: ["ndcg@10"] + Self.ids).map(\.id), Self.ids)
    for metric in occasional {
      #expect(MetricCatalogue.definition(metric.id) == metric && metric.direction == .lower)
      #expect(!MetricCatalogue.all.contains(metric) && metric.family == .service)
      #expect((3...MetricDefinition.longestLabel).contains(metric.label.count))
      for text in [metric.name, metric.formula, metric.range, metric.undefined, metric.source] {
        #expect(!text.isEmpty && !text.contains("\n"))
      }
    }
    let labels = (MetricCatalogue.all + occasional).map(\.label)
    expectEqual(Set(labels).count, labels.count)
  }
}
