internal import Experiments
internal import RunStore
internal import Synchronization
internal import SyntheticSociety

/// The stored outcomes of the runs that a study needs; missing runs are recorded instead of simulated.
final class KnownRuns: Sendable {
  private struct State {
    var runs: [(run: WorldRun, outcome: WorldOutcome)] = []
    var rounds: [[PlannedRun]] = [[]]
    /// Keys of the runs of the rounds.
    var recorded: Set<RunKey> = []
    var failed: [Failure] = []
    var damaged: [String] = []
    var unreadable: [StoreFailure] = []

    mutating func record(_ run: PlannedRun, _ key: RunKey) {
      guard recorded.insert(key).inserted else { return }
      rounds[rounds.count - 1].append(run)
    }
  }

  /// A run whose simulation failed.
  struct Failure: Hashable, Sendable, CustomStringConvertible {
    let arm: String
    let world: Int
    let setting: RunInProgress.Setting?
    let reason: String

    var description: String {
      let setting =
        switch setting {
        case nil: ""
        case .society(let number): " in community \(number)"
        case .point(let number): " at point \(number)"
        }
      return "arm '\(arm)' in world \(world)\(setting): \(reason)"
    }
  }

  private let store: (any RunStore)?
  private let study: PlannedStudy
  private let keys: RunKeys
  private let state = Mutex(State())

  /// - Parameter store: The store of outcomes; `nil` where all runs count as missing.
  init(_ study: PlannedStudy, in store: (any RunStore)?) {
    self.store = store
    self.study = study
    keys = study.keys
  }

  private func knowledge(of run: WorldRun, _ key: RunKey) -> RunKnowledge {
    store?.knowledge(of: key) { study.admits($0, of: run) } ?? .unknown
  }

  /// The known runs, of all that the study needed.
  var runs: [(run: WorldRun, outcome: WorldOutcome)] { state.withLock(\.runs) }
  /// The missing runs, in the order of the study: first the runs that it needs to continue, then the rounds
  /// that do not depend on their outcomes.
  var rounds: [[PlannedRun]] { state.withLock(\.rounds).filter { !$0.isEmpty } }
  var missing: [PlannedRun] { Array(rounds.joined()) }
  var failed: [Failure] { state.withLock(\.failed) }
  /// Paths of damaged results.
  var damaged: [String] { state.withLock(\.damaged) }
  /// Results that exist and cannot be read, each once.
  var unreadable: [StoreFailure] { state.withLock(\.unreadable) }

  /// A simulator that only returns stored outcomes.
  var lookUp: RunSimulator {
    { run, shouldContinue throws(ExperimentFailure) in
      let key = self.keys.key(of: run)
      let knowledge = self.knowledge(of: run, key)
      // The caller's task has the setting; the run itself does not.
      let planned = PlannedRun(run: run, setting: RunInProgress.current?.setting)
      return self.state.withLock { state in
        switch knowledge {
        case .known(let outcome):
          let outcome = outcome.called(run.arm.name)
          state.runs.append((run, outcome))
          return outcome
        case .unknown: state.record(planned, key)
        case .damaged(let path):
          state.damaged.append(path)
          state.record(planned, key)
        case .unreadable(let result):
          if !state.unreadable.contains(result) { state.unreadable.append(result) }
        case .failed(let reason):
          state.failed.append(
            Failure(
              arm: run.arm.name, world: WorldSpace.number(of: run.world), setting: planned.setting,
              reason: reason))
        }
        return nil
      }
    }
  }

  /// Records the missing runs of a later round, unless a failure has already ended the study.
  func foresee(_ runs: [WorldRun]) {
    let isOver = state.withLock { state in
      state.rounds.append([])
      return !state.failed.isEmpty
    }
    guard !isOver else { return }
    for run in runs {
      let key = keys.key(of: run)
      switch knowledge(of: run, key) {
      case .unknown, .damaged: state.withLock { $0.record(PlannedRun(run: run), key) }
      case .known, .failed, .unreadable: break
      }
    }
  }
}
