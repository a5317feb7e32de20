internal import DataFiles
public import Experiments
internal import Foundation
public import RunStore
package import Scenarios
public import SocialFeed
internal import Studies
internal import Synchronization

/// Simulates the units of a shard that have no result yet.
///
/// Any number of workers may have the same shard at the same time: results are published atomically, and equal
/// results are not a conflict. A worker that is killed loses the units under way.
public final class Worker: Sendable {
  /// How many units of a shard were simulated, found, or left.
  public struct Report: Hashable, Sendable {
    public var run = 0
    public var known = 0
    public var failed = 0
    /// Units that were not simulated because time was short or the worker was stopped.
    public var left = 0
    /// Paths of results that differ from an earlier result of their unit.
    public var conflicts: [String] = []
    /// Results that exist and cannot be read; their units were not begun.
    public var unreadable: [StoreFailure] = []

    package init(
      run: Int = 0, known: Int = 0, failed: Int = 0, left: Int = 0, conflicts: [String] = []
    ) {
      self.run = run
      self.known = known
      self.failed = failed
      self.left = left
      self.conflicts = conflicts
    }
  }

  private struct State {
    var next = 0
    var report = Report()
    var failure: WorkFailure?
    var isStopping = false
    /// The largest ratio of a unit's duration to its planned cost.
    var slowness = 1.0
  }

  private struct Task: Sendable {
    let unit: WorkPlan.Unit
    let run: PlannedRun
    let key: RunKey
    let study: PlannedStudy

    /// Simulated seconds.
    var length: Double { study.experiment.design.days * 86_400 }
  }

  private let store: WorkStore
  private let tasks: [Task]
  private let deadline: Double?
  private let monitor: ExperimentMonitor
  /// Replaces the study's simulator, for tests.
  private let simulate: RunSimulator?
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - deadline: Seconds from now until all units must have ended; a unit that would take longer is not begun.
  ///   - monitor: Receives the progress, and can cancel the work.
  ///   - rankers: The rankers that the scenarios can name.
  /// - Throws: A fault of the plan's inputs.
  public convenience init(
    _ plan: WorkPlan, shard: Shard, in store: WorkStore, deadline: Double? = nil,
    monitor: ExperimentMonitor = ExperimentMonitor(), rankers: RankerCatalogue = .available
  ) throws(WorkFailure) {
    try self.init(
      plan, shard: shard, in: store, deadline: deadline, monitor: monitor, rankers: rankers,
      simulate: nil)
  }

  /// A worker with another simulator, for tests.
  package init(
    _ plan: WorkPlan, shard: Shard, in store: WorkStore, deadline: Double? = nil,
    monitor: ExperimentMonitor = ExperimentMonitor(), rankers: RankerCatalogue = .available,
    simulate: RunSimulator?
  ) throws(WorkFailure) {
    self.simulate = simulate
    self.store = store
    self.deadline = deadline
    self.monitor = monitor
    let studies = try PlannedStudy.all(of: plan, in: store, rankers: rankers)
    let keys = studies.map(\.keys)
    var tasks: [Task] = []
    for index in shard.units(of: plan) {
      let unit = plan.units[index]
      let (number, run) = try studies.run(of: unit)
      tasks.append(
        Task(
          unit: unit, run: run, key: keys[number].key(of: run.run),
          study: studies[number]))
    }
    self.tasks = tasks
  }

  /// The scenarios of the worker's units, in the order in which they come.
  package var scenarios: [Scenario] {
    var digests: Set<String> = []
    return tasks.filter { digests.insert($0.study.scenario).inserted }
      .map(\.study.experiment.scenario)
  }

  /// Begins no further units; units under way end.
  public func stop() { state.withLock { $0.isStopping = true } }

  /// The index of the unit that this thread simulates, among the shard's.
  @TaskLocal private static var current: Int?

  /// Publishes that the unit of this thread crashed; called before the process ends after a crash.
  ///
  /// - Returns: Whether the thread had a unit and the crash was published.
  public func publishCrash(_ reason: String) -> Bool {
    guard let index = Self.current else { return false }
    let published = try? store.results.keep(.failure(reason), of: tasks[index].key)
    return published != nil
  }

  /// Simulates the units of the shard.
  ///
  /// - Parameter jobs: How many units are simulated at the same time, a thread each; at least 1.
  /// - Throws: The failure that ended the work; published results stay.
  public func work(jobs: Int) throws(WorkFailure) -> Report {
    let seconds = tasks.reduce(0) { $0 + $1.length }
    monitor.expect(runs: tasks.count, allSeconds: seconds)
    if !tasks.isEmpty {
      WorkerThreads.run(min(jobs, tasks.count)) {
        while let index = self.take() { self.simulateUnit(index, threads: jobs) }
      }
    }
    let (report, failure) = state.withLock { ($0.report, $0.failure) }
    if let failure { throw failure }
    return report
  }

  /// The index of the next unit without a result, if there is time for it.
  private func take() -> Int? {
    while true {
      let index: Int? = state.withLock { state in
        guard state.next < tasks.count, state.failure == nil, !monitor.isCancelled else {
          return nil
        }
        defer { state.next += 1 }
        return state.next
      }
      guard let index else { return nil }
      let task = tasks[index]
      let known = store.results.knowledge(of: task.key) { task.study.admits($0, of: task.run.run) }
      switch known {
      case .known: skip(task, isFailed: false)
      case .failed: skip(task, isFailed: true)
      case .unreadable(let result):
        monitor.advance(seconds: task.length, impressions: 0)
        monitor.finishRun()
        state.withLock { $0.report.unreadable.append(result) }
      case .damaged:
        store.results.setAside(task.key)
        if hasTime(for: task.unit) { return index }
      case .unknown:
        if hasTime(for: task.unit) { return index }
      }
    }
  }

  private func skip(_ task: Task, isFailed: Bool) {
    monitor.advance(seconds: task.length, impressions: 0)
    monitor.finishRun()
    state.withLock { state in
      state.report.known += 1
      if isFailed { state.report.failed += 1 }
    }
  }

  private func hasTime(for unit: WorkPlan.Unit) -> Bool {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    return state.withLock { state in
      let fits = deadline.map { elapsed + unit.cost * state.slowness <= $0 } ?? true
      if state.isStopping || !fits { state.report.left += 1 }
      return !state.isStopping && fits
    }
  }

  private func simulateUnit(_ index: Int, threads: Int) {
    let task = tasks[index]
    let begun = ContinuousClock.now
    var before = (time: 0.0, impressions: 0)
    let result = Self.$current.withValue(index) {
      RankerWait.$current.withValue(RankerWait { [monitor] in monitor.isCancelled }) {
        Result<WorldOutcome?, ExperimentFailure> { () throws(ExperimentFailure) in
          func shouldContinue(_ time: Double, _ impressions: Int) -> Bool {
            monitor.advance(
              seconds: time - before.time, impressions: impressions - before.impressions)
            before = (time, impressions)
            return !monitor.isCancelled
          }
          if let simulate { return try simulate(task.run.run, shouldContinue) }
          return try task.study.outcome(of: task.run, shouldContinue: shouldContinue)
        }
      }
    }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    do throws(StoreFailure) {
      switch result {
      case .success(nil): state.withLock { $0.report.left += 1 }
      case .success(let outcome?):
        count(try store.results.keep(.outcome(outcome), of: task.key), isFailed: false)
        finish(task, seconds, threads)
      // A ranker that was interrupted has not failed.
      case .failure(let failure) where failure.isRankerFailure && monitor.isCancelled:
        state.withLock { $0.report.left += 1 }
      case .failure(let failure) where failure.isRankerFailure:
        let failed = failure.savingRequest(
          of: task.study.experiment.scenario, in: store.requestFolder)
        // What happened to a program outside may not happen again, so that the unit keeps no failure.
        let reason: WorkFailure =
          failed.isUnrepeatableRanker
          ? .defect("\(failed)")
          : .tryAgain("\(failed); its unit has no result, and the same command goes on")
        state.withLock { $0.failure = $0.failure ?? reason }
      case .failure(let failure):
        count(try store.results.keep(.failure(failure.description), of: task.key), isFailed: true)
        finish(task, seconds, threads)
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error.failure }
    }
  }

  private func count(_ publication: Publication, isFailed: Bool) {
    state.withLock { state in
      state.report.run += 1
      if isFailed { state.report.failed += 1 }
      if case .conflict(let path) = publication { state.report.conflicts.append(path) }
    }
  }

  private func finish(_ task: Task, _ seconds: Double, _ threads: Int) {
    state.withLock { $0.slowness = max($0.slowness, seconds / task.unit.cost) }
    store.record(Provenance(unit: task.unit, seconds: seconds, threads: threads), of: task.key)
    monitor.finishRun()
  }
}
