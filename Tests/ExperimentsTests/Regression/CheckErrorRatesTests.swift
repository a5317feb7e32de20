import FeedMetrics
import Scenarios
import Stochastics
internal import Studies
import Testing

/// How often a check is wrong, over normal differences through its own decisions, without worlds.
///
/// Each seed has 64 worlds of three gated metrics. The differences have a standard deviation of one margin, so
/// that a mean of 64 is known to an eighth of it.
@Suite struct CheckErrorRatesTests {
  private static let metrics = [
    "engagement_rate", "creator_exposure_gini", "intra_list_diversity@10",
  ]
  private static let margin = 0.01

  private func check(margin: Double) throws -> Scenario.Check {
    let rules = Self.metrics.map { "\($0): {margin: \(margin)}" }.joined(separator: ", ")
    return try #require(try checked("{\(rules)}").check)
  }

  /// Worlds of a baseline, and of an arm that is worse by so much in each metric.
  private func worlds(
    seed: Int, harm: [Double]
  ) -> (candidate: RecordedWorlds, baseline: RecordedWorlds) {
    let stream = KeyedStream(seed: UInt64(seed), world: 0, name: StreamName("error rates"))
    var (candidate, baseline): ([String: [Double?]], [String: [Double?]]) = ([:], [:])
    for (place, metric) in Self.metrics.enumerated() {
      let sign: Double = metric == "creator_exposure_gini" ? 1 : -1
      let level = (0..<64).map { 0.5 + 0.05 * normal(stream, place, $0, 0) }
      baseline[metric] = level
      candidate[metric] = level.enumerated().map { world, value in
        value + sign * harm[place] + Self.margin * normal(stream, place, world, 1)
      }
    }
    return (recorded(candidate), recorded(baseline))
  }

  private func normal(_ stream: KeyedStream, _ place: Int, _ world: Int, _ which: Int) -> Double {
    let (metric, key) = (UInt32(place), UInt32(world * 2 + which))
    return Quantile.normal(stream.uniform(metric, key))
  }

  @Test func `a harm of twice the margin is found in 99 of 100 seeds at least`() throws {
    let check = try check(margin: Self.margin)
    let caught = (0..<100).count { seed in
      let (candidate, baseline) = worlds(seed: seed, harm: [2 * Self.margin, 0, 0])
      let findings = found(check, candidate: candidate, baseline: baseline)
      return findings.relative("engagement_rate")?.status == .regression
        && CheckOutcome(findings) == .regression
    }
    #expect(caught >= 99)
  }

  @Test func `a harm of half the margin passes in 95 of 100 seeds at least`() throws {
    let check = try check(margin: Self.margin)
    let passed = (0..<100).count { seed in
      let (candidate, baseline) = worlds(seed: seed, harm: [Self.margin / 2, 0, 0])
      let outcome = CheckOutcome(found(check, candidate: candidate, baseline: baseline))
      return outcome == .pass || outcome == .improved
    }
    #expect(passed >= 95)
  }

  /// A false alarm is as likely as it can be where any loss is one, and where the harm is just the margin. Of
  /// 400 seeds with a risk of 0.05, 39 or more have one with a probability of 5 · 10⁻⁵.
  @Test(arguments: [(0.0, 0.0), (0.01, 0.01)])
  func `false alarms of all rules together are no more often than alpha`(
    margin: Double, harm: Double
  ) throws {
    let check = try check(margin: margin)
    let alarms = (0..<400).count { seed in
      let (candidate, baseline) = worlds(seed: seed, harm: Self.metrics.map { _ in harm })
      return CheckOutcome(found(check, candidate: candidate, baseline: baseline)) == .regression
    }
    #expect(alarms < 39, "\(alarms) of 400")
  }
}
