package import Calibration
internal import FeedMetrics
internal import Scenarios
package import SyntheticSociety

extension Experiment {
  /// Compares the first world of the scenario's arms with a real community.
  ///
  /// The world of each of the two arms is lived through once more, with eyes on what a log would hold.
  ///
  /// - Parameter real: What is known of the community that the scenario names.
  /// - Returns: `nil` for a scenario that names none.
  package func realismCard(
    of real: RealCommunity, intercepts: SolvedIntercepts
  ) -> RealismCard? {
    guard let realism = scenario.realism else { return nil }
    guard let produced = columns(of: realism.produced, intercepts) else { return nil }
    return RealismCard(
      real: real, produced: produced,
      uniform: realism.uniform.flatMap { columns(of: $0, intercepts) })
  }

  private func columns(of arm: String, _ intercepts: SolvedIntercepts) -> RunColumns? {
    guard let arm = scenario.arms.first(where: { $0.name == arm }) else { return nil }
    var run = WorldRun(
      parameters: scenario.parameters, graph: scenario.graph, arm: arm, seed: scenario.seed,
      world: 0)
    run.adjustBehaviours = adjustBehaviours
    run.intercepts = intercepts
    let sink = RunColumnsSink()
    guard run.live(sinks: [sink]) != nil else { return nil }
    return sink.columns
  }
}
