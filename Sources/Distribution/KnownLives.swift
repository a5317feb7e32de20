internal import Experiments
internal import RunStore
internal import Synchronization
internal import SyntheticSociety

/// What is known of the runs that a study asks for; what is not is noted down instead of lived through.
final class KnownLives: Sendable {
  private struct State {
    var known: [(run: WorldRun, outcome: WorldOutcome)] = []
    var rounds: [[PlannedRun]] = [[]]
    /// Keys of the runs of the rounds.
    var noted: Set<RunKey> = []
    var failed: [Failure] = []
    var damaged: [String] = []
    var unreadable: [StoreFailure] = []

    mutating func note(_ run: PlannedRun, _ key: RunKey) {
      guard noted.insert(key).inserted else { return }
      rounds[rounds.count - 1].append(run)
    }
  }

  /// A run that could not be lived through.
  struct Failure: Hashable, Sendable {
    let arm: String
    let world: Int
    let place: LifeInProgress.Place?
    let reason: String

    var words: String {
      let place =
        switch place {
        case nil: ""
        case .society(let number): " in society \(number)"
        case .point(let number): " at point \(number)"
        }
      return "arm '\(arm)' in world \(world)\(place): \(reason)"
    }
  }

  private let store: (any RunStore)?
  private let keys: RunKeys
  private let state = Mutex(State())

  /// - Parameter store: What is known; `nil` for nothing.
  init(_ study: PlannedStudy, in store: (any RunStore)?) {
    self.store = store
    keys = study.keys
  }

  private func knowledge(of key: RunKey) -> RunKnowledge { store?.knowledge(of: key) ?? .unknown }

  /// Those that are known, of all that were asked for.
  var known: [(run: WorldRun, outcome: WorldOutcome)] { state.withLock(\.known) }
  /// Those that are not known, in the order in which they were asked for: first those that must be known
  /// before it goes on, then the rounds that follow whatever comes of them.
  var rounds: [[PlannedRun]] { state.withLock(\.rounds).filter { !$0.isEmpty } }
  var missing: [PlannedRun] { Array(rounds.joined()) }
  var failed: [Failure] { state.withLock(\.failed) }
  /// Files at the places of results that are none.
  var damaged: [String] { state.withLock(\.damaged) }
  /// Results that are there and cannot be read, each once.
  var unreadable: [StoreFailure] { state.withLock(\.unreadable) }

  /// A way to live that only looks.
  var live: LivingWorld {
    { run, goOn throws(ExperimentFailure) in
      let key = self.keys.key(of: run)
      let knowledge = self.knowledge(of: key)
      // Who asks says where the run lives, and not the run itself.
      let planned = PlannedRun(run: run, place: LifeInProgress.current?.place)
      return self.state.withLock { state in
        switch knowledge {
        case .known(let outcome):
          let outcome = outcome.called(run.arm.name)
          state.known.append((run, outcome))
          return outcome
        case .unknown: state.note(planned, key)
        case .damaged(let path):
          state.damaged.append(path)
          state.note(planned, key)
        case .unreadable(let result):
          if !state.unreadable.contains(result) { state.unreadable.append(result) }
        case .failed(let reason):
          state.failed.append(
            Failure(
              arm: run.arm.name, world: WorldSpace.number(of: run.world), place: planned.place,
              reason: reason))
        }
        return nil
      }
    }
  }

  /// Notes those of a round to come that are not known, unless what failed already ends all.
  func foresee(_ runs: [WorldRun]) {
    let isOver = state.withLock { state in
      state.rounds.append([])
      return !state.failed.isEmpty
    }
    guard !isOver else { return }
    for run in runs {
      let key = keys.key(of: run)
      switch knowledge(of: key) {
      case .unknown, .damaged: state.withLock { $0.note(PlannedRun(run: run), key) }
      case .known, .failed, .unreadable: break
      }
    }
  }
}
