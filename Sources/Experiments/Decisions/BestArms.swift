internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// The probability, given these worlds only, that each arm is the best in a metric.
public struct BestArms: Sendable, Hashable {
  /// The metric's id.
  public let metric: String
  /// The baseline and the candidates, in the order of the design.
  public let arms: [String]
  /// A probability for each arm; they add up to 1.
  public let probabilities: [Double]
}

extension ExperimentResults {
  /// The best arms in each tested metric, over the worlds in which every arm has a value; at least two
  /// such worlds are needed. The figures are descriptive; no verdict depends on them.
  ///
  /// - Complexity: 10,000 draws a metric, some 30 ms.
  public var bestArms: [BestArms] {
    guard design.baseline != nil else { return [] }
    let tested = design.metrics.filter { design.questions.metrics.contains($0.id) }
    return tested.compactMap { metric in
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
  /// A value on a scale whose higher values are better.
  package func gain(of value: Double) -> Double {
    switch self {
    case .higher, .describes: value
    case .lower: 0 - value
    case .target(let target): 0 - (value - target).magnitude
    }
  }
}
