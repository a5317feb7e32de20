internal import Calibration
internal import Experiments
internal import Foundation
internal import GRDB
internal import SyntheticSociety

/// The rows of a ledger that one experiment reads and writes.
struct LedgerTable {
  /// A run that has ended, as it is kept.
  struct Run: Sendable {
    let life: String
    let world: Int
    let digest: String
    let outcome: StoredText

    init(_ outcome: WorldOutcome, life: Life) {
      self.life = life.digest
      world = outcome.world
      digest = outcome.digest
      self.outcome = StoredText(outcome)
    }
  }

  /// What is known of a run.
  enum Knowledge {
    case known(WorldOutcome)
    case unknown
    /// A row that is not what was kept.
    case damaged
  }

  private let file: LedgerFile
  private var queue: DatabaseQueue { file.queue }

  init(_ file: LedgerFile) { self.file = file }

  func wait(_ patience: Double) throws { try file.wait(patience) }

  func close() throws { try queue.close() }

  /// Notes that an experiment was asked for, and its lives.
  func record(_ design: ExperimentDesign, _ lives: [Life]) throws {
    try queue.write { database in
      for life in lives {
        try database.execute(
          sql: """
            INSERT INTO life (digest, arm, version, build, depends_on) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (digest) DO NOTHING
            """,
          arguments: [life.digest, life.arm, FeedLab.version, life.build, life.dependencies])
      }
      let digest = Self.digest(of: design, lives)
      try database.execute(
        sql: """
          INSERT INTO experiment (digest, scenario, worlds, version, build, design, asked_at)
          VALUES (?, ?, ?, ?, ?, ?, \(LedgerSchema.now))
          ON CONFLICT (digest) DO UPDATE SET asked_at = excluded.asked_at
          """,
        arguments: [
          digest, design.scenario, design.plan.most, FeedLab.version, lives[0].build,
          StoredText(design).text,
        ])
      for (place, life) in lives.enumerated() {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO experiment_life (experiment, place, life)
            SELECT experiment.id, ?, life.id FROM experiment, life
            WHERE experiment.digest = ? AND life.digest = ?
            """, arguments: [place, digest, life.digest])
      }
    }
  }

  private static func digest(of design: ExperimentDesign, _ lives: [Life]) -> String {
    let text = ([StoredText(design).text] + lives.map(\.digest)).joined(separator: "\n")
    return Data(text.utf8).hexDigest
  }

  func keep(_ realism: RealismCard, of design: ExperimentDesign, _ lives: [Life]) throws {
    try queue.write { database in
      try database.execute(
        sql: "UPDATE experiment SET realism = ? WHERE digest = ?",
        arguments: [StoredText(realism).text, Self.digest(of: design, lives)])
    }
  }

  /// Keeps a run, in the place of one that is known.
  func keep(_ run: Run, intercepts: StoredText?) throws {
    try queue.write { database in
      if let intercepts {
        try database.execute(
          sql: "UPDATE life SET intercepts = ?, checksum = ? WHERE digest = ?",
          arguments: [intercepts.text, intercepts.checksum, run.life])
      }
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO run (life, world, digest, outcome, checksum, kept_at)
          SELECT id, ?, ?, ?, ?, \(LedgerSchema.now) FROM life WHERE digest = ?
          """, arguments: [run.world, run.digest, run.outcome.text, run.outcome.checksum, run.life])
    }
  }

  func run(of life: Life, world: Int) throws -> Knowledge {
    let row = try queue.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT outcome, checksum FROM run
          WHERE life = (SELECT id FROM life WHERE digest = ?) AND world = ?
          """, arguments: [life.digest, world])
    }
    guard let row else { return .unknown }
    let text = StoredText(text: row["outcome"], checksum: row["checksum"])
    guard let outcome = text?.value(WorldOutcome.self), outcome.arm == life.arm,
      outcome.world == world
    else { return .damaged }
    return .known(outcome)
  }

  /// What was solved for all worlds; of the first life that has it.
  func intercepts(of lives: [Life]) throws -> SolvedIntercepts? {
    try queue.read { database in
      for life in lives {
        let row = try Row.fetchOne(
          database, sql: "SELECT intercepts, checksum FROM life WHERE digest = ?",
          arguments: [life.digest])
        let text = StoredText(text: row?["intercepts"], checksum: row?["checksum"])
        if let known = text?.value(SolvedIntercepts.self) { return known }
      }
      return nil
    }
  }

  /// How many of the first worlds are known under all lives.
  func wholeWorlds(of lives: [Life], among worlds: Int) throws -> Int {
    try queue.read { database in
      var whole = Set(0..<worlds)
      for life in lives {
        whole.formIntersection(
          try Int.fetchSet(
            database,
            sql: "SELECT world FROM run WHERE life = (SELECT id FROM life WHERE digest = ?)",
            arguments: [life.digest]))
      }
      return whole.count
    }
  }
}
