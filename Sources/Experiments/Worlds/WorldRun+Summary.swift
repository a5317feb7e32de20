package import FeedMetrics
internal import SocialFeed
package import SyntheticSociety

extension WorldRun {
  /// Simulates the world from its start to its horizon, as a run of an experiment.
  ///
  /// - Parameter tapes: Where pages of external rankers are recorded to, or replayed from.
  /// - Returns: `nil` when `shouldContinue` ended the run early.
  /// - Throws: `rankerFailed` when an external ranker gave no order, or its tape is of no use.
  package func summary(
    sinks: [any ObservationSink], tapes: RunTapes? = nil, profiler: WorldProfiler? = nil,
    shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(ExperimentFailure) -> WorldSummary? {
    do throws(RankerFailure) {
      let tape = try tapes?.begin(self)
      let summary = try taped(tape).summary(sinks, profiler, shouldContinue)
      if summary != nil { try tape?.finish() }
      return summary
    } catch {
      // The task knows the society or point of an analysis, the run does not.
      let run =
        RunInProgress.current
        ?? RunInProgress(arm: arm.name, world: WorldSpace.number(of: world))
      throw .rankerFailed(run.ofArm(error.arm ?? run.arm), error)
    }
  }

  private func taped(_ tape: RunTape?) -> WorldRun {
    var run = self
    run.replaceRanker = tape?.ranker
    return run
  }

  private func summary(
    _ sinks: [any ObservationSink], _ profiler: WorldProfiler?,
    _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) throws(RankerFailure) -> WorldSummary? {
    var failure: RankerFailure?
    let summary = simulate(sinks: sinks, profiler: profiler) { progress in
      failure = progress.failure
      return shouldContinue(progress.time, progress.impressions)
    }
    if let failure { throw failure }
    return summary
  }
}
