internal import Synchronization

/// The progress of an experiment.
public struct ExperimentProgress: Sendable, Hashable {
  /// Runs of an arm in a world: finished, and in total.
  public var finishedRuns: Int
  public var runs: Int
  /// Simulated seconds: of finished runs and of runs under way, and in total.
  public var simulatedSeconds: Double
  public var allSeconds: Double
  public var impressions: Int
  /// The result so far; empty where results are only reported at the end.
  public var finding = ""

  public init(
    finishedRuns: Int = 0, runs: Int = 0, simulatedSeconds: Double = 0, allSeconds: Double = 0,
    impressions: Int = 0
  ) {
    self.finishedRuns = finishedRuns
    self.runs = runs
    self.simulatedSeconds = simulatedSeconds
    self.allSeconds = allSeconds
    self.impressions = impressions
  }

  /// The share of the work that is done, in `0...1`.
  public var share: Double { allSeconds > 0 ? min(1, simulatedSeconds / allSeconds) : 0 }
}

/// Observes the progress of an experiment from another thread, and can cancel it.
public final class ExperimentMonitor: Sendable {
  private let isCancelledFlag = Atomic(false)
  private let state = Mutex(ExperimentProgress())

  public init() {}

  /// Ends the experiment: worlds under way stop within a simulated hour.
  public func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

  public var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

  public var progress: ExperimentProgress { state.withLock { $0 } }

  package func begin(runs: Int, secondsEach: Double) {
    state.withLock { state in
      state = ExperimentProgress(runs: runs, allSeconds: Double(runs) * secondsEach)
    }
  }

  /// Begins work that is not an experiment.
  package func expect(runs: Int, allSeconds: Double) {
    state.withLock { $0 = ExperimentProgress(runs: runs, allSeconds: allSeconds) }
  }

  /// Adds runs to the total.
  package func extend(runs: Int, secondsEach: Double) {
    state.withLock { state in
      state.runs += runs
      state.allSeconds += Double(runs) * secondsEach
    }
  }

  /// Adds work that is counted as no run.
  package func expectMore(seconds: Double) { state.withLock { $0.allSeconds += seconds } }

  package func advance(seconds: Double, impressions: Int) {
    state.withLock { state in
      state.simulatedSeconds += seconds
      state.impressions += impressions
    }
  }

  package func report(_ finding: String) { state.withLock { $0.finding = finding } }

  package func finishRun() { state.withLock { $0.finishedRuns += 1 } }
}
