internal import Experiments
public import FeedMetrics
public import Stochastics

/// The influence of an arm's tunable numbers on one metric.
public struct WeightFinding: Sendable, Hashable {
  public enum Evidence: Sendable, Hashable {
    /// The influences of a Morris screening, by parameter.
    case screening([ParameterInfluence])
    /// The indices of a Saltelli design; `nil` if the metric does not vary.
    case variance(SobolIndices?)
  }

  public let metric: MetricDefinition
  /// The mean over the worlds of each point; `nil` where it is undefined in one of them.
  public let means: [Double?]
  public let evidence: Evidence

  /// The smallest total index that counts: a number whose interval ends below it has no measurable effect.
  public static let leastShare = 0.01

  /// - Parameter values: Values by point and world; `nil` where undefined.
  init(_ metric: MetricDefinition, values: [[Double?]], design: WeightDesign) {
    self.metric = metric
    let means = values.map { worlds in
      let defined = worlds.compactMap { $0 }
      return defined.count == worlds.count ? Summary(defined).mean : nil
    }
    self.means = means
    switch design.method {
    case .morris(let screening):
      evidence = .screening(Self.influences(values, screening))
    case .sobol(let sampling):
      let stream = KeyedStream(
        seed: design.experiment.seed, world: 0, name: StreamName("weights-resamples"))
      evidence = .variance(
        SobolIndices(sampling.rows(Array(means[..<design.methodPoints])), stream: stream))
    }
  }

  private static func influences(
    _ values: [[Double?]], _ screening: MorrisDesign
  ) -> [ParameterInfluence] {
    (0..<screening.factors).map { parameter in
      ParameterInfluence(
        parameter: parameter, effects: screening.effects(of: parameter, on: values),
        parameters: screening.factors)
    }
  }

  /// The parameters with a measurable effect, the largest first; equal ones in the order of the design.
  public var measurable: [Int] {
    switch evidence {
    case .screening(let influences): influences.measurable.map(\.parameter)
    case .variance(nil): []
    case .variance(let indices?):
      indices.total.indices.filter { Self.isMeasurable(indices.total[$0]) }.sorted {
        let (a, b) = (indices.total[$0].estimate, indices.total[$1].estimate)
        return a != b ? a > b : $0 < $1
      }
    }
  }

  private static func isMeasurable(_ index: SobolIndices.Index) -> Bool {
    (index.interval?.upper ?? index.estimate) >= leastShare
  }
}
