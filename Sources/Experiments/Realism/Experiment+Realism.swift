package import Calibration
internal import FeedMetrics
internal import Scenarios
package import SyntheticSociety

extension Experiment {
  /// Compares the first world of the scenario's arms with a real community.
  ///
  /// The world of each of the two arms is lived through once more, with eyes on what a log would hold.
  ///
  /// - Parameters:
  ///   - real: What is known of the community that the scenario names.
  ///   - produced: The arm that stands for the ranker of its logs.
  ///   - uniform: The arm that stands for random order, if any.
  /// - Returns: `nil` where the scenario has no such arm.
  package func realismCard(
    of real: RealCommunity, produced: String, uniform: String?, intercepts: SolvedIntercepts
  ) -> RealismCard? {
    guard let produced = columns(of: produced, intercepts) else { return nil }
    return RealismCard(
      real: real, produced: produced, uniform: uniform.flatMap { columns(of: $0, intercepts) })
  }

  private func columns(of arm: String, _ intercepts: SolvedIntercepts) -> RunColumns? {
    guard let arm = scenario.arms.first(where: { $0.name == arm }) else { return nil }
    var run = WorldRun(
      parameters: scenario.parameters, graph: scenario.graph, arm: arm, seed: scenario.seed,
      world: 0)
    run.adjustBehaviours = adjustBehaviours
    run.intercepts = intercepts
    let sink = RunColumnsSink()
    guard run.simulate(sinks: [sink]) != nil else { return nil }
    return sink.columns
  }
}
