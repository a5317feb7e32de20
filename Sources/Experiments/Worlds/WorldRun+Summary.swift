package import FeedMetrics
internal import SocialFeed
package import SyntheticSociety

extension WorldRun {
  /// Simulates the world from its start to its horizon, as a run of an experiment.
  ///
  /// - Returns: `nil` when `shouldContinue` ended the run early.
  /// - Throws: `rankerFailed` when a ranker outside of this program gave no order.
  package func summary(
    sinks: [any ObservationSink], profiler: WorldProfiler? = nil,
    shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldSummary? {
    var failure: RankerFailure?
    let summary = simulate(sinks: sinks, profiler: profiler) { progress in
      failure = progress.failure
      return shouldContinue(progress.time, progress.impressions)
    }
    guard let failure else { return summary }
    // The task knows the society or point of an analysis, the run does not.
    let run =
      RunInProgress.current
      ?? RunInProgress(arm: arm.name, world: WorldSpace.number(of: world))
    throw .rankerFailed(run.ofArm(failure.arm ?? run.arm), failure)
  }
}
