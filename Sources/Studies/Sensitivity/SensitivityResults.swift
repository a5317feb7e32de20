public import Experiments
internal import FeedMetrics
internal import Stochastics

/// The results of a sensitivity analysis.
public struct SensitivityResults: Sendable, Hashable {
  public let design: SensitivityDesign
  /// The findings, by candidate in the order of the design, then by metric.
  public private(set) var findings: [SensitivityFinding]

  /// - Parameter outcomes: Outcomes by community, in each community one for each arm and world in any order.
  public init(design: SensitivityDesign, outcomes: [WorldOutcome]) {
    let size = design.experiment.worlds * design.experiment.arms.count
    precondition(
      outcomes.count == design.societies * size,
      "\(outcomes.count) outcomes of \(design.societies) communities")
    self.design = design
    let societies = (0..<design.societies).map { society in
      ExperimentResults(
        design: design.experiment,
        outcomes: Array(outcomes[society * size..<(society + 1) * size]))
    }
    let count = design.experiment.candidates.count * design.experiment.metrics.count
    findings = (0..<count).map { index in
      SensitivityFinding(
        societies.map { $0.comparisons[index] },
        differences: societies.map {
          $0.judgedDifferences(of: $0.comparisons[index], baseline: design.baseline)
        },
        design: design)
    }
  }

  /// The results without the findings on some metrics.
  ///
  /// - Parameter metrics: Ids of metrics.
  public func hiding(_ metrics: Set<String>) -> SensitivityResults {
    var results = self
    results.findings.removeAll { metrics.contains($0.metric.id) }
    return results
  }

  /// The findings about one candidate, by metric.
  public func findings(of candidate: String) -> [SensitivityFinding] {
    findings.filter { $0.candidate == candidate }
  }

  /// The verdicts in the communities in which a parameter has one of its settings.
  public func verdicts(
    of finding: SensitivityFinding, parameter: Int, at setting: Double
  ) -> VerdictCounts {
    VerdictCounts(
      zip(design.screening.points, finding.comparisons).lazy
        .filter { design.value(of: parameter, atLevel: $0.0[parameter]) == setting }
        .map(\.1.verdict))
  }

  /// The standard error of the share of communities with one of some verdicts, from its spread between
  /// trajectories; `nil` if fewer than two have a defined verdict.
  public func shareError(of finding: SensitivityFinding, _ verdicts: Verdict...) -> Double? {
    let size = design.screening.pointsPerTrajectory
    let shares = (0..<design.screening.trajectories).compactMap { trajectory -> Double? in
      let found = finding.comparisons[trajectory * size..<(trajectory + 1) * size].map(\.verdict)
      let judged = found.count { $0 != .undefined }
      return judged > 0 ? Double(found.count { verdicts.contains($0) }) / Double(judged) : nil
    }
    return Summary(shares).standardError
  }

  /// The parameters that changed no difference in any metric, community or world, so that they have no effect on
  /// the comparison in this scenario.
  public var idleParameters: [Int] {
    design.parameters.indices.filter { parameter in
      findings.allSatisfy { ($0.influences[parameter].effects?.meanMagnitude ?? 0) == 0 }
    }
  }
}

extension ExperimentResults {
  /// The difference that the verdict of a comparison is about, by world; `nil` where an arm has no value.
  fileprivate func judgedDifferences(
    of comparison: Comparison, baseline: String
  ) -> [Double?] {
    let metric = comparison.metric
    func values(_ arm: String) -> [Double?] {
      outcomes.filter { $0.arm == arm }.map { $0.value(of: metric).value }
    }
    return zip(values(baseline), values(comparison.candidate)).map { a, b in
      a.flatMap { a in b.map { metric.direction.judgedDifference(a, $0) } }
    }
  }
}
