package import Calibration
internal import FeedMetrics
public import SyntheticSociety

/// What an experiment found.
public struct ExperimentResults: Sendable, Hashable {
  public let design: ExperimentDesign
  /// What was solved for all worlds: the intercepts of the actions, at which a random ranker meets
  /// the scenario's rates.
  public let intercepts: SolvedIntercepts
  /// The simulated community against a real one, for a scenario that names one.
  package var realism: RealismCard?
  /// By arm in the order of the design, then by world.
  public let outcomes: [WorldOutcome]
  /// By candidate in the order of the design, then by metric.
  public let comparisons: [Comparison]

  /// - Parameter outcomes: One for each arm and world of the design, in any order.
  public init(
    design: ExperimentDesign, intercepts: SolvedIntercepts = SolvedIntercepts(),
    outcomes: [WorldOutcome]
  ) {
    self.design = design
    self.intercepts = intercepts
    let byArm = Dictionary(grouping: outcomes, by: \.arm)
    let ordered = design.arms.map { arm in
      let worlds = (byArm[arm] ?? []).sorted { $0.world < $1.world }
      precondition(
        worlds.map(\.world) == Array(0..<design.worlds), "arm \(arm) lacks or repeats a world")
      return worlds
    }
    self.outcomes = ordered.flatMap { $0 }
    comparisons = zip(design.candidates, ordered.dropFirst()).flatMap { candidate, outcomes in
      design.metrics.map { metric in
        Comparison(
          metric: metric, candidate: candidate, margin: design.margins[metric.id],
          baseline: ordered[0].map { $0.value(of: metric).value },
          candidate: outcomes.map { $0.value(of: metric).value })
      }
    }
  }

  /// The comparisons of one candidate, by metric.
  public func comparisons(of candidate: String) -> [Comparison] {
    comparisons.filter { $0.candidate == candidate }
  }
}
