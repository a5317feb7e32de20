internal import Calibration
package import DataFiles
package import Experiments
internal import Foundation
internal import GRDB
internal import SyntheticSociety

/// What a ledger holds, for who asks afterwards.
package struct LedgerContents {
  /// An experiment that was asked for.
  package struct Entry: Sendable, Hashable {
    /// Its number in the ledger, which stays.
    package let number: Int
    package let design: ExperimentDesign
    /// Worlds that have been lived through under all arms.
    package let wholeWorlds: Int
    /// Runs of an arm in one of its worlds, also in worlds that are not whole.
    package let runs: Int
    /// Of the FeedLab that lived through them.
    package let version: String
    /// SHA-256 of its executable, in hex.
    package let build: String
    /// When it was asked for the last time, such as `2026-11-21T17:46:06Z`.
    package let askedAt: String
  }

  package let path: String
  /// In the order in which they were asked for the last time.
  package let entries: [Entry]
  private let file: LedgerFile

  /// Reads a ledger.
  package init(path: String) throws(UnreadableLedger) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw UnreadableLedger(path: path, reason: "there is none")
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
      let whole = worlds.dropFirst().reduce(worlds.first ?? []) { $0.intersection($1) }
      return Entry(
        number: row["id"], design: design,
        wholeWorlds: whole.count, runs: worlds.reduce(0) { $0 + $1.count },
        version: row["version"], build: row["build"], askedAt: row["asked_at"])
    }
  }

  /// The worlds of each arm of an experiment.
  private static func worlds(of experiment: Int, _ database: Database) throws -> [Set<Int>] {
    try Int.fetchAll(
      database, sql: "SELECT life FROM experiment_life WHERE experiment = ? ORDER BY place",
      arguments: [experiment]
    ).map { life in
      try Int.fetchSet(database, sql: "SELECT world FROM run WHERE life = ?", arguments: [life])
    }
  }

  /// The results of an experiment, as they were when it was asked for, or as far as its worlds are
  /// there.
  ///
  /// - Returns: `nil` when too few of them are there to tell anything.
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
    let lives = try Int.fetchAll(
      database, sql: "SELECT life FROM experiment_life WHERE experiment = ? ORDER BY place",
      arguments: [entry.number])
    let arms = entry.design.livingArms
    guard lives.count == arms.count else { return nil }
    let known = try entry.design.knownResults(intercepts: try intercepts(of: entry, database)) {
      arm, world in
      try outcome(life: lives[arms.firstIndex(of: arm)!], world: world, database)?.called(arm)
    }
    guard var results = known else { return nil }
    let realism = try String.fetchOne(
      database, sql: "SELECT realism FROM experiment WHERE id = ?", arguments: [entry.number])
    results.realism = realism.flatMap { StoredText.value(RealismCard.self, in: $0) }
    return results
  }

  private static func outcome(
    life: Int, world: Int, _ database: Database
  ) throws -> WorldOutcome? {
    let row = try Row.fetchOne(
      database, sql: "SELECT outcome, checksum FROM run WHERE life = ? AND world = ?",
      arguments: [life, world])
    guard let row else { return nil }
    guard let text = StoredText(text: row["outcome"], checksum: row["checksum"]),
      let outcome = text.value(WorldOutcome.self)
    else { throw LedgerFile.Refusal.notALedger(reason: "a run disagrees with its checksum") }
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

  /// Takes the runs of other programs out of a ledger, which no experiment of this one uses.
  ///
  /// - Parameter build: This program.
  /// - Returns: How many runs there were.
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

/// A ledger that cannot be used by who wants what it holds.
package struct UnreadableLedger: Error, Hashable, Sendable {
  package let path: String
  package let reason: String
}

extension UnreadableLedger: CustomStringConvertible {
  package var description: String { "cannot read the ledger \(path): \(reason)" }
}

extension UnreadableLedger {
  fileprivate init(path: String, _ error: any Error) {
    self.path = path
    reason =
      switch error {
      case LedgerFile.Refusal.newer(let schema):
        "a newer FeedLab wrote it (schema \(schema), this one has \(LedgerSchema.version))"
      case LedgerFile.Refusal.notALedger(let reason): reason
      default: error.ledgerReason
      }
  }
}

extension UnreadableLedger: ProgramError {
  package var exitCode: ExitCode { .unfinished }
}
