internal import Calibration
internal import DataFiles
internal import Experiments
internal import Foundation
internal import GRDB
internal import SyntheticSociety

/// The rows of a ledger.
struct LedgerTable {
  /// A run that has ended, in its stored form.
  struct Run: Sendable {
    let key: RunKey
    let digest: String
    let outcome: StoredText

    init(_ outcome: WorldOutcome, key: RunKey) {
      self.key = key
      digest = outcome.digest
      self.outcome = StoredText(outcome)
    }
  }

  private let file: LedgerFile
  private var queue: DatabaseQueue { file.queue }
  /// Whether the requested experiment has been recorded.
  private(set) var hasRequest = false

  init(_ file: LedgerFile) { self.file = file }

  func wait(_ patience: Double) throws { try file.wait(patience) }

  func close() throws { try queue.close() }

  /// Records a requested experiment and the series of its arms, once; corrects a row that was changed.
  mutating func record(_ request: SQLiteRunStore.Request) throws {
    guard !hasRequest else { return }
    try queue.write { database in
      for series in request.series { try Self.insert(series, database) }
      let digest = Self.digest(of: request)
      try Self.mend(digest, of: StoredText(request.design).text, database)
      try database.execute(
        sql: """
          INSERT INTO experiment (digest, scenario, worlds, version, build, design, asked_at)
          VALUES (?, ?, ?, ?, ?, ?, \(LedgerSchema.now))
          ON CONFLICT (digest) DO UPDATE SET scenario = excluded.scenario, worlds = excluded.worlds,
            version = excluded.version, build = excluded.build, design = excluded.design,
            realism = NULL, asked_at = excluded.asked_at
          """,
        arguments: [
          digest, request.design.scenario, request.design.plan.most, FeedLab.version,
          request.series[0].build ?? "", StoredText(request.design).text,
        ])
      try database.execute(
        sql: """
          DELETE FROM experiment_life WHERE experiment = (SELECT id FROM experiment WHERE digest = ?)
          """, arguments: [digest])
      for (index, series) in request.series.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO experiment_life (experiment, place, life)
            SELECT experiment.id, ?, life.id FROM experiment, life
            WHERE experiment.digest = ? AND life.digest = ?
            """, arguments: [index, digest, series.digest])
      }
    }
    hasRequest = true
  }

  /// Gives the row of an experiment its checksum back, if it has another one; corrects the other columns where the row
  /// is found by the digest.
  private static func mend(_ digest: String, of design: String, _ database: Database) throws {
    let others = try Row.fetchAll(
      database, sql: "SELECT id FROM experiment WHERE design = ? AND digest <> ?",
      arguments: [design, digest])
    for row in others {
      let id = try row.value(Int.self, "id", of: "experiment")
      let series = try Row.fetchAll(
        database,
        sql: """
          SELECT digest FROM experiment_life JOIN life ON life.id = life
          WHERE experiment = ? ORDER BY place
          """, arguments: [id]
      ).compactMap { String.fromDatabaseValue($0["digest"]) }
      // Other series are those of another experiment, such as one of another program.
      guard self.digest(ofDesign: design, series: series) == digest else { continue }
      try database.execute(
        sql: "UPDATE OR REPLACE experiment SET digest = ? WHERE id = ?", arguments: [digest, id])
    }
  }

  /// Adds a series, or updates the arm's name of a series that exists.
  private static func insert(_ series: RunSeries, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO life (digest, arm, version, build, depends_on) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET arm = excluded.arm WHERE arm <> excluded.arm
        """,
      arguments: [
        series.digest, series.arm, FeedLab.version, series.build ?? "", series.dependencies,
      ])
  }

  private static func digest(of request: SQLiteRunStore.Request) -> String {
    digest(ofDesign: StoredText(request.design).text, series: request.series.map(\.digest))
  }

  /// The checksum of an experiment.
  ///
  /// - Parameters:
  ///   - design: The stored form of its design.
  ///   - series: The digests of its arms' series, in order.
  static func digest(ofDesign design: String, series: [String]) -> String {
    let lines = [design] + series
    return SHA256.hexDigest(of: Array(lines.joined(separator: "\n").utf8))
  }

  func keep(_ realism: RealismCard, of request: SQLiteRunStore.Request) throws {
    let digest = Self.digest(of: request)
    try queue.write { database in
      try database.execute(
        sql: "UPDATE experiment SET realism = ? WHERE digest = ?",
        arguments: [StoredText(StoredCard(realism, of: digest)).text, digest])
    }
  }

  /// Stores a run; it replaces a stored one.
  func keep(_ run: Run, intercepts: StoredText?) throws {
    try queue.write { database in
      try Self.insert(run.key.series, database)
      if let intercepts { try Self.keep(intercepts, of: run.key.series, database) }
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO run (life, world, digest, outcome, checksum, kept_at)
          SELECT id, ?, ?, ?, ?, \(LedgerSchema.now) FROM life WHERE digest = ?
          """,
        arguments: [
          Int(run.key.world), run.digest, run.outcome.text, run.outcome.checksum,
          run.key.series.digest,
        ])
    }
  }

  /// - Parameter accepts: Whether an outcome can be one of the run.
  func knowledge(
    of key: RunKey, where accepts: (WorldOutcome) -> Bool
  ) throws -> RunKnowledge {
    let row = try queue.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT outcome, checksum FROM run
          WHERE life = (SELECT id FROM life WHERE digest = ?) AND world = ?
          """, arguments: [key.series.digest, Int(key.world)])
    }
    guard let row else { return .unknown }
    let text = try StoredText(row, "outcome", of: "run")
    guard let outcome = text?.value(WorldOutcome.self),
      outcome.world == WorldSpace.number(of: key.world), accepts(outcome)
    else { return .damaged(path: queue.path) }
    return .known(outcome)
  }

  /// The intercepts of all worlds, from the first series that has them.
  ///
  /// - Throws: Also when the intercepts of any series do not match their checksum.
  func intercepts(of series: [RunSeries]) throws -> SolvedIntercepts? {
    try queue.read { database in
      try series.compactMap { series in
        try Row.fetchOne(
          database, sql: "SELECT intercepts, checksum FROM life WHERE digest = ?",
          arguments: [series.digest]
        ).flatMap { try SolvedIntercepts($0) }
      }.first
    }
  }

  /// Replaces the intercepts of series that are there.
  func keep(_ intercepts: StoredText, of series: [RunSeries]) throws {
    try queue.write { database in
      for series in series { try Self.keep(intercepts, of: series, database) }
    }
  }

  private static func keep(
    _ intercepts: StoredText, of series: RunSeries, _ database: Database
  ) throws {
    try database.execute(
      sql: "UPDATE life SET intercepts = ?, checksum = ? WHERE digest = ?",
      arguments: [intercepts.text, intercepts.checksum, series.digest])
  }

  /// The stored worlds of a series.
  func worlds(of series: RunSeries) throws -> Set<Int> {
    try queue.read { database in
      try Int.fetchSet(
        database,
        sql: "SELECT world FROM run WHERE life = (SELECT id FROM life WHERE digest = ?)",
        arguments: [series.digest])
    }
  }
}

extension StoredText {
  /// The text of a column with the checksum beside it; `nil` where none exists, or it does not match.
  ///
  /// - Parameter table: The table, for the message.
  /// - Throws: When there is a value of another kind.
  init?(_ row: Row, _ column: String, of table: String) throws {
    self.init(
      text: try row.value(String?.self, column, of: table),
      checksum: try row.value(String?.self, "checksum", of: table))
  }
}

extension SolvedIntercepts {
  /// The intercepts in a row of the table `life`; `nil` where it has none.
  ///
  /// - Throws: When they do not match their checksum.
  init?(_ row: Row) throws {
    guard try row.value(String?.self, "intercepts", of: "life") != nil else { return nil }
    guard
      let stored = try StoredText(row, "intercepts", of: "life")?.value(SolvedIntercepts.self),
      stored.areSolved
    else {
      throw LedgerFile.Refusal.notALedger(
        reason: "table life: the intercepts do not match their checksum")
    }
    self = stored
  }
}

/// A realism card with a checksum of it and of the experiment that it belongs to.
struct StoredCard: Codable {
  let card: RealismCard
  private let checksum: String

  /// - Parameter experiment: The digest of the experiment.
  init(_ card: RealismCard, of experiment: String) {
    self.card = card
    checksum = Self.checksum(of: card, experiment)
  }

  func isWhole(of experiment: String) -> Bool {
    checksum == Self.checksum(of: card, experiment) && card.isMeasured
  }

  private static func checksum(of card: RealismCard, _ experiment: String) -> String {
    SHA256.hexDigest(of: Array("\(experiment)\n\(StoredText(card).text)".utf8))
  }
}
