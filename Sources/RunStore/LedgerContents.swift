internal import Calibration
package import DataFiles
package import Experiments
internal import Foundation
internal import GRDB
internal import SyntheticSociety

/// The contents of a ledger: the experiments that were requested, and their results.
package struct LedgerContents {
  /// A requested experiment.
  package struct Entry: Sendable, Hashable {
    /// The permanent number of the experiment in the ledger.
    package let number: Int
    package let design: ExperimentDesign
    /// Worlds that have been simulated under all arms.
    package let completeWorlds: Int
    /// Stored runs of the experiment's arms, including those of incomplete worlds.
    package let runs: Int
    /// The version of FeedLab that simulated the runs.
    package let version: String
    /// SHA-256 of that FeedLab's executable, in hex.
    package let build: String
    /// When the experiment was last requested, such as `2026-11-21T17:46:06Z`.
    package let requestedAt: String
  }

  package let path: String
  /// The experiments in the order of their last requests.
  package let entries: [Entry]
  private let file: LedgerFile

  /// Reads a ledger.
  package init(path: String) throws(UnreadableLedger) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw UnreadableLedger(path: path, reason: "the file does not exist")
    }
    do {
      file = try LedgerFile(reading: path)
      entries = try file.queue.read(Self.entries)
    } catch {
      throw UnreadableLedger(path: path, error)
    }
  }

  private static func entries(_ database: Database) throws -> [Entry] {
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM experiment ORDER BY asked_at, id")
    return try rows.compactMap { row in
      guard let text: String = row["design"],
        let design = StoredText.value(ExperimentDesign.self, in: text)
      else { return nil }
      let worlds = try Self.worlds(of: row["id"], database).map { worlds in
        worlds.filter { $0 < design.plan.most }
      }
      let complete = worlds.dropFirst().reduce(worlds.first ?? []) { $0.intersection($1) }
      return Entry(
        number: row["id"], design: design,
        completeWorlds: complete.count, runs: worlds.reduce(0) { $0 + $1.count },
        version: row["version"], build: row["build"], requestedAt: row["asked_at"])
    }
  }

  /// The stored worlds of each arm of an experiment.
  private static func worlds(of experiment: Int, _ database: Database) throws -> [Set<Int>] {
    try Int.fetchAll(
      database, sql: "SELECT life FROM experiment_life WHERE experiment = ? ORDER BY place",
      arguments: [experiment]
    ).map { life in
      try Int.fetchSet(database, sql: "SELECT world FROM run WHERE life = ?", arguments: [life])
    }
  }

  /// The results of an experiment, from its stored worlds.
  ///
  /// - Returns: `nil` when too few worlds are stored.
  package func results(of entry: Entry) throws(UnreadableLedger) -> ExperimentResults? {
    do {
      return try file.queue.read { try Self.results(of: entry, $0) }
    } catch {
      throw UnreadableLedger(path: path, error)
    }
  }

  private static func results(
    of entry: Entry, _ database: Database
  ) throws -> ExperimentResults? {
    let series = try Int.fetchAll(
      database, sql: "SELECT life FROM experiment_life WHERE experiment = ? ORDER BY place",
      arguments: [entry.number])
    let arms = entry.design.simulatedArms
    guard series.count == arms.count else { return nil }
    let known = try entry.design.knownResults(intercepts: try intercepts(of: entry, database)) {
      arm, world in
      try outcome(of: series[arms.firstIndex(of: arm)!], world: world, database)?.called(arm)
    }
    guard var results = known else { return nil }
    let realism = try String.fetchOne(
      database, sql: "SELECT realism FROM experiment WHERE id = ?", arguments: [entry.number])
    results.realism = realism.flatMap { StoredText.value(RealismCard.self, in: $0) }
    return results
  }

  private static func outcome(
    of series: Int, world: Int, _ database: Database
  ) throws -> WorldOutcome? {
    let row = try Row.fetchOne(
      database, sql: "SELECT outcome, checksum FROM run WHERE life = ? AND world = ?",
      arguments: [series, world])
    guard let row else { return nil }
    guard let text = StoredText(text: row["outcome"], checksum: row["checksum"]),
      let outcome = text.value(WorldOutcome.self)
    else { throw LedgerFile.Refusal.notALedger(reason: "a run does not match its checksum") }
    return outcome
  }

  private static func intercepts(
    of entry: Entry, _ database: Database
  ) throws -> SolvedIntercepts {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT intercepts, checksum FROM life JOIN experiment_life ON life = id
        WHERE experiment = ? AND intercepts IS NOT NULL ORDER BY place
        """, arguments: [entry.number])
    return StoredText(text: row?["intercepts"], checksum: row?["checksum"])?
      .value(SolvedIntercepts.self) ?? SolvedIntercepts()
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
      case LedgerFile.Refusal.notALedger(let reason): reason
      default: error.ledgerReason
      }
  }
}

extension UnreadableLedger: ProgramError {
  package var exitCode: ExitCode { .unfinished }
  package var message: Message { "cannot read the ledger \(path): \(reason)" }
}
