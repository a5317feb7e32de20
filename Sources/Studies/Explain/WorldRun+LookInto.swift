package import Experiments
internal import SocialFeed
internal import Synchronization
package import SyntheticSociety

extension WorldRun {
  /// Simulates runs to look into their worlds.
  ///
  /// - Parameters:
  ///   - time: Seconds from the start of the world, until which each is simulated.
  ///   - threads: How many are simulated at the same time, at least 1.
  ///   - work: Returns `nil` when it was cancelled, or when a ranker failed.
  /// - Returns: What the work found in each run, in their order.
  /// - Throws: `cancelled` or `rankerFailed`, of the first run in order.
  package static func lookInto<Value: Sendable>(
    _ runs: [WorldRun], until time: Double, threads: Int, monitor: ExperimentMonitor,
    _ work: @escaping @Sendable (WorldRun, (WorldProgress) -> Bool) -> Value?
  ) throws(ExperimentFailure) -> [Value] {
    let next = Mutex(0)
    let found = Mutex([Value?](repeating: nil, count: runs.count))
    let failures = Mutex([RankerFailure?](repeating: nil, count: runs.count))
    monitor.begin(runs: runs.count, secondsEach: time)
    WorkerThreads.run(min(threads, runs.count)) {
      while let index = next.withLock({ next -> Int? in
        defer { next += 1 }
        return next < runs.count ? next : nil
      }) {
        var before = (time: 0.0, impressions: 0)
        let value = RunInProgress.$current.withValue(runs[index].inProgress) {
          RankerWait.$current.withValue(RankerWait { monitor.isCancelled }) {
            work(runs[index]) { progress in
              monitor.advance(
                seconds: progress.time - before.time,
                impressions: progress.impressions - before.impressions)
              before = (progress.time, progress.impressions)
              if let failure = progress.failure { failures.withLock { $0[index] = failure } }
              return !monitor.isCancelled
            }
          }
        }
        if value != nil { monitor.finishRun() }
        found.withLock { $0[index] = value }
      }
    }
    return try zip(runs, zip(found.withLock { $0 }, failures.withLock { $0 })).map {
      run, result throws(ExperimentFailure) in
      // A ranker that was interrupted has not failed.
      if let failure = result.1, !monitor.isCancelled {
        throw .rankerFailed(run.inProgress, failure)
      }
      guard let value = result.0 else { throw .cancelled(finishedWorlds: 0, worlds: 1) }
      return value
    }
  }

  private var inProgress: RunInProgress {
    RunInProgress(arm: arm.name, world: WorldSpace.number(of: world))
  }
}
