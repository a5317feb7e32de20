import Experiments
import FeedMetrics
import Scenarios
import Stochastics
import TestSupport
import Testing

@Suite struct ComparisonTests {
  @Test func `agrees with values worked by hand`() throws {
    let comparison = compare([1, 2, 3, 4], [2, 2, 4, 5])
    let difference = try #require(comparison.difference)
    // d = 1, 0, 1, 1: mean 3/4, variance (3 · 1/16 + 9/16) / 3 = 1/4, standard error √(1/4) / √4.
    expectEqual(difference.mean, 0.75)
    expectEqual(difference.standardError, 0.25)
    // t of 3 degrees of freedom at 0.975 is 3.182446305: 0.75 ± 0.795611576.
    let interval = try #require(difference.interval)
    #expect(abs(interval.lower - -0.045611576) < 1e-9)
    #expect(abs(interval.upper - 1.545611576) < 1e-9)
    // P(|T| ≥ 3) with 3 degrees of freedom: 1 − (2/π)(π/3 + √3/4) = 1/3 − √3 / (2π).
    #expect(abs(try #require(difference.pValue) - 0.057668885) < 1e-8)
    // Variances 5/3 and 9/4 of the arms against 1/4 of the difference.
    #expect(abs(try #require(comparison.varianceReduction) - 47.0 / 3) < 1e-12)
    expectEqual(comparison.baselineMean, 2.5)
    expectEqual(comparison.candidateMean, 3.25)
    #expect(abs(try #require(comparison.relative).estimate - 0.3) < 1e-15)
    expectEqual(comparison.worlds, 4)
    expectEqual(comparison.verdict, .undecided)
    expectEqual(comparison.inconclusiveReason, nil)
  }

  @Test(arguments: [
    (MetricDefinition.Direction.higher, Verdict.better, Verdict.worse),
    (.lower, .worse, .better),
    (.describes, .higher, .lower),
    // Distances from 4 fall by what the values rise by.
    (.target(4), .better, .worse),
    // Distances from 0 rise.
    (.target(0), .worse, .better),
  ])
  func `the direction of the metric turns the verdict and never the difference`(
    direction: MetricDefinition.Direction, ofRise: Verdict, ofFall: Verdict
  ) throws {
    let low = [1.0, 1.2, 0.9, 1.1]
    let high = [2.1, 2.2, 2.0, 2.0]
    let rise = compare(low, high, direction: direction)
    let fall = compare(high, low, direction: direction)
    expectEqual(rise.verdict, ofRise)
    expectEqual(fall.verdict, ofFall)
    // d = 1.1, 1.0, 1.1, 0.9.
    #expect(abs(try #require(rise.difference).mean - 1.025) < 1e-12)
    #expect(abs(try #require(fall.difference).mean - -1.025) < 1e-12)
  }

  @Test func `a target is scored by the distance, world by world`() throws {
    let comparison = compare([0.5, 0.6, 0.4, 0.5], [1.3, 1.2, 1.4, 1.2], direction: .target(1))
    // Distances 0.5, 0.4, 0.6, 0.5 become 0.3, 0.2, 0.4, 0.2: nearer by 0.2, 0.2, 0.2, 0.3.
    #expect(abs(try #require(comparison.judged).mean - -0.225) < 1e-12)
    #expect(abs(try #require(comparison.difference).mean - 0.775) < 1e-12)
    expectEqual(comparison.verdict, .better)
  }

  @Test func `arms on both sides of a target and equally far are equivalent, not identical`() {
    let comparison = compare([0.9, 0.8, 0.7], [1.1, 1.2, 1.3], direction: .target(1))
    expectEqual(comparison.verdict, .equivalent)
  }

  @Test(arguments: [
    (Scenario.Margin.Size.absolute(0.8), Verdict.undecided),
    (.absolute(1.55), .equivalent),
    // Fieller's limits of 0.75 ÷ 2.5 are −0.0239 and 1.4554, the roots of (d̄ − ρb̄)² = t²s²(d − ρb)/4.
    (.relative(1.45), .undecided),
    (.relative(1.46), .equivalent),
  ])
  func `an interval inside the margin is equivalent`(
    margin: Scenario.Margin.Size, verdict: Verdict
  ) {
    // The interval worked above is [−0.0456, 1.5456].
    expectEqual(compare([1, 2, 3, 4], [2, 2, 4, 5], margin: margin).verdict, verdict)
  }

  @Test func `what is sure and smaller than the margin is too small to matter, not better`() {
    // Differences of 0.010 or 0.011: surely above 0, and surely below 0.05.
    let baseline = [1.0, 1.1, 1.2, 1.3]
    let candidate = [1.01, 1.111, 1.21, 1.311]
    expectEqual(compare(baseline, candidate).verdict, .better)
    expectEqual(compare(baseline, candidate, margin: .absolute(0.05)).verdict, .equivalent)
    expectEqual(compare(candidate, baseline, margin: .absolute(0.05)).verdict, .equivalent)
    // 5 % of 1.15 is 0.0575, 0.5 % is 0.00575.
    expectEqual(compare(baseline, candidate, margin: .relative(0.05)).verdict, .equivalent)
    expectEqual(compare(baseline, candidate, margin: .relative(0.005)).verdict, .better)
  }

  /// Differences of mean 0.0001 and half-width 4.303 · 0.0001/√3 = 0.00025, and a hundred times as much.
  @Test func `without a margin a change within 0.0005, and within one per cent, is equivalent`() {
    let (baseline, candidate) = ([0.5, 0.5, 0.5], [0.5, 0.5001, 0.5002])
    let comparison = compare(baseline, candidate)
    expectEqual(comparison.verdict, .equivalent)
    expectEqual(comparison.margin, 0)
    expectEqual(compare(baseline, [0.5, 0.51, 0.52]).verdict, .undecided)
    // One per cent of 0.01 is 0.0001.
    expectEqual(compare([0.01, 0.01, 0.01], [0.01, 0.0101, 0.0102]).verdict, .undecided)
    // A declared margin replaces it.
    expectEqual(compare(baseline, candidate, margin: .absolute(0.0002)).verdict, .undecided)
  }

  /// A relative margin is compared with Fieller's limits of the ratio, and an absolute one with the interval of the
  /// difference: reports print the one that decided.
  @Test func `the deciding interval is on the scale of the margin`() throws {
    let (baseline, candidate) = ([1.0, 1.1, 1.2, 1.3], [1.01, 1.111, 1.21, 1.311])
    let absolute = try #require(compare(baseline, candidate, margin: .absolute(0.05)).deciding)
    // Differences 0.010, 0.011, 0.010, 0.011.
    expectEqual(absolute.scale, .unit)
    #expect(abs(absolute.estimate - 0.0105) < 1e-12)
    expectEqual(absolute.margin, 0.05)
    let comparison = compare(baseline, candidate, margin: .relative(0.005))
    let share = try #require(comparison.deciding)
    expectEqual(share.scale, .share)
    // 0.0105 ÷ 1.15.
    #expect(abs(share.estimate - 0.0105 / 1.15) < 1e-12)
    expectEqual(share.interval, comparison.relative?.interval)
    expectEqual(share.margin, 0.005)
    // Of a metric with a target it is the change of the distance, in its unit.
    let target = compare(
      [0.5, 0.6, 0.4], [0.6, 0.7, 0.6], direction: .target(1), margin: .relative(0.1))
    expectEqual(target.deciding?.scale, .unit)
    #expect(abs(try #require(target.deciding).estimate - -0.4 / 3) < 1e-12)
    expectEqual(compare([1], [5]).deciding, nil)
  }

  /// 300 comparisons of random values: the word follows from the interval and the margin that are printed. Rules of
  /// another scale, such as a relative margin against the difference divided by the mean, fail this in some of them.
  @Test func `each verdict follows from its deciding interval`() {
    var generator = SeededGenerator(seed: 52)
    let directions: [MetricDefinition.Direction] = [.higher, .lower, .target(1), .describes]
    for _ in 0..<300 {
      let worlds = Int.random(in: 2...9, using: &generator)
      let size = Double.random(in: -0.2...0.2, using: &generator)
      let baseline = (0..<worlds).map { _ in Double.random(in: 0.5...1.5, using: &generator) }
      let candidate = baseline.map { $0 + size + Double.random(in: -0.1...0.1, using: &generator) }
      let direction = directions.randomElement(using: &generator)!
      let margin: Scenario.Margin.Size =
        Bool.random(using: &generator) ? .absolute(0.1) : .relative(0.1)
      let comparison = compare(baseline, candidate, direction: direction, margin: margin)
      guard let deciding = comparison.deciding else { continue }
      let (lower, upper) = (deciding.interval.lower, deciding.interval.upper)
      let isLowGood = direction != .higher && direction != .describes
      let expected: Verdict =
        -0.1 < lower && upper < 0.1
        ? .equivalent
        : lower > 0
          ? direction == .describes ? .higher : isLowGood ? .worse : .better
          : upper < 0
            ? direction == .describes ? .lower : isLowGood ? .better : .worse : .undecided
      guard deciding.margin == 0.1 else { continue }
      expectEqual(comparison.verdict, expected, "\(deciding)")
    }
  }

  @Test func `a relative margin of a negative baseline has its magnitude`() {
    expectEqual(compare([-2, -4], [-2, -4], margin: .relative(0.01)).margin, 0.03)
  }

  @Test func `arms that agree in every world are identical, with exact zeros`() throws {
    let comparison = compare([0.1, 0.7, 0.3], [0.1, 0.7, 0.3])
    let difference = try #require(comparison.difference)
    expectEqual(comparison.verdict, .identical)
    expectEqual(difference.mean, 0)
    expectEqual(difference.interval, ConfidenceInterval(lower: 0, upper: 0, level: 0.95))
    expectEqual(difference.pValue, 1)
    expectEqual(comparison.varianceReduction, nil)
  }

  @Test func `differences in the last bits are none`() {
    expectEqual(compare([0.1 + 0.2, 0.7], [0.3, 0.7]).verdict, .identical)
  }

  @Test(arguments: [(5, Verdict.undecided), (6, .better)])
  func `one and the same difference needs six worlds`(worlds: Int, verdict: Verdict) throws {
    // 2^(1 − 5) = 0.0625 and 2^(1 − 6) = 0.03125, against 0.05.
    let baseline = (0..<worlds).map { Double($0) }
    let comparison = compare(baseline, baseline.map { $0 + 2 })
    expectEqual(comparison.verdict, verdict)
    try expectEqual(#require(comparison.difference?.interval).lower, 2)
    let reason = InconclusiveReason.constantDifference(worlds: worlds)
    expectEqual(comparison.inconclusiveReason, (verdict == .undecided ? reason : nil))
  }

  @Test func `one world decides nothing, and the report says so`() throws {
    let comparison = compare([1], [5])
    expectEqual(comparison.verdict, .undecided)
    expectEqual(comparison.inconclusiveReason, .oneWorld)
    try expectEqual(#require(comparison.difference).mean, 4)
    expectEqual(comparison.difference?.interval, nil)
    expectEqual(comparison.difference?.pValue, nil)
    expectEqual(comparison.varianceReduction, nil)
  }

  @Test func `a world where either arm has no value is left out of both and counted`() {
    let comparison = compare(
      [1, nil, 3, 4, 5], [2, 9, nil, 5, 7])
    expectEqual(comparison.worlds, 3)
    expectEqual(comparison.missing, 2)
    expectEqual(comparison.baselineMean, 10.0 / 3)
    expectEqual(comparison.candidateMean, 14.0 / 3)
  }

  @Test(arguments: [(1, Verdict.better), (2, .undecided)])
  func `more than one missing world in twenty leaves nothing decided`(
    missing: Int, verdict: Verdict
  ) {
    let baseline = (0..<20).map { Double($0) }
    let candidate = (0..<20).map { $0 < missing ? nil : Double($0) + 3 + 0.1 * Double($0 % 3) }
    let comparison = compare(baseline, candidate)
    expectEqual(comparison.verdict, verdict)
    let reason = InconclusiveReason.missing(missing, of: 20)
    expectEqual(comparison.inconclusiveReason, (verdict == .undecided ? reason : nil))
  }

  @Test func `a metric without any pair of values is undefined`() {
    let comparison = compare([nil, 2], [1, nil])
    expectEqual(comparison.verdict, .undefined)
    expectEqual(comparison.baselineMean, nil)
    expectEqual(comparison.candidateMean, nil)
    expectEqual(comparison.difference, nil)
    expectEqual(comparison.relative, nil)
    expectEqual(comparison.missing, 2)
  }

  @Test(arguments: [[0.0, 0.0, 0.0], [-1.0, -2.0, -3.0]])
  func `a baseline that is 0 or negative in the mean has no percentage`(baseline: [Double]) {
    expectEqual(compare(baseline, [1, 2, 4]).relative, nil)
  }

  @Test func `the order of the worlds changes no verdict`() {
    let baseline = [0.4, 0.1, 0.3, 0.2, 0.6, 0.5]
    let candidate = [0.45, 0.16, 0.33, 0.26, 0.65, 0.58]
    let verdict = compare(baseline, candidate).verdict
    expectEqual(verdict, .better)
    for order in [[5, 4, 3, 2, 1, 0], [2, 0, 5, 1, 4, 3]] {
      expectEqual(compare(order.map { baseline[$0] }, order.map { candidate[$0] }).verdict, verdict)
    }
  }

  /// Six worlds of 0.5 and six of 0.6 that are not paired: Welch's test has nothing to divide by.
  @Test(arguments: [([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], 0.1), ([0.6, 0.6, 0.6, 0.6, 0.6, 0.6], 0.0)])
  func `constants in worlds that are not paired are undecided for want of spread`(
    old: [Double], change: Double
  ) throws {
    let comparison = Comparison(
      unpaired: metric(.higher), candidate: "new", baseline: old,
      candidate: Array(repeating: 0.6, count: 6), alpha: 0.05)
    expectEqual(comparison.verdict, .undecided)
    expectEqual(comparison.inconclusiveReason, .constantValues(worlds: 6))
    #expect(abs(try #require(comparison.difference).mean - change) < 1e-12)
    expectEqual(comparison.difference?.evidence, .constant)
    expectEqual(comparison.difference?.interval, nil)
  }

  /// 0.2 − 0.3 and 0.2 − 0.1 tie but for rounding: 0.75, and 0.50 if they did not (RoundingTests).
  @Test func `further tests tie differences that differ by rounding`() {
    let comparison = compare([0.3, 0.1, 1], [0.2, 0.2, 2])
    expectEqual(comparison.furtherTests.signedRanks?.pValue, 0.75)
  }

  /// Student's p is 0.0156, that of the sign-flip test 8/256 = 0.03125 and the always-valid p 0.1532: the
  /// first two agree about 0.05, whatever the plan. Seven differences of 0.1 and one of 4 have 0.267 and 2/256.
  @Test(arguments: [
    ([0.03, -0.01, 0.05, 0.03, 0.05, -0.01, 0.06, 0.04], false),
    ([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 4], true),
  ])
  func `a dispute is between Student's t and the signs, not between plans`(
    differences: [Double], isDisputed: Bool
  ) throws {
    let rules: [IntervalRule] = [
      .student(alpha: 0.05), .alwaysValid(alpha: 0.05), .stein(alpha: 0.05, first: 4),
    ]
    for rule in rules {
      let comparison = Comparison(
        metric: metric(.higher), candidate: "new",
        baseline: Array(repeating: 1, count: differences.count),
        candidate: differences.map { 1 + $0 }, rule: rule)
      expectEqual(comparison.isDisputed, isDisputed, "\(rule)")
    }
    let open = try #require(
      alwaysValidT(differences: [0.03, -0.01, 0.05, 0.03, 0.05, -0.01, 0.06, 0.04], level: 0.95))
    #expect(try #require(open.pValue) > 0.05)
  }

  @Test(arguments: [
    (InconclusiveReason.oneWorld, "one pair of worlds has no spread"),
    (.missing(3, of: 20), "no value in 3 of 20 worlds"),
    (
      .constantDifference(worlds: 4),
      "the same difference in all of 4 worlds, too few to rule out chance"
    ),
    (
      .constantValues(worlds: 6),
      "each arm has the same value in all of its worlds (6 or more), so the spread is zero"
    ),
  ])
  func `reasons have descriptions`(reason: InconclusiveReason, words: String) {
    expectEqual(reason.description, words)
  }
}

private func compare(
  _ baseline: [Double?], _ candidate: [Double?],
  direction: MetricDefinition.Direction = .higher, margin: Scenario.Margin.Size? = nil
) -> Comparison {
  Comparison(
    metric: metric(direction), candidate: "new", margin: margin, baseline: baseline,
    candidate: candidate)
}

private func metric(_ direction: MetricDefinition.Direction) -> MetricDefinition {
  MetricDefinition(
    id: "metric", family: .utility, name: "", formula: "", unit: "", direction: direction,
    range: "", undefined: "", source: "")
}
