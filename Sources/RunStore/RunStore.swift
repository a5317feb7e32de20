public import Experiments

/// What came of runs, by their keys, so that none is simulated twice.
///
/// Threads that simulate different runs call it at the same time. Two places keep runs: a database beside the
/// results of one machine, ``SQLiteRunStore``, and a folder that machines share, ``FolderRunStore``.
public protocol RunStore: Sendable {
  /// What is known of a run.
  func knowledge(of key: RunKey) -> RunKnowledge

  /// Keeps what came of a run; it is on the disk when this returns.
  ///
  /// - Throws: What stands in the way. A store that keeps results for later instead reports it itself.
  @discardableResult
  func keep(_ result: RunResult, of key: RunKey) throws(StoreFailure) -> Publication
}

/// What came of a run.
public enum RunResult: Sendable {
  case outcome(WorldOutcome)
  /// Why it could not be simulated.
  case failure(String)
}

/// What a store knows of a run.
public enum RunKnowledge: Sendable {
  case unknown
  case known(WorldOutcome)
  /// It could not be simulated.
  case failed(String)
  /// What is at its place is none of its results.
  case damaged(path: String)
  /// Something is at its place, and what it is cannot be read.
  case unreadable(StoreFailure)
}

/// What became of something that was to be kept.
public enum Publication: Hashable, Sendable {
  case new
  /// It was there already, byte for byte.
  case known
  /// Something else is there; both are kept, this one under another name.
  case conflict(path: String)
}

extension WorldOutcome {
  /// The same of an arm of another name that is the same.
  package func called(_ arm: String) -> WorldOutcome {
    guard arm != self.arm else { return self }
    return WorldOutcome(
      arm: arm, world: world, values: values, scopes: scopes, tables: tables, curves: curves,
      groups: groups, digest: digest, summary: summary)
  }
}
