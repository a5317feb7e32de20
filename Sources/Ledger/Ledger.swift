package import Calibration
internal import DataFiles
public import Experiments
internal import Foundation
internal import Synchronization
public import SyntheticSociety

/// The worlds of experiments that have been lived through, in a file of the folder of their results, so
/// that none is lived through twice and a crash or a power cut loses at most the worlds under way.
///
/// A run is known when everything that it depends on is the same: the community, the arm, the seed, what
/// is measured, and the program to the byte. What is made of worlds afterwards, such as a margin or the
/// number of worlds, is no part of that. A run is one transaction, on the disk before its thread
/// begins another. The file is made when the first run has ended.
///
/// Nothing that goes wrong in it ends an experiment. Runs that it cannot keep at once wait in memory and
/// are tried again with each further one and at the end; ``takeTroubles()`` tells what went wrong.
public final class Ledger: OutcomeStore {
  /// Its name in the folder of results.
  public static let fileName = "ledger.sqlite"

  /// How many seconds to wait for another process.
  package static let longPatience = 5.0
  /// The same where another run can begin meanwhile.
  private static let shortPatience = 0.2

  /// How many of an experiment's worlds were known under all arms when it was opened.
  public let knownWorlds: Int

  /// Whether it holds runs of this experiment; known once the experiment has ended.
  public var keepsRuns: Bool { state.withLock { $0.keptRuns > 0 } }

  private struct State {
    var table: LedgerTable?
    /// Whether a newer FeedLab wrote it: it is left alone.
    var isForeign = false
    /// Whether what is asked for is noted in it.
    var isRecorded = false
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
  private let design: ExperimentDesign
  private let lives: [Life]
  private let isFresh: Bool
  private let patience: Double
  private let state: Mutex<State>

  /// Opens the ledger of a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is there.
  ///   - experiment: What is asked for.
  ///   - isFresh: Whether all worlds are to be lived through again; what comes of them replaces what
  ///     is known.
  ///   - build: Identifies the program; `nil` where it cannot read itself, so that its worlds could
  ///     be taken for those of another: none is taken from the ledger then, and none is kept.
  ///   - patience: How many seconds to wait for another process when it is opened and closed.
  package init(
    folder: String, experiment: Experiment, isFresh: Bool = false,
    build: String? = ProgramDigest.current, patience: Double = Ledger.longPatience
  ) {
    path = "\(folder)/\(Self.fileName)"
    design = experiment.design
    lives = design.livingArms.map { Life($0, of: experiment, build: build ?? "") }
    self.isFresh = isFresh
    self.patience = patience
    var state = State()
    var known = 0
    if build == nil {
      state.isForeign = true
      state.troubles.append(.unknownProgram(path: path))
    } else if FileManager.default.fileExists(atPath: path) {
      Self.prepare(path, lives, design, patience: patience, &state)
      if !isFresh, let table = state.table {
        known = (try? table.wholeWorlds(of: lives, among: design.plan.most)) ?? 0
        state.intercepts = (try? table.intercepts(of: lives)) ?? nil
      }
      if state.table == nil, !state.isForeign, state.troubles.isEmpty {
        state.troubles.append(.unread(path: path, reason: state.reason))
      }
    }
    knownWorlds = known
    self.state = Mutex(state)
  }

  /// What went wrong since this was asked the last time.
  public func takeTroubles() -> [LedgerTrouble] {
    state.withLock { state in
      defer { state.troubles = [] }
      return state.troubles
    }
  }

  /// Keeps what waits, and closes the file; afterwards nothing is kept any more.
  ///
  /// - Parameter realism: The realism card of the results, to be told again with them.
  package func close(realism: RealismCard? = nil) {
    state.withLock { state in
      keepWaiting(&state, patience: patience)
      if let realism, let table = state.table {
        try? table.keep(realism, of: design, lives)
      }
      if !state.waiting.isEmpty, !state.isForeign {
        state.troubles.append(
          .unkept(path: path, runs: state.waiting.count, reason: state.reason))
      }
      if state.damagedRuns > 0 {
        state.troubles.append(.damagedRuns(path: path, runs: state.damagedRuns))
        state.damagedRuns = 0
      }
      try? state.table?.close()
      state.table = nil
      state.isForeign = true
    }
  }
}

// MARK: - As a store

extension Ledger {
  public var intercepts: SolvedIntercepts? { state.withLock(\.intercepts) }

  public func keep(_ intercepts: SolvedIntercepts) {
    state.withLock { $0.intercepts = intercepts }
  }

  public func outcome(arm: String, world: Int) -> WorldOutcome? {
    guard !isFresh else { return nil }
    return state.withLock { state in
      guard let table = state.table else { return nil }
      switch try? table.run(of: life(arm), world: world) {
      case .known(let outcome):
        state.keptRuns += 1
        return outcome
      case .unknown: return nil
      case .damaged, nil:
        state.damagedRuns += 1
        return nil
      }
    }
  }

  public func keep(_ outcome: WorldOutcome) {
    let run = LedgerTable.Run(outcome, life: life(outcome.arm))
    state.withLock { state in
      state.waiting.append(run)
      keepWaiting(&state, patience: min(patience, Self.shortPatience))
    }
  }

  private func life(_ arm: String) -> Life {
    guard let life = lives.first(where: { $0.arm == arm }) else {
      preconditionFailure("no arm \(arm) lives")
    }
    return life
  }

  /// Keeps what waits, in order, as far as that goes.
  private func keepWaiting(_ state: inout State, patience: Double) {
    guard !state.isForeign, !state.waiting.isEmpty || state.table != nil else { return }
    Self.prepare(path, lives, design, patience: patience, &state)
    guard let table = state.table, state.isRecorded else { return }
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
  private static func prepare(
    _ path: String, _ lives: [Life], _ design: ExperimentDesign, patience: Double,
    _ state: inout State
  ) {
    do {
      if state.table == nil { state.table = try open(path, patience: patience, &state) }
      try state.table?.wait(patience)
      if !state.isRecorded {
        try state.table?.record(design, lives)
        state.isRecorded = true
      }
    } catch LedgerFile.Refusal.newer(let schema) {
      state.isForeign = true
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
