import FeedMetrics
import Foundation
import TestSupport
import Testing

/// An impression at position 1 is worth 1; member 0 is the viewer throughout.
@Suite struct RunCurvesTests {
  private func curves(_ trace: Trace, _ set: MetricSet = .core) -> RunCurves {
    let sink = MetricSink(options: MetricOptions(set: set))
    trace.replay(to: sink)
    return sink.curves()
  }

  /// Authors 1 and 2 with a post each, of categories 0 and 2; one shown once, the other three times.
  private func oneAndThree() -> Trace {
    var trace = Trace(members: 3)
    trace.publish(by: 1, category: 0)
    trace.publish(by: 2, category: 2)
    for (post, age) in [(0, 59), (1, 60), (1, 3599), (1, 86_400)] {
      trace.show([post], to: 0, at: Double(age))
    }
    return trace
  }

  @Test func `the grids are hundredths of authors, and ages that double in four steps`() {
    expectEqual(RunCurves.percents.count, 51)
    #expect(RunCurves.percents.first == 0 && RunCurves.percents.last == 100)
    expectEqual(Array(RunCurves.ages.prefix(6)), [60, 75, 90, 105, 120, 150])
    expectEqual(RunCurves.ages.count, 65)
    expectEqual(RunCurves.ages.last, 60 << 16)
    #expect(zip(RunCurves.ages, RunCurves.ages.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `the Lorenz curve of 1 and 3 is straight up to a quarter at the middle`() {
    let curve = curves(oneAndThree()).exposure
    for (percent, share) in zip(RunCurves.percents, curve) {
      // Slope 1/2 to the middle, 3/2 after it.
      let x = Double(percent) / 100
      #expect(abs(share - (x <= 0.5 ? x / 2 : 0.25 + (x - 0.5) * 1.5)) < 1e-12, "\(percent)")
    }
  }

  @Test func `a post is younger than an age when it has not reached it`() throws {
    let curve = curves(oneAndThree()).youngerThan
    func share(_ age: Int) throws -> Double {
      curve[try #require(RunCurves.ages.firstIndex(of: age))]
    }
    try expectEqual(share(60), 0.25)  // 59
    try expectEqual(share(75), 0.5)  // 59, 60
    try expectEqual(share(3360), 0.5)
    try expectEqual(share(3840), 0.75)  // and 3,599
    try expectEqual(share(122_880), 1)
    expectEqual(curve.last, 1)
  }

  @Test func `categories get shares of impressions and give shares of posts`() {
    var trace = oneAndThree()
    trace.publish(by: 1, category: 2)
    trace.publish(by: 0, category: 1)
    let curves = curves(trace)
    expectEqual(curves.shown, [0.25, 0, 0.75])
    expectEqual(curves.published, [0.25, 0.25, 0.5])
    expectEqual(curves.authors, 3)
    expectEqual(curves.posts, 4)
    expectEqual(curves.impressions, 4)
  }

  @Test func `a run of nothing has no curves`() {
    let curves = curves(Trace())
    #expect(curves.exposure.isEmpty && curves.youngerThan.isEmpty)
    #expect(curves.shown.isEmpty && curves.published.isEmpty)
    expectEqual(curves.impressions, 0)
  }

  @Test func `a run in which nothing is shown has posts alone`() {
    var trace = Trace(members: 2)
    trace.publish(by: 1, category: 1)
    let curves = curves(trace)
    #expect(curves.exposure.isEmpty && curves.youngerThan.isEmpty && curves.shown.isEmpty)
    expectEqual(curves.published, [0, 1, 0])
  }

  @Test func `curves agree with the metrics and the set of these on random traces`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let curves = curves(trace)
      expectEqual(self.curves(trace, .all), curves, "seed \(seed)")
      let median = trace.metric("age_at_impression_p50_s").value
      let gini = trace.metric("creator_exposure_gini")
      guard let value = gini.value, let median else {
        #expect(curves.exposure.isEmpty, "seed \(seed)")
        continue
      }
      expectEqual(curves.authors, Double(gini.support), "seed \(seed)")
      // Twice the area between the diagonal and a polygon inside the curve is no more than Gini's
      // coefficient, and less by no more than twice a step of a fiftieth.
      let area = zip(curves.exposure, curves.exposure.dropFirst()).reduce(0) {
        $0 + ($1.0 + $1.1) / 100
      }
      #expect((value - 0.041...value + 1e-9).contains(1 - 2 * area), "seed \(seed)")
      for (age, share) in zip(RunCurves.ages, curves.youngerThan) {
        if Double(age) > median + 1 { #expect(share >= 0.5, "seed \(seed)") }
        if Double(age) <= median { #expect(share <= 0.5, "seed \(seed)") }
      }
      #expect(abs(curves.shown.reduce(0, +) - 1) < 1e-12, "seed \(seed)")
    }
  }

  @Test func `the mean gives each world that has a curve the same weight`() throws {
    let (one, none) = (curves(oneAndThree()), curves(Trace()))
    var equal = oneAndThree()
    for _ in 0..<2 { equal.show([0], to: 0, at: 90_000) }
    let mean = try #require(RunCurves(meanOf: [one, curves(equal), none]))
    // 1 and 3, then 3 and 3.
    expectEqual(mean.exposure[25], (0.25 + 0.5) / 2)
    expectEqual(mean.shown, [(0.25 + 0.5) / 2, 0, (0.75 + 0.5) / 2])
    #expect(abs(mean.impressions - 10.0 / 3) < 1e-12)
    expectEqual(RunCurves(meanOf: []), nil)
    expectEqual(RunCurves(meanOf: [one]), one)
  }

  @Test func `curves are read again as they were written`() throws {
    let curves = curves(oneAndThree())
    let data = try JSONEncoder().encode(curves)
    try expectEqual(JSONDecoder().decode(RunCurves.self, from: data), curves)
  }
}
