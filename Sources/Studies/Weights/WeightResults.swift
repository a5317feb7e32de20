public import Experiments
internal import FeedMetrics
internal import Stochastics

/// The results of an analysis of an arm's tunable numbers.
public struct WeightResults: Sendable, Hashable {
  public let design: WeightDesign
  /// The findings by metric, in the order of the design.
  public private(set) var findings: [WeightFinding]
  /// The indices of the rays without effect: with these weights halved together, all metrics of every world had
  /// their values at the scenario's weights.
  public let flatRays: [Int]

  /// - Parameter outcomes: An outcome for each point and world, in their order.
  public init(design: WeightDesign, outcomes: [WorldOutcome]) {
    precondition(outcomes.count == design.runs, "\(outcomes.count) of \(design.runs) outcomes")
    self.design = design
    let worlds = design.experiment.worlds
    func values(_ metric: MetricDefinition) -> [[Double?]] {
      (0..<design.points).map { point in
        outcomes[point * worlds..<(point + 1) * worlds].map { $0.value(of: metric).value }
      }
    }
    let all = design.experiment.metrics.map { (metric: $0, values: values($0)) }
    findings = all.map { WeightFinding($0.metric, values: $0.values, design: design) }
    flatRays = design.rays.indices.filter { ray in
      all.allSatisfy { $0.values[design.methodPoints] == $0.values[design.halvedPoint(ofRay: ray)] }
    }
  }

  /// The results without the findings on some metrics.
  ///
  /// - Parameter metrics: Ids of metrics.
  public func hiding(_ metrics: Set<String>) -> WeightResults {
    var results = self
    results.findings.removeAll { metrics.contains($0.metric.id) }
    return results
  }

  /// The parameters that changed no metric, in any step of a screening or row of a Saltelli design.
  public var idleParameters: [Int] {
    design.parameters.indices.filter { parameter in
      findings.allSatisfy { finding in
        switch finding.evidence {
        case .screening(let influences): influences[parameter].effects?.isNothing ?? true
        case .variance(let indices): indices.map { $0.total[parameter].estimate == 0 } ?? true
        }
      }
    }
  }
}

extension ElementaryEffects {
  /// Whether all effects are 0, in every replication.
  fileprivate var isNothing: Bool { meanMagnitude == 0 && noise ?? 0 == 0 }
}
