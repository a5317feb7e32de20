import Experiments
import FeedMetrics
import Scenarios
import SyntheticSociety
import TestSupport

/// Three arms in a community of two days; without a primary unless the lines behind them have one.
func scenario(
  _ extra: String = "", margins: String = "relevance@10: {margin: 1%}", members: Int = 60
) throws -> Scenario {
  let text = """
    feedlab: 1
    name: made-up
    seed: 7
    world: {members: \(members), days: 2, warm-up: 0.5}
    arms:
      newest:   {home: recency}
      affinity: {home: affinity}
      random:   {home: random}
    metrics:
      \(margins)
    \(extra)
    \(extra.contains("ab: {") ? "" : "ab: {primary: none}")
    """
  return try Scenario.parse(Array(text.utf8), file: "made-up.yml")
}

/// An outcome of 48 hours without a simulation: values depend on seed, arm and world only, 5 impressions an hour.
@Sendable func madeUp(
  _ run: WorldRun, _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
) -> WorldOutcome? {
  for hour in 1...48 where !shouldContinue(Double(hour) * 3600, hour * 5) { return nil }
  var numbers = SeededGenerator(seed: run.seed, world: Int(run.world), arm: run.arm.name)
  let values = MetricCatalogue.all.map { ($0.id, MetricValue(numbers.unit(), support: 10)) }
  return WorldOutcome(
    arm: run.arm.name, world: Int(run.world), values: Dictionary(uniqueKeysWithValues: values),
    digest: String(numbers.next(), radix: 16), summary: WorldSummary())
}

extension WorldOutcome {
  /// The outcome with another value of one metric.
  func replacing(_ metric: String, with value: Double?) -> WorldOutcome {
    var values = values
    values[metric] = MetricValue(value, support: 1)
    return WorldOutcome(arm: arm, world: world, values: values, digest: digest, summary: summary)
  }
}
