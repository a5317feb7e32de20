internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// How likely each arm is the best of all in a metric, for someone who knows these worlds alone.
public struct BestArms: Sendable, Hashable {
  /// The metric's id.
  public let metric: String
  /// The baseline and the candidates, in the order of the design.
  public let arms: [String]
  /// By arm; they add up to 1.
  public let probabilities: [Double]
}

extension ExperimentResults {
  /// For each metric that something is asked of: over the worlds in which every arm has a value, of which
  /// there are at least two. A figure to look at; a verdict is never made from it.
  ///
  /// - Complexity: 10,000 draws a metric, some 30 ms.
  public var bestArms: [BestArms] {
    guard design.baseline != nil else { return [] }
    let asked = design.metrics.filter { design.questions.metrics.contains($0.id) }
    return asked.compactMap { metric in
      let columns = design.arms.map { arm in
        outcomes.filter { $0.arm == arm }.map { $0.value(of: metric).value }
      }
      let whole = (0..<design.worlds).filter { world in
        columns.allSatisfy { $0[world] != nil }
      }
      let gains = columns.map { column in
        whole.map { metric.direction.gain(of: column[$0] ?? 0) }
      }
      let stream = KeyedStream(
        seed: 0, world: 0, name: StreamName("probability-of-best \(metric.id)"))
      return ProbabilityOfBest(gains, stream: stream).map {
        BestArms(metric: metric.id, arms: design.arms, probabilities: $0.probabilities)
      }
    }
  }
}

extension MetricDefinition.Direction {
  /// How good a value is: more is better.
  package func gain(of value: Double) -> Double {
    switch self {
    case .higher, .describes: value
    case .lower: 0 - value
    case .target(let target): 0 - (value - target).magnitude
    }
  }
}
