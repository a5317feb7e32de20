import FeedMetrics
internal import SocialFeed
import TestSupport
import Testing

@Suite struct VolumeFactorsTests {
  @Test func `a volume is the product of its factors on random traces`() throws {
    var compared = 0
    for seed in 0..<200 as Range<UInt64> {
      let values = Dictionary(
        uniqueKeysWithValues: Trace(seed: seed).metrics().map { ($0.id, $0.value) })
      for volume in VolumeFactors.all {
        guard let factors = volume.factors(values) else { continue }
        let product = factors.reduce(1, *)
        let expected = try #require(values[volume.volume]?.value)
        #expect(
          abs(product - expected) < 1e-12 * max(1, expected), "seed \(seed): \(volume.volume)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  /// Two members for two days. Member 0 comes on one of them, for two sessions with three looks, two of which are liked.
  @Test func `the factors of a run worked by hand`() throws {
    var trace = Trace(days: 2, members: 2)
    trace.publish(by: 1)
    trace.publish(by: 1)
    let first = trace.show([0, 1], to: 0, at: 0)
    let second = trace.show([0, 1], to: 0, at: 7200, examined: [true, false])
    trace.act(.like, by: 0, on: 0, at: 10, request: first)
    trace.act(.like, by: 0, on: 0, at: 7210, request: second)
    let values = Dictionary(uniqueKeysWithValues: trace.metrics().map { ($0.id, $0.value) })
    let likes = try #require(VolumeFactors.all.first { $0.volume == "likes_per_member_day" })
    // 2 likes ÷ 3 looks, 3 looks ÷ 2 sessions, 2 sessions ÷ 1 active day, 1 active day ÷ 4 days of members
    let factors = try #require(likes.factors(values))
    for (factor, expected) in zip(factors, [2 / 3.0, 1.5, 2, 0.25]) {
      #expect(abs(factor - expected) < 1e-12)
    }
    expectEqual(values["likes_per_member_day"]?.value, 0.5)
  }

  @Test func `a factor that was not measured is no factor`() {
    let rates = ["engagement_rate": MetricValue(0.1, support: 1)]
    expectEqual(VolumeFactors.all[0].factors(rates), nil)
  }
}
