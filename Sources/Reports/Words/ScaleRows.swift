internal import Experiments
internal import FeedMetrics

/// The metrics of all arms on the scale on which random is 0 and ideal 1, row by row.
struct ScaleRows {
  /// What the rows are about, in one sentence.
  static let title =
    "On the scale on which random is 0 and ideal 1: mean of arm less random ÷ mean of ideal less"
    + " random, with Fieller's limits; none where random and ideal are no further apart than chance"
    + " moves them."

  struct Row {
    let metric: MetricDefinition
    /// The means of the yardsticks, random first, in the metric's unit.
    let ends: [String]
    /// By arm.
    let scaled: [ScaledCells]
  }

  /// Coverage of the limits.
  let level: Double
  let arms: [String]
  let rows: [Row]

  /// - Returns: `nil` for results without yardsticks.
  init?(_ results: ExperimentResults, hiding hidden: Set<String> = []) {
    guard results.design.hasYardsticks else { return nil }
    let yardsticks = Yardstick.allCases.map(\.rawValue)
    let arms = results.design.arms.filter { !yardsticks.contains($0) }
    let estimates = Dictionary(grouping: results.estimates, by: \.arm)
    self.arms = arms
    level = results.design.level
    rows = results.design.metrics.indices.filter { index in
      !hidden.contains(results.design.metrics[index].id)
    }.map { index in
      Row(
        metric: results.design.metrics[index],
        ends: yardsticks.map { EstimateCells(estimates[$0]![index]).mean },
        scaled: arms.map { ScaledCells(estimates[$0]![index]) })
    }
  }
}
