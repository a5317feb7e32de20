internal import DataFiles
internal import FeedMetrics
internal import Synchronization
package import SyntheticSociety

/// The runs of an experiment, taken by threads in order and kept in order.
///
/// The arms of a world stand beside each other, and the worlds of a point of a design, so that an
/// experiment that is interrupted has whole worlds.
package final class RunQueue: Sendable {
  private struct State {
    var next = 0
    var outcomes: [WorldOutcome?]
    /// The first run in order that failed; later ones need not be lived through.
    var failure: (run: Int, reason: ExperimentFailure)?
  }

  private let places: [LifeInProgress.Place?]
  private let worlds: Range<Int>
  private let arms: Int
  private let monitor: ExperimentMonitor
  private let metrics: [String]
  private let live: LivingWorld
  private let run: @Sendable (_ point: Int, _ world: Int, _ arm: Int) -> WorldRun
  private let state: Mutex<State>

  /// - Parameters:
  ///   - places: The points of the design; at each of them the arms live in these worlds.
  ///   - metrics: The ids of what is measured, in the order of an outcome's scopes.
  ///   - run: What to live through, by the numbers of point, world and arm.
  package init(
    places: [LifeInProgress.Place?] = [nil],
    worlds: Range<Int>, arms: Int, metrics: [String], monitor: ExperimentMonitor,
    live: @escaping LivingWorld,
    run: @escaping @Sendable (_ point: Int, _ world: Int, _ arm: Int) -> WorldRun
  ) {
    self.places = places
    self.worlds = worlds
    self.arms = arms
    self.metrics = metrics
    self.monitor = monitor
    self.live = live
    self.run = run
    state = Mutex(State(outcomes: Array(repeating: nil, count: places.count * worlds.count * arms)))
  }

  /// Works until nothing is left to do.
  package func work(threads: Int) {
    WorkerThreads.run(threads) {
      while let index = self.take() { self.liveThrough(index) }
    }
  }

  /// What came of the runs, in their order.
  package func outcomes() throws(ExperimentFailure) -> [WorldOutcome] {
    let (outcomes, failure) = state.withLock { ($0.outcomes, $0.failure) }
    if let failure { throw failure.reason }
    let finished = outcomes.compactMap { $0 }
    if finished.count == outcomes.count { return finished }
    let whole = (0..<places.count * worlds.count).count { world in
      outcomes[world * arms..<(world + 1) * arms].allSatisfy { $0 != nil }
    }
    let before = places.count * worlds.lowerBound
    throw .cancelled(
      finishedWorlds: before + whole, worlds: before + places.count * worlds.count)
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

  private func liveThrough(_ index: Int) {
    let (point, number) = (index / arms).quotientAndRemainder(dividingBy: worlds.count)
    let run = run(point, worlds.lowerBound + number, index % arms)
    let life = LifeInProgress(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), place: places[point])
    var before = (time: 0.0, impressions: 0)
    let result = LifeInProgress.$current.withValue(life) {
      Result<WorldOutcome?, ExperimentFailure> { () throws(ExperimentFailure) in
        try live(run) { time, impressions in
          monitor.advance(
            seconds: time - before.time, impressions: impressions - before.impressions)
          before = (time, impressions)
          return isNeeded(index)
        }
      }
    }
    switch result {
    case .success(nil): break
    case .success(let outcome?):
      monitor.finishRun()
      state.withLock { $0.outcomes[index] = outcome }
      if let failure = outcome.failure(of: life, metrics) { fail(index, failure) }
    case .failure(let failure): fail(index, failure)
    }
  }

  private func fail(_ index: Int, _ failure: ExperimentFailure) {
    state.withLock { state in
      if index < state.failure?.run ?? .max { state.failure = (index, failure) }
    }
  }

  /// A failed run ends those after it alone, so that the failure that is told is always the first.
  private func isNeeded(_ index: Int) -> Bool {
    !monitor.isCancelled && state.withLock { index < $0.failure?.run ?? .max }
  }
}

extension WorldOutcome {
  /// Whether each value that there is is a number.
  package var isFinite: Bool {
    let groups = self.groups.map { [$0.baseline, $0.candidate] } ?? []
    let numbers =
      (groups + [values]).lazy.flatMap { $0.values.map(\.value) } + scopes.lazy.flatMap(\.values)
      + tables.lazy.flatMap { $0.rows.lazy.map(\.value.value) }
    return numbers.allSatisfy { $0?.isFinite ?? true }
  }

  /// The first value that is not a number, which is never passed over in silence.
  ///
  /// - Parameter metrics: Those of the scopes' values, in their order.
  func failure(of life: LifeInProgress, _ metrics: [String]) -> ExperimentFailure? {
    for (metric, value) in values.sorted(by: { $0.key < $1.key }) {
      if let number = value.value, !number.isFinite {
        return .notFinite(metric: metric, life: life, value: number)
      }
    }
    for (group, values) in [("baseline", groups?.baseline), ("candidate", groups?.candidate)] {
      for (metric, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let number = value.value, !number.isFinite else { continue }
        return .notFinite(metric: "\(metric) of the \(group)'s group", life: life, value: number)
      }
    }
    for scope in scopes {
      for (metric, value) in zip(metrics, scope.values) {
        guard let value, !value.isFinite else { continue }
        return .notFinite(
          metric: "\(metric) of \(scope.scope.kind) \(scope.scope.name)", life: life, value: value)
      }
    }
    for table in tables {
      for row in table.rows {
        guard let value = row.value.value, !value.isFinite else { continue }
        return .notFinite(
          metric: "\(table.definition.id) of \(row.label)", life: life, value: value)
      }
    }
    return nil
  }
}
