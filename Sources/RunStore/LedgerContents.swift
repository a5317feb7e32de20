internal import Calibration
package import DataFiles
package import Experiments
internal import Foundation
internal import GRDB
internal import SyntheticSociety

/// The contents of a ledger: the experiments that were requested, and their results.
package struct LedgerContents {
  /// A requested experiment.
  package struct Entry: Sendable {
    /// The permanent number of the experiment in the ledger.
    package let number: Int
    package let design: ExperimentDesign
    /// Worlds that have been simulated under all arms.
    package let completeWorlds: Int
    /// Stored runs of the experiment's arms, including runs in incomplete worlds.
    package let runs: Int
    /// The version of FeedLab that simulated the runs.
    package let version: String
    /// SHA-256 of that FeedLab's executable, in hex.
    package let build: String
    /// When the experiment was last requested, such as `2026-11-21T17:46:06Z`.
    package let requestedAt: String
    /// What its outcomes must be like.
    fileprivate let form: StoredDesign
    /// The checksum of the design and the series.
    fileprivate let digest: String
    /// The rows of the arms' series, in order.
    fileprivate let series: [Int]
  }

  /// A row of the table of experiments.
  package struct Record: Sendable {
    /// The permanent number of the experiment in the ledger.
    package let number: Int
    /// The experiment, or why it cannot be read.
    package let entry: Result<Entry, UnreadableLedger>
  }

  package let path: String
  /// The experiments in the order of their last requests, without those that another version recorded in another form.
  package let records: [Record]
  /// Those that can be read.
  package var entries: [Entry] { records.compactMap { try? $0.entry.get() } }
  /// Why the others cannot be read.
  package var faults: [UnreadableLedger] {
    records.compactMap { if case .failure(let fault) = $0.entry { fault } else { nil } }
  }
  private let file: LedgerFile

  /// Reads a ledger.
  package init(path: String) throws(UnreadableLedger) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw UnreadableLedger(path: path, reason: "the file does not exist")
    }
    do {
      file = try LedgerFile(reading: path)
      records = try file.queue.read { try Self.records(path, $0) }
    } catch {
      throw UnreadableLedger(path: path, error)
    }
  }

  private static func records(_ path: String, _ database: Database) throws -> [Record] {
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM experiment ORDER BY asked_at, id")
    return try rows.compactMap { row in
      let number = try row.value(Int.self, "id", of: "experiment")
      do {
        return try entry(row, number, database).map { Record(number: number, entry: .success($0)) }
      } catch LedgerFile.Refusal.notALedger(let reason) {
        let fault = UnreadableLedger(path: path, experiment: number, reason: reason)
        return Record(number: number, entry: .failure(fault))
      }
    }
  }

  /// - Returns: `nil` for an experiment that another version recorded in another form.
  private static func entry(_ row: Row, _ number: Int, _ database: Database) throws -> Entry? {
    let text = try row.value(String.self, "design", of: "experiment")
    let digest = try row.value(String.self, "digest", of: "experiment")
    let version = try row.value(String.self, "version", of: "experiment")
    let series = try Row.fetchAll(
      database,
      sql: """
        SELECT life.id, life.digest FROM experiment_life JOIN life ON life.id = life
        WHERE experiment = ? ORDER BY place
        """, arguments: [number])
    let digests = try series.map { try $0.value(String.self, "digest", of: "life") }
    guard digest == LedgerTable.digest(ofDesign: text, series: digests) else {
      throw LedgerFile.Refusal.notALedger(
        reason: "table experiment: the design does not match its checksum")
    }
    guard let stored = StoredText.value(ExperimentDesign.self, in: text) else {
      if version != FeedLab.version { return nil }
      throw LedgerFile.Refusal.notALedger(reason: "table experiment: the design cannot be read")
    }
    let design: StoredDesign
    do throws(StoredDesign.Invalid) {
      design = try StoredDesign(stored)
    } catch {
      throw LedgerFile.Refusal.notALedger(
        reason: "table experiment: in the design \(error.problem)")
    }
    guard series.count == stored.storedArms.count else {
      throw LedgerFile.Refusal.notALedger(
        reason:
          "table experiment_life: there are \(series.count) arms of \(stored.storedArms.count)")
    }
    let ids = try series.map { try $0.value(Int.self, "id", of: "life") }
    let worlds = try ids.map { id in
      try Int.fetchSet(database, sql: "SELECT world FROM run WHERE life = ?", arguments: [id])
        .filter { $0 < stored.plan.most }
    }
    let complete = worlds.prefix(stored.simulatedArms.count).dropFirst().reduce(
      worlds.first ?? []
    ) { $0.intersection($1) }
    return Entry(
      number: number, design: stored, completeWorlds: complete.count,
      runs: worlds.reduce(0) { $0 + $1.count }, version: version,
      build: try row.value(String.self, "build", of: "experiment"),
      requestedAt: try row.value(String.self, "asked_at", of: "experiment"), form: design,
      digest: digest, series: ids)
  }

  /// The results of an experiment, from its stored worlds.
  ///
  /// - Returns: `nil` when too few worlds are stored.
  package func results(of entry: Entry) throws(UnreadableLedger) -> ExperimentResults? {
    do {
      return try file.queue.read { try Self.results(of: entry, $0) }
    } catch LedgerFile.Refusal.notALedger(let reason) {
      throw UnreadableLedger(path: path, experiment: entry.number, reason: reason)
    } catch {
      throw UnreadableLedger(path: path, error)
    }
  }

  private static func results(
    of entry: Entry, _ database: Database
  ) throws -> ExperimentResults? {
    let arms = entry.design.storedArms
    let known = try entry.design.knownResults(intercepts: try intercepts(of: entry, database)) {
      arm, world in
      try outcome(of: arm, arms.firstIndex(of: arm)!, world: world, entry, database)
    }
    guard var results = known else { return nil }
    let row = try Row.fetchOne(
      database, sql: "SELECT realism FROM experiment WHERE id = ?", arguments: [entry.number])
    if let text = try row?.value(String?.self, "realism", of: "experiment") {
      guard let stored = StoredText.value(StoredCard.self, in: text),
        stored.isWhole(of: entry.digest)
      else {
        throw LedgerFile.Refusal.notALedger(
          reason: "table experiment: the realism card does not match its checksum")
      }
      results.realism = stored.card
    }
    return results
  }

  private static func outcome(
    of arm: String, _ index: Int, world: Int, _ entry: Entry, _ database: Database
  ) throws -> WorldOutcome? {
    let row = try Row.fetchOne(
      database, sql: "SELECT outcome, checksum FROM run WHERE life = ? AND world = ?",
      arguments: [entry.series[index], world])
    guard let row else { return nil }
    guard let text = try StoredText(row, "outcome", of: "run"),
      let outcome = text.value(WorldOutcome.self), outcome.world == world,
      entry.form.admits(outcome, isLive: entry.design.liveArms.contains(arm))
    else {
      throw LedgerFile.Refusal.notALedger(
        reason:
          "table run: arm '\(arm.excerpt)' in world \(world) does not match its checksum")
    }
    return outcome.called(arm)
  }

  private static func intercepts(
    of entry: Entry, _ database: Database
  ) throws -> SolvedIntercepts {
    for series in entry.series {
      let row = try Row.fetchOne(
        database, sql: "SELECT intercepts, checksum FROM life WHERE id = ?", arguments: [series])
      if let known = try row.flatMap({ try SolvedIntercepts($0) }) { return known }
    }
    return SolvedIntercepts()
  }

  /// Deletes the runs of other programs from a ledger; no experiment of this program uses them.
  ///
  /// - Parameter build: The digest of this program.
  /// - Returns: The number of deleted runs.
  package static func forgetOthers(
    path: String, than build: String
  ) throws(UnreadableLedger) -> Int {
    do {
      let file = try LedgerFile(path, patience: SQLiteRunStore.longPatience)
      let count = try file.queue.write { database in
        let count = try Int.fetchOne(
          database, sql: "SELECT count(*) FROM run JOIN life ON id = life WHERE build <> ?",
          arguments: [build])
        try database.execute(sql: "DELETE FROM life WHERE build <> ?", arguments: [build])
        try database.execute(
          sql: "DELETE FROM experiment WHERE id NOT IN (SELECT experiment FROM experiment_life)")
        return count ?? 0
      }
      if count > 0 { try file.queue.vacuum() }
      try file.queue.close()
      return count
    } catch {
      throw UnreadableLedger(path: path, error)
    }
  }
}

/// A ledger whose contents cannot be read.
package struct UnreadableLedger: Error, Hashable, Sendable {
  package let path: String
  package let reason: String
}

extension UnreadableLedger {
  fileprivate init(path: String, _ error: any Error) {
    self.path = path
    reason =
      switch error {
      case LedgerFile.Refusal.newer(let schema):
        "a newer FeedLab wrote it (schema \(schema), this one reads \(LedgerSchema.version))"
      case LedgerFile.Refusal.notALedger(let reason):
        "\(reason); another run of the experiment sets it aside"
      case LedgerFile.Refusal.inReadOnlyFolder:
        """
        a part of it is in \(path)-wal, which can be read only in a folder that may be written to; copy both files \
        into one
        """
      default: error.ledgerReason
      }
  }

  /// - Parameters:
  ///   - experiment: The number of the experiment that cannot be read.
  ///   - reason: What is wrong with it.
  fileprivate init(path: String, experiment: Int, reason: String) {
    self.init(
      path: path,
      reason: "experiment \(experiment): \(reason); run it again to record it anew")
  }
}

extension UnreadableLedger: ProgramError {
  package var exitCode: ExitCode { .unfinished }
  package var message: Message { "cannot read the ledger \(path): \(reason)" }
}
