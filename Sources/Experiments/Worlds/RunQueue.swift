internal import FeedMetrics
internal import SocialFeed
internal import Synchronization
package import SyntheticSociety

/// The runs of an experiment, which threads take in order.
///
/// The arms of a world follow each other, and so do the worlds of a setting, so that an interrupted
/// experiment has complete worlds.
package final class RunQueue: Sendable {
  private struct State {
    var next = 0
    var outcomes: [WorldOutcome?]
    /// The first run in order that failed; later runs need not be simulated.
    var failure: (run: Int, reason: ExperimentFailure)?
  }

  private let settings: [RunInProgress.Setting?]
  private let worlds: Range<Int>
  private let arms: Int
  private let monitor: ExperimentMonitor
  private let countsRuns: Bool
  private let metrics: [String]
  private let simulate: RunSimulator
  private let run: @Sendable (_ setting: Int, _ world: Int, _ arm: Int) -> WorldRun
  private let state: Mutex<State>

  /// - Parameters:
  ///   - settings: The settings of the design; in each of them the arms are simulated in these worlds.
  ///   - metrics: The ids of the metrics, in the order of an outcome's scopes.
  ///   - countsRuns: Whether the monitor counts these runs.
  ///   - run: Makes the run of a setting, world and arm, by their indices.
  package init(
    settings: [RunInProgress.Setting?] = [nil],
    worlds: Range<Int>, arms: Int, metrics: [String], monitor: ExperimentMonitor,
    countsRuns: Bool = true, simulate: @escaping RunSimulator,
    run: @escaping @Sendable (_ setting: Int, _ world: Int, _ arm: Int) -> WorldRun
  ) {
    self.settings = settings
    self.worlds = worlds
    self.arms = arms
    self.metrics = metrics
    self.monitor = monitor
    self.countsRuns = countsRuns
    self.simulate = simulate
    self.run = run
    state = Mutex(
      State(outcomes: Array(repeating: nil, count: settings.count * worlds.count * arms)))
  }

  /// Simulates all runs.
  package func work(threads: Int) {
    WorkerThreads.run(threads) {
      while let index = self.take() { self.simulateRun(at: index) }
    }
  }

  /// Whether a run failed.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// The outcomes, in the order of the runs.
  package func outcomes() throws(ExperimentFailure) -> [WorldOutcome] {
    let (outcomes, failure) = state.withLock { ($0.outcomes, $0.failure) }
    if let failure { throw failure.reason }
    let finished = outcomes.compactMap { $0 }
    if finished.count == outcomes.count { return finished }
    let complete = (0..<settings.count * worlds.count).count { world in
      outcomes[world * arms..<(world + 1) * arms].allSatisfy { $0 != nil }
    }
    let before = settings.count * worlds.lowerBound
    throw .cancelled(
      finishedWorlds: before + complete, worlds: before + settings.count * worlds.count)
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.next < state.outcomes.count, state.failure == nil, !monitor.isCancelled else {
        return nil
      }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func simulateRun(at index: Int) {
    let (setting, number) = (index / arms).quotientAndRemainder(dividingBy: worlds.count)
    let run = run(setting, worlds.lowerBound + number, index % arms)
    let current = RunInProgress(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), setting: settings[setting])
    var before = (time: 0.0, impressions: 0)
    let result = RunInProgress.$current.withValue(current) {
      RankerWait.$current.withValue(RankerWait { !self.isNeeded(index) }) {
        Result<WorldOutcome?, ExperimentFailure> { () throws(ExperimentFailure) in
          try simulate(run) { time, impressions in
            monitor.advance(
              seconds: time - before.time, impressions: impressions - before.impressions)
            before = (time, impressions)
            return isNeeded(index)
          }
        }
      }
    }
    switch result {
    case .success(nil): break
    // A ranker that was interrupted has not failed.
    case .failure(let failure) where failure.isRankerFailure && !isNeeded(index): break
    case .success(let outcome?):
      if countsRuns { monitor.finishRun() }
      state.withLock { $0.outcomes[index] = outcome }
      if let failure = outcome.failure(of: current, metrics) { fail(index, failure) }
    case .failure(let failure): fail(index, failure)
    }
  }

  private func fail(_ index: Int, _ failure: ExperimentFailure) {
    state.withLock { state in
      if index < state.failure?.run ?? .max { state.failure = (index, failure) }
    }
  }

  /// A failed run ends only the runs after it, so that the reported failure is always the first in order.
  private func isNeeded(_ index: Int) -> Bool {
    !monitor.isCancelled && state.withLock { index < $0.failure?.run ?? .max }
  }
}

extension WorldOutcome {
  /// Whether each value is finite or missing.
  package var isFinite: Bool {
    let groups = self.groups.map { [$0.baseline, $0.candidate] } ?? []
    let numbers =
      (groups + [values]).lazy.flatMap { $0.values.map(\.value) } + scopes.lazy.flatMap(\.values)
      + tables.lazy.flatMap { $0.rows.lazy.map(\.value.value) }
    return numbers.allSatisfy { $0?.isFinite ?? true }
  }

  /// The failure of the first value that is not finite; `nil` when all are finite.
  ///
  /// - Parameter metrics: The ids of the scopes' values, in their order.
  func failure(of run: RunInProgress, _ metrics: [String]) -> ExperimentFailure? {
    for (metric, value) in values.sorted(by: { $0.key < $1.key }) {
      if let number = value.value, !number.isFinite {
        return .notFinite(metric: metric, run: run, value: number)
      }
    }
    for (group, values) in [("baseline", groups?.baseline), ("candidate", groups?.candidate)] {
      for (metric, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let number = value.value, !number.isFinite else { continue }
        return .notFinite(metric: "\(metric) of the \(group)'s group", run: run, value: number)
      }
    }
    for scope in scopes {
      for (metric, value) in zip(metrics, scope.values) {
        guard let value, !value.isFinite else { continue }
        return .notFinite(
          metric: "\(metric) of \(scope.scope.kind) \(scope.scope.name)", run: run, value: value)
      }
    }
    for table in tables {
      for row in table.rows {
        guard let value = row.value.value, !value.isFinite else { continue }
        return .notFinite(
          metric: "\(table.definition.id) of \(row.label)", run: run, value: value)
      }
    }
    return nil
  }
}
