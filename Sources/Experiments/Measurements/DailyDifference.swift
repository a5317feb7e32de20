public import FeedMetrics
public import Stochastics

/// The difference of a candidate from the baseline in a metric on one simulated day, over the parallel
/// worlds in which both have a value on that day.
public struct DailyDifference: Sendable, Hashable {
  public let candidate: String
  public let metric: MetricDefinition
  /// The simulated day, from 0.
  public let day: Int
  /// Candidate − baseline, paired by world, tested as the differences of whole runs are.
  public let difference: PairedDifference
}

extension ExperimentResults {
  /// The daily differences by candidate, day and metric, where a pair of worlds has values. Empty without a comparison.
  ///
  /// - Complexity: O(*arms* · *worlds* · *days* · *metrics*).
  public var dailyDifferences: [DailyDifference] {
    guard let baseline = design.baseline else { return [] }
    let before = days(of: baseline)
    return design.candidates.flatMap { candidate in
      let after = days(of: candidate)
      let days = Set((before + after).flatMap(\.keys)).sorted()
      return days.flatMap { day in
        design.metrics.indices.compactMap { index in
          let metric = design.metrics[index]
          let pairs = PairedValues(
            before.map { $0[day]?[index] ?? nil }, after.map { $0[day]?[index] ?? nil })
          return design.rule(of: metric).test(pairs.differences).map {
            DailyDifference(candidate: candidate, metric: metric, day: day, difference: $0)
          }
        }
      }
    }
  }

  /// The values of an arm by world and day, in the order of the design's metrics.
  private func days(of arm: String) -> [[Int: [Double?]]] {
    outcomes.filter { $0.arm == arm }.map { outcome in
      Dictionary(
        uniqueKeysWithValues: outcome.scopes.filter { $0.scope.kind == .day }.map {
          ($0.scope.index, $0.values)
        })
    }
  }
}
