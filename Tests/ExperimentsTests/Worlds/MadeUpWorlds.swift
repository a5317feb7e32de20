import Experiments
import FeedMetrics
import Scenarios
import SyntheticSociety

/// Three arms in a community of two days.
func scenario(
  _ extra: String = "", margins: String = "relevance@10: {margin: 1%}"
) throws -> Scenario {
  let text = """
    feedlab: 1
    name: made-up
    seed: 7
    world: {members: 60, days: 2, warm-up: 0.5}
    arms:
      newest:   {home: recency}
      affinity: {home: affinity}
      random:   {home: random}
    metrics:
      \(margins)
    \(extra)
    """
  return try Scenario.parse(Array(text.utf8), file: "made-up.yml")
}

/// Lives 48 hours in no time: values that depend on seed, arm and world alone, 5 impressions an hour.
@Sendable func madeUp(
  _ run: WorldRun, _ goOn: (_ seconds: Double, _ impressions: Int) -> Bool
) -> WorldOutcome? {
  for hour in 1...48 where !goOn(Double(hour) * 3600, hour * 5) { return nil }
  var state = run.seed &+ UInt64(run.world) &* 0x9E37_79B9_7F4A_7C15
  for byte in run.arm.name.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  let values = MetricCatalogue.all.map { metric in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (metric.id, MetricValue(Double(state >> 11) * 0x1p-53, support: 10))
  }
  return WorldOutcome(
    arm: run.arm.name, world: Int(run.world), values: Dictionary(uniqueKeysWithValues: values),
    digest: String(state, radix: 16), summary: WorldSummary())
}

extension WorldOutcome {
  /// The same but for the value of one metric.
  func replacing(_ metric: String, with value: Double) -> WorldOutcome {
    var values = values
    values[metric] = MetricValue(value, support: 1)
    return WorldOutcome(arm: arm, world: world, values: values, digest: digest, summary: summary)
  }
}
