import Experiments
import FeedMetrics
internal import Stochastics
import TestSupport
import Testing

@Suite struct MetricEstimateTests {
  private let metric = MetricCatalogue.all[0]

  /// Mean 2, deviation 1, standard error 1/√3; t₂ = 4.302652729911275.
  @Test func `mean, deviation and interval are over the worlds that have a value`() throws {
    let estimate = estimate([3, nil, 1, 2])
    expectEqual(estimate.worlds, 3)
    expectEqual(estimate.missing, 1)
    expectEqual(estimate.mean, 2)
    expectEqual(estimate.standardDeviation, 1)
    expectEqual(estimate.standardError, (1.0 / 3).squareRoot())
    let interval = try #require(estimate.interval)
    let reach = 4.302652729911275 / 3.0.squareRoot()
    #expect(abs(interval.lower - (2 - reach)) < 1e-9)
    #expect(abs(interval.upper - (2 + reach)) < 1e-9)
    expectEqual(interval.level, 0.95)
    expectEqual(estimate.scaled, nil)
  }

  @Test func `support is that of the worlds used`() {
    let values = [
      MetricValue(1, support: 10), MetricValue(nil, support: 1000), MetricValue(2, support: 20),
    ]
    expectEqual(MetricEstimate(metric: metric, arm: "a", values: values).support, 15)
  }

  @Test func `one world has no spread, and none has no mean`() {
    let one = estimate([4])
    expectEqual(one.mean, 4)
    #expect(one.standardDeviation == nil && one.standardError == nil && one.interval == nil)
    let none = estimate([nil, nil])
    #expect(none.mean == nil && none.support == nil && none.interval == nil)
    #expect(none.worlds == 0 && none.missing == 2)
  }

  @Test func `equal values have an interval without width`() {
    let interval = estimate([0.1, 0.1, 0.1]).interval
    #expect(interval?.lower == 0.1 && interval?.upper == 0.1)
  }

  /// Numerators 2, 2.2, 2.1, 1.7 of mean 2, denominators 4, 4.2, 3.9, 3.9 of mean 4.
  @Test func `the scaled value is a ratio of mean differences`() throws {
    let scaled = try #require(
      estimate([3, 3.2, 3.1, 2.7], random: [1, 1, 1, 1], ideal: [5, 5.2, 4.9, 4.9]).scaled)
    #expect(abs(scaled.estimate - 9.0 / 4 / 4.5) < 0.01)
    #expect(abs(scaled.estimate - 2.0 / 4) < 1e-12)
    expectEqual(scaled.interval?.contains(0.5), true)
  }

  @Test func `the reference rankers are at 0 and 1`() throws {
    let (random, ideal): ([Double?], [Double?]) = ([1, 1.5, 1.2], [5, 5.2, 4.9])
    let low = try #require(estimate(random, random: random, ideal: ideal).scaled)
    let high = try #require(estimate(ideal, random: random, ideal: ideal).scaled)
    expectEqual(low.estimate, 0)
    expectEqual(high.estimate, 1)
  }

  @Test func `worlds in which one of the three has no value are left out`() throws {
    let scaled = try #require(
      estimate(
        [2, 2, nil, 2, 100], random: [1, 1, 1, 1, nil], ideal: [3, 3, 3, 3, 3]
      ).scaled)
    expectEqual(scaled.estimate, 0.5)
    #expect(scaled.interval?.lower == 0.5 && scaled.interval?.upper == 0.5)
  }

  @Test func `reference rankers that are equal, or not significantly different, make no scale`() {
    expectEqual(estimate([2, 3], random: [1, 1], ideal: [1, 1]).scaled, nil)
    // Differences 1 and −0.5: the interval of their mean has 0 inside.
    expectEqual(estimate([2, 3], random: [1, 1], ideal: [2, 0.5]).scaled, nil)
    expectEqual(estimate([2], random: [1], ideal: [1]).scaled, nil)
    expectEqual(estimate([nil], random: [1], ideal: [2]).scaled, nil)
  }

  @Test func `one world has a scaled value without an interval`() {
    let scaled = estimate([4], random: [1], ideal: [5]).scaled
    expectEqual(scaled?.estimate, 0.75)
    expectEqual(scaled?.interval, nil)
  }

  private func estimate(
    _ values: [Double?], random: [Double?]? = nil, ideal: [Double?]? = nil
  ) -> MetricEstimate {
    let scale = random.flatMap { random in
      ideal.map { MetricEstimate.Scale(random: random, ideal: $0) }
    }
    return MetricEstimate(
      metric: metric, arm: "a", values: values.map { MetricValue($0, support: 1) }, scale: scale)
  }
}
