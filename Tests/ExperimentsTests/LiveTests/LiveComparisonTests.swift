import Experiments
import FeedMetrics
internal import Stochastics
import TestSupport
import Testing

/// Live tests compared with parallel worlds, with values made up.
@Suite struct LiveComparisonTests {
  private typealias Values = LiveComparison.Values

  private func comparison(
    _ values: [Values], _ direction: MetricDefinition.Direction = .higher, margin: Double = 0
  ) -> LiveComparison {
    let metric = MetricDefinition(
      id: "made_up", family: .utility, name: "", formula: "", unit: "", direction: direction,
      range: "", undefined: "", source: "")
    return LiveComparison(
      metric: metric, candidate: "b", margin: .absolute(margin), values: values)
  }

  /// Of the groups the live test's differences, of the arms the global ones.
  private func worlds(_ naive: [Double], _ global: [Double]) -> [Values] {
    zip(naive, global).map {
      Values(baselineGroup: 1, candidateGroup: 1 + $0, baseline: 2, candidate: 2 + $1)
    }
  }

  /// Naive 1, 2, 3 and global 4, 5, 7: differences −3, −3, −4 with mean −10/3 and variance 1/3, so that
  /// the standard error is 1/3 and t(2) = 4.3027 gives −10/3 ± 1.4342. The ratio of the means is
  /// 2 / (16/3), the standard deviations are 1 and √(7/3).
  @Test func `bias, ratio and spread are as worked by hand`() throws {
    let found = comparison(worlds([1, 2, 3], [4, 5, 7]))
    expectEqual(found.worlds, 3)
    expectEqual(found.missing, 0)
    #expect(isNear(found.naive?.mean, 2))
    #expect(isNear(found.global?.mean, 16.0 / 3))
    #expect(isNear(found.bias?.mean, -10.0 / 3))
    #expect(isNear(found.bias?.standardError, 1.0 / 3))
    let interval = try #require(found.bias?.interval)
    #expect(isNear(interval.halfWidth, 4.302_652_729_911_275 / 3))
    #expect(isNear(found.ratio?.estimate, 3.0 / 8))
    #expect(isNear(found.spreadRatio, (3.0 / 7).squareRoot()))
    expectEqual(found.wrongSigns, 0)
    #expect(found.isBiased)
    expectEqual(found.globalVerdict, .better)
    expectEqual(found.naiveVerdict, .undecided)
    #expect(found.isMisleading)
  }

  @Test func `a live test with the differences of parallel worlds has no bias`() {
    let found = comparison(worlds([1, 2, 3], [1, 2, 3]))
    expectEqual(found.bias?.mean, 0)
    expectEqual(found.bias?.evidence, .identical)
    #expect(!found.isBiased && !found.isMisleading)
    expectEqual(found.ratio?.estimate, 1)
    #expect(isNear(found.spreadRatio, 1))
  }

  /// The global effect is 3 on average; two of the four live tests point down.
  @Test func `worlds that point the wrong way are counted against the mean effect`() {
    let found = comparison(worlds([-1, 2, -0.5, 0], [3, 2, 4, 3]))
    expectEqual(found.wrongSigns, 2)
    let down = comparison(worlds([1, -2, -2, -1], [-3, -2, -4, -3]))
    expectEqual(down.wrongSigns, 1)
  }

  @Test func `arms that are the same have no effect to be wrong about`() {
    let found = comparison(worlds([1, -1, 2, -2], [0, 0, 0, 0]))
    expectEqual(found.ratio, nil)
    expectEqual(found.spreadRatio, nil)
    expectEqual(found.wrongSigns, 0)
    expectEqual(found.globalVerdict, .identical)
    expectEqual(found.naiveVerdict, .undecided)
    #expect(!found.isBiased)
    // Identical and equivalent are one thing.
    #expect(!comparison(worlds([0.1, -0.1, 0.1], [0, 0, 0]), margin: 1).isMisleading)
  }

  @Test func `a world without one of the four values is left out and counted`() {
    var values = worlds([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])
    values[0].baselineGroup = nil
    values[1].candidateGroup = nil
    values[2].baseline = nil
    values[3].candidate = nil
    let found = comparison(values)
    expectEqual(found.worlds, 1)
    expectEqual(found.missing, 4)
    expectEqual(found.bias?.interval, nil)
    #expect(found.naiveVerdict == .undecided && found.globalVerdict == .undecided)
  }

  @Test func `without any world there is nothing`() {
    for values in [[], [Values(baselineGroup: nil, candidateGroup: 1, baseline: 1, candidate: 1)]] {
      let found = comparison(values)
      expectEqual(found.worlds, 0)
      expectEqual(found.missing, values.count)
      #expect(found.naive == nil && found.global == nil && found.bias == nil)
      #expect(found.ratio == nil && found.spreadRatio == nil)
      #expect(found.naiveVerdict == .undefined && found.globalVerdict == .undefined)
      #expect(!found.isBiased && !found.isMisleading)
    }
  }

  @Test func `verdicts are turned the good way and heed the margin`() {
    let values = worlds([1, 1.1, 0.9, 1], [-2, -2.1, -1.9, -2])
    expectEqual(comparison(values, .lower).naiveVerdict, .worse)
    expectEqual(comparison(values, .lower).globalVerdict, .better)
    expectEqual(comparison(values, .describes).naiveVerdict, .higher)
    expectEqual(comparison(values, margin: 1.5).naiveVerdict, .equivalent)
    expectEqual(comparison(values, margin: 1.5).globalVerdict, .worse)
    // Groups at 1 and 2 of a target at 2: nearer; arms at 2 and 0: farther.
    expectEqual(comparison(values, .target(2)).naiveVerdict, .better)
    expectEqual(comparison(values, .target(2)).globalVerdict, .worse)
  }

  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 * max(1, abs(expected)) } ?? false
  }
}
