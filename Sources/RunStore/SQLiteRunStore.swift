internal import Calibration
internal import Experiments
internal import Foundation
internal import Synchronization
internal import SyntheticSociety

/// Runs in a SQLite database beside the results of one machine: a crash or a power cut loses at most those
/// under way.
///
/// A run is one transaction, on the disk before its thread begins another. The file is made when the first run
/// has ended.
///
/// Nothing that goes wrong in it ends an experiment. Runs that it cannot keep at once wait in memory and are
/// tried again with each further one and at the end; ``takeTroubles()`` returns what went wrong.
public final class SQLiteRunStore: RunStore {
  /// Its name in the folder of results.
  public static let fileName = "ledger.sqlite"

  /// How many seconds to wait for another process.
  package static let longPatience = 5.0
  /// The same where another run can begin meanwhile.
  private static let shortPatience = 0.2

  /// An experiment that was asked for.
  struct Request: Sendable {
    let design: ExperimentDesign
    /// Those of its arms, in order; at least one.
    let series: [RunSeries]
  }

  private struct State {
    var table: LedgerTable?
    /// Whether it is left alone: a newer FeedLab wrote it, or it is closed.
    var isClosed = false
    /// What is to be noted in it.
    var request: Request?
    /// Why it could not be opened, or the last run could not be kept.
    var reason = ""
    var intercepts: SolvedIntercepts?
    /// Those that ended and are not kept yet.
    var waiting: [LedgerTable.Run] = []
    /// Known ones that were asked for, and those kept since.
    var keptRuns = 0
    var damagedRuns = 0
    var troubles: [LedgerTrouble] = []
  }

  private let path: String
  private let patience: Double
  private let state: Mutex<State>

  /// Opens the database of a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is there.
  ///   - build: The program of its runs; `nil` where it cannot read itself: no run is known then, and none is
  ///     kept.
  ///   - request: What is asked for, if it is an experiment.
  ///   - patience: How many seconds to wait for another process when it is opened and closed.
  init(folder: String, build: String?, request: Request?, patience: Double) {
    path = "\(folder)/\(Self.fileName)"
    self.patience = patience
    state = Mutex(State(isClosed: build == nil, request: request))
    let path = path
    state.withLock { state in
      if build == nil {
        state.troubles.append(.unknownProgram(path: path))
      } else if FileManager.default.fileExists(atPath: path) {
        Self.prepare(path, patience: patience, &state)
        if state.table == nil, !state.isClosed, state.troubles.isEmpty {
          state.troubles.append(.unread(path: path, reason: state.reason))
        }
      }
    }
  }

  /// What went wrong since this was asked the last time.
  func takeTroubles() -> [LedgerTrouble] {
    state.withLock { state in
      defer { state.troubles = [] }
      return state.troubles
    }
  }

  /// Keeps what waits, and closes the file; afterwards nothing is kept any more.
  ///
  /// - Parameter realism: The realism card of what was asked for, to be shown again with its results.
  func close(realism: RealismCard?) {
    state.withLock { state in
      let request = state.request
      keepWaiting(&state, patience: patience)
      if let realism, let request, let table = state.table { try? table.keep(realism, of: request) }
      if !state.waiting.isEmpty, !state.isClosed {
        state.troubles.append(
          .unkept(path: path, runs: state.waiting.count, reason: state.reason))
      }
      if state.damagedRuns > 0 {
        state.troubles.append(.damagedRuns(path: path, runs: state.damagedRuns))
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
  /// Whether it holds runs that were asked for.
  var keepsRuns: Bool { state.withLock { $0.keptRuns > 0 } }

  /// The worlds that are known of a series.
  func worlds(of series: RunSeries) -> Set<Int> {
    state.withLock { state in (try? state.table?.worlds(of: series)) ?? [] }
  }

  /// What was solved for all worlds; of the first series that has it.
  func intercepts(of series: [RunSeries]) -> SolvedIntercepts? {
    state.withLock { state in
      if state.intercepts == nil {
        state.intercepts = (try? state.table?.intercepts(of: series)) ?? nil
      }
      return state.intercepts
    }
  }

  /// Keeps what was solved for all worlds with each run.
  func keep(_ intercepts: SolvedIntercepts) { state.withLock { $0.intercepts = intercepts } }

  public func knowledge(of key: RunKey) -> RunKnowledge {
    state.withLock { state in
      guard let table = state.table else { return .unknown }
      let knowledge = (try? table.knowledge(of: key)) ?? .damaged(path: path)
      switch knowledge {
      case .known: state.keptRuns += 1
      case .damaged: state.damagedRuns += 1
      case .unknown, .failed, .unreadable: break
      }
      return knowledge
    }
  }

  /// What could not be simulated is not kept: it is tried again.
  public func keep(_ result: RunResult, of key: RunKey) -> Publication {
    guard case .outcome(let outcome) = result else { return .known }
    let run = LedgerTable.Run(outcome, key: key)
    state.withLock { state in
      state.waiting.append(run)
      keepWaiting(&state, patience: min(patience, Self.shortPatience))
    }
    return .new
  }

  /// Keeps what waits, in order, as far as that goes.
  private func keepWaiting(_ state: inout State, patience: Double) {
    guard !state.isClosed, !state.waiting.isEmpty || state.table != nil else { return }
    Self.prepare(path, patience: patience, &state)
    guard let table = state.table, state.request == nil || table.isNoted else { return }
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

  /// Opens the file, in the place of one that is damaged if need be, and notes there what is asked for.
  private static func prepare(_ path: String, patience: Double, _ state: inout State) {
    do {
      if state.table == nil { state.table = try open(path, patience: patience, &state) }
      try state.table?.wait(patience)
      if let request = state.request { try state.table?.note(request) }
    } catch LedgerFile.Refusal.newer(let schema) {
      state.isClosed = true
      state.troubles.append(.newer(path: path, schema: schema))
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
      state.troubles.append(.setAside(path: path, name: name, reason: reason))
      return try LedgerTable(LedgerFile(path, patience: patience))
    }
  }
}
