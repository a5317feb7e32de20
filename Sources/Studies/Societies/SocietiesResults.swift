public import Experiments
internal import FeedMetrics

/// The results of a comparison in several communities.
public struct SocietiesResults: Sendable, Hashable {
  public let design: SocietiesDesign
  /// The results of the comparison by community.
  public let comparisons: [ExperimentResults]

  /// - Parameter outcomes: Outcomes by community, in each community one for each arm and world in any order.
  public init(design: SocietiesDesign, outcomes: [WorldOutcome]) {
    precondition(outcomes.count == design.runs, "\(outcomes.count) outcomes of \(design.runs) runs")
    self.design = design
    var rest = outcomes[...]
    comparisons = design.societies.indices.map { society in
      let experiment = design.design(of: society)
      let count = experiment.worlds * experiment.arms.count
      defer { rest = rest.dropFirst(count) }
      return ExperimentResults(design: experiment, outcomes: Array(rest.prefix(count)))
    }
  }

  /// The verdicts on a metric of a candidate, by community, the scenario's own first.
  func verdicts(on metric: MetricDefinition, of candidate: String) -> [SocietyVerdict] {
    zip(design.societies, comparisons).map { society, results in
      SocietyVerdict(
        society: society.name, levels: society.levels,
        results.comparison(of: metric, candidate),
        decision: results.decisions.first { $0.candidate == candidate }?.outcome)
    }
  }

  /// The findings on the headline metric, for the record.
  public var record: SocietyRecord {
    SocietyRecord(
      metric: design.headline.id,
      candidates: design.experiment.candidates.map { candidate in
        SocietyRecord.Candidate(
          name: candidate, own: verdicts(on: design.headline, of: candidate)[0],
          societies: Array(verdicts(on: design.headline, of: candidate).dropFirst()))
      })
  }
}

extension ExperimentResults {
  /// The comparison of a measured metric of a candidate.
  func comparison(of metric: MetricDefinition, _ candidate: String) -> Comparison {
    let found = comparisons.first { $0.candidate == candidate && $0.metric.id == metric.id }
    guard let found else { preconditionFailure("\(metric.id) of \(candidate) is not compared") }
    return found
  }
}
