internal import Experiments
internal import Synchronization
internal import SyntheticSociety

/// What is known of the runs that a study asks for; what is not is noted down instead of lived through.
final class KnownLives: Sendable {
  private struct State {
    var keys: UnitKeys
    var known: [WorldOutcome] = []
    var missing: [WorldRun] = []
    var failed: [Failure] = []
    var damaged: [String] = []
  }

  /// A run that could not be lived through.
  struct Failure: Hashable, Sendable {
    let arm: String
    let world: Int
    let reason: String
  }

  private let lookup: @Sendable (UnitKey) -> WorkStore.Knowledge
  private let state: Mutex<State>

  /// - Parameter lookup: What is known of a unit.
  init(
    _ study: PlannedStudy, lookup: @escaping @Sendable (UnitKey) -> WorkStore.Knowledge
  ) {
    self.lookup = lookup
    state = Mutex(State(keys: study.keys))
  }

  /// Those that are known, of all that were asked for.
  var known: [WorldOutcome] { state.withLock(\.known) }
  /// In the order in which they were asked for.
  var missing: [WorldRun] { state.withLock(\.missing) }
  var failed: [Failure] { state.withLock(\.failed) }
  /// Files at the places of results that are none.
  var damaged: [String] { state.withLock(\.damaged) }

  /// A way to live that only looks.
  var live: LivingWorld {
    { run, goOn throws(ExperimentFailure) in
      let key = self.state.withLock { $0.keys.key(of: run) }
      let knowledge = self.lookup(key)
      return self.state.withLock { state in
        switch knowledge {
        case .known(let outcome):
          let outcome = outcome.called(run.arm.name)
          state.known.append(outcome)
          return outcome
        case .unknown: state.missing.append(run)
        case .damaged(let path):
          state.damaged.append(path)
          state.missing.append(run)
        case .failed(let reason):
          state.failed.append(
            Failure(
              arm: run.arm.name, world: WorldSpace.number(of: run.world), reason: reason))
        }
        return nil
      }
    }
  }
}

extension WorldOutcome {
  /// The same of an arm of another name that is the same.
  fileprivate func called(_ arm: String) -> WorldOutcome {
    guard arm != self.arm else { return self }
    return WorldOutcome(
      arm: arm, world: world, values: values, scopes: scopes, tables: tables, curves: curves,
      groups: groups, digest: digest, summary: summary)
  }
}
