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

  /// Records a requested experiment and the series of its arms, once.
  mutating func record(_ request: SQLiteRunStore.Request) throws {
    guard !hasRequest else { return }
    try queue.write { database in
      for series in request.series { try Self.insert(series, database) }
      let digest = Self.digest(of: request)
      try database.execute(
        sql: """
          INSERT INTO experiment (digest, scenario, worlds, version, build, design, asked_at)
          VALUES (?, ?, ?, ?, ?, ?, \(LedgerSchema.now))
          ON CONFLICT (digest) DO UPDATE SET asked_at = excluded.asked_at
          """,
        arguments: [
          digest, request.design.scenario, request.design.plan.most, FeedLab.version,
          request.series[0].build ?? "", StoredText(request.design).text,
        ])
      for (index, series) in request.series.enumerated() {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO experiment_life (experiment, place, life)
            SELECT experiment.id, ?, life.id FROM experiment, life
            WHERE experiment.digest = ? AND life.digest = ?
            """, arguments: [index, digest, series.digest])
      }
    }
    hasRequest = true
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
    let lines = [StoredText(request.design).text] + request.series.map(\.digest)
    return SHA256.hexDigest(of: Array(lines.joined(separator: "\n").utf8))
  }

  func keep(_ realism: RealismCard, of request: SQLiteRunStore.Request) throws {
    try queue.write { database in
      try database.execute(
        sql: "UPDATE experiment SET realism = ? WHERE digest = ?",
        arguments: [StoredText(realism).text, Self.digest(of: request)])
    }
  }

  /// Stores a run; it replaces a stored one.
  func keep(_ run: Run, intercepts: StoredText?) throws {
    try queue.write { database in
      try Self.insert(run.key.series, database)
      if let intercepts {
        try database.execute(
          sql: "UPDATE life SET intercepts = ?, checksum = ? WHERE digest = ?",
          arguments: [intercepts.text, intercepts.checksum, run.key.series.digest])
      }
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

  func knowledge(of key: RunKey) throws -> RunKnowledge {
    let row = try queue.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT outcome, checksum FROM run
          WHERE life = (SELECT id FROM life WHERE digest = ?) AND world = ?
          """, arguments: [key.series.digest, Int(key.world)])
    }
    guard let row else { return .unknown }
    let text = StoredText(text: row["outcome"], checksum: row["checksum"])
    guard let outcome = text?.value(WorldOutcome.self),
      outcome.world == WorldSpace.number(of: key.world)
    else { return .damaged(path: queue.path) }
    return .known(outcome)
  }

  /// The intercepts of all worlds, from the first series that has them.
  func intercepts(of series: [RunSeries]) throws -> SolvedIntercepts? {
    try queue.read { database in
      for series in series {
        let row = try Row.fetchOne(
          database, sql: "SELECT intercepts, checksum FROM life WHERE digest = ?",
          arguments: [series.digest])
        let text = StoredText(text: row?["intercepts"], checksum: row?["checksum"])
        if let known = text?.value(SolvedIntercepts.self) { return known }
      }
      return nil
    }
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
