internal import Calibration
public import Experiments
internal import Foundation
internal import Synchronization
internal import SyntheticSociety

/// Runs in a SQLite database beside the results of one machine: a crash or a power cut loses at most the
/// runs under way.
///
/// A run is one transaction, on the disk before its thread begins another. The file is made when the first
/// run has ended.
///
/// No problem of the store ends an experiment. Runs that cannot be stored at once wait in memory; the store
/// tries again with each further run and at the end. `takeProblems()` returns the problems.
public final class SQLiteRunStore: RunStore {
  /// The file's name in the folder of results.
  public static let fileName = "ledger.sqlite"

  /// How many seconds to wait for another process.
  package static let longPatience = 5.0
  /// How many seconds to wait where another run can begin meanwhile.
  private static let shortPatience = 0.2

  /// A requested experiment.
  struct Request: Sendable {
    let design: ExperimentDesign
    /// The series of the experiment's arms, in order; at least one.
    let series: [RunSeries]
  }

  private struct State {
    var table: LedgerTable?
    /// Whether the file is not used: a newer FeedLab wrote it, or the store is closed.
    var isClosed = false
    /// The experiment to record.
    var request: Request?
    /// Why the file could not be opened, or the last run not be stored.
    var reason = ""
    var intercepts: SolvedIntercepts?
    /// Runs that ended and are not stored yet.
    var waiting: [LedgerTable.Run] = []
    /// Stored runs that were found, and runs stored since.
    var keptRuns = 0
    var damagedRuns = 0
    var problems: [LedgerProblem] = []
    /// Problems of single runs, each of which is reported once.
    var reported: Set<LedgerProblem> = []
  }

  private let path: String
  private let patience: Double
  private let state: Mutex<State>

  /// Opens the database of a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The path of an existing folder.
  ///   - build: The program of the runs; `nil` where it cannot read its own executable: the database is then
  ///     neither read nor written.
  ///   - request: The requested experiment; `nil` for other studies.
  ///   - patience: How many seconds to wait for another process when the database is opened and closed.
  init(folder: String, build: String?, request: Request?, patience: Double) {
    path = "\(folder)/\(Self.fileName)"
    self.patience = patience
    state = Mutex(State(isClosed: build == nil, request: request))
    let path = path
    state.withLock { state in
      if build == nil {
        state.problems.append(.unknownProgram(path: path))
      } else if FileManager.default.fileExists(atPath: path) {
        Self.prepare(path, patience: patience, &state)
        if state.table == nil, !state.isClosed, state.problems.isEmpty {
          state.problems.append(.unread(path: path, reason: state.reason))
        }
      }
    }
  }

  /// Returns the problems since the last call.
  func takeProblems() -> [LedgerProblem] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }

  /// Stores the waiting runs, and closes the file; later runs are not stored.
  ///
  /// - Parameter realism: The realism card of the results, stored so that it can be shown again.
  func close(realism: RealismCard?) {
    state.withLock { state in
      let request = state.request
      storeWaitingRuns(&state, patience: patience)
      if let realism, let request, let table = state.table { try? table.keep(realism, of: request) }
      if !state.waiting.isEmpty, !state.isClosed {
        state.problems.append(
          .unkept(path: path, runs: state.waiting.count, reason: state.reason))
      }
      if state.damagedRuns > 0 {
        state.problems.append(.damagedRuns(path: path, runs: state.damagedRuns))
        state.damagedRuns = 0
      }
      try? state.table?.close()
      state.table = nil
      state.isClosed = true
    }
  }
}

// MARK: - Runs

extension SQLiteRunStore {
  /// Adds a problem, unless this store has it already.
  func report(_ problem: LedgerProblem) {
    state.withLock { state in
      guard state.reported.insert(problem).inserted else { return }
      state.problems.append(problem)
    }
  }

  /// Whether the database holds requested runs.
  var keepsRuns: Bool { state.withLock { $0.keptRuns > 0 } }

  /// The stored worlds of a series.
  func worlds(of series: RunSeries) -> Set<Int> {
    state.withLock { state in (try? state.table?.worlds(of: series)) ?? [] }
  }

  /// The intercepts of all worlds, from the first series that has them.
  func intercepts(of series: [RunSeries]) -> SolvedIntercepts? {
    state.withLock { state in
      if state.intercepts == nil {
        state.intercepts = (try? state.table?.intercepts(of: series)) ?? nil
      }
      return state.intercepts
    }
  }

  /// Stores the intercepts of all worlds with each run, and at once with the runs of a requested experiment that are there
  /// already, whose own did not match their checksums.
  func keep(_ intercepts: SolvedIntercepts) {
    state.withLock { state in
      state.intercepts = intercepts
      guard let request = state.request, let table = state.table else { return }
      try? table.keep(StoredText(intercepts), of: request.series)
    }
  }

  public func knowledge(
    of key: RunKey, where accepts: (WorldOutcome) -> Bool
  ) -> RunKnowledge {
    state.withLock { state in
      guard let table = state.table else { return .unknown }
      let knowledge = (try? table.knowledge(of: key, where: accepts)) ?? .damaged(path: path)
      switch knowledge {
      case .known: state.keptRuns += 1
      case .damaged: state.damagedRuns += 1
      case .unknown, .failed, .unreadable: break
      }
      return knowledge
    }
  }

  /// Stores an outcome. A failure is not stored, so that the run is tried again.
  public func keep(_ result: RunResult, of key: RunKey) -> Publication {
    guard case .outcome(let outcome) = result else { return .known }
    let run = LedgerTable.Run(outcome, key: key)
    state.withLock { state in
      state.waiting.append(run)
      storeWaitingRuns(&state, patience: min(patience, Self.shortPatience))
    }
    return .new
  }

  /// Stores the waiting runs in order, until one fails.
  private func storeWaitingRuns(_ state: inout State, patience: Double) {
    guard !state.isClosed, !state.waiting.isEmpty || state.table != nil else { return }
    Self.prepare(path, patience: patience, &state)
    guard let table = state.table, state.request == nil || table.hasRequest else { return }
    let intercepts = state.intercepts.map(StoredText.init)
    do {
      while let run = state.waiting.first {
        try table.keep(run, intercepts: intercepts)
        state.waiting.removeFirst()
        state.keptRuns += 1
      }
    } catch {
      state.reason = error.ledgerReason
    }
  }

  /// Opens the file, after renaming a damaged one, and records the requested experiment.
  private static func prepare(_ path: String, patience: Double, _ state: inout State) {
    do {
      if state.table == nil { state.table = try open(path, patience: patience, &state) }
      try state.table?.wait(patience)
      if let request = state.request { try state.table?.record(request) }
    } catch LedgerFile.Refusal.newer(let schema) {
      state.isClosed = true
      state.problems.append(.newer(path: path, schema: schema))
    } catch {
      state.reason = error.ledgerReason
    }
  }

  private static func open(
    _ path: String, patience: Double, _ state: inout State
  ) throws -> LedgerTable {
    do {
      return try LedgerTable(LedgerFile(path, patience: patience))
    } catch LedgerFile.Refusal.notALedger(let reason) {
      let name = try LedgerFile.setAside(path)
      state.problems.append(.setAside(path: path, name: name, reason: reason))
      return try LedgerTable(LedgerFile(path, patience: patience))
    }
  }
}
