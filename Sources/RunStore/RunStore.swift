public import Experiments

/// Results of runs, by their keys, so that no run is simulated twice.
///
/// Threads that simulate different runs call a store at the same time. There are two stores: a database
/// beside the results of one machine, ``SQLiteRunStore``, and a folder that machines share,
/// ``FolderRunStore``.
public protocol RunStore: Sendable {
  /// The store's knowledge of a run.
  ///
  /// - Parameter accepts: Whether an outcome can be one of the run; one that cannot, or belongs to another world, is
  ///   damaged, although its checksum is right.
  func knowledge(of key: RunKey, where accepts: (WorldOutcome) -> Bool) -> RunKnowledge

  /// Stores the result of a run; it is on the disk when this returns.
  ///
  /// - Throws: Why the result cannot be stored. A store that tries again later reports it itself.
  @discardableResult
  func keep(_ result: RunResult, of key: RunKey) throws(StoreFailure) -> Publication
}

extension RunStore {
  /// The store's knowledge of a run, whose outcome is not checked.
  package func knowledge(of key: RunKey) -> RunKnowledge { knowledge(of: key) { _ in true } }
}

/// The result of a run.
public enum RunResult: Sendable {
  case outcome(WorldOutcome)
  /// The simulation failed, for this reason.
  case failure(String)
}

/// What a store knows of a run.
public enum RunKnowledge: Sendable {
  case unknown
  case known(WorldOutcome)
  /// The simulation failed, for this reason.
  case failed(String)
  /// The stored file or row is not a result of the run.
  case damaged(path: String)
  /// There is a stored file that cannot be read.
  case unreadable(StoreFailure)
}

/// How a store handled a file that it was given.
public enum Publication: Hashable, Sendable {
  case new
  /// The same bytes were stored already.
  case known
  /// Other bytes were stored already; both are kept, the new ones at this path.
  case conflict(path: String)
}

extension WorldOutcome {
  /// The outcome under the name of an equal arm.
  package func called(_ arm: String) -> WorldOutcome {
    guard arm != self.arm else { return self }
    return WorldOutcome(
      arm: arm, world: world, values: values, scopes: scopes, tables: tables, curves: curves,
      activity: activity, looks: looks, groups: groups, digest: digest, summary: summary)
  }
}
