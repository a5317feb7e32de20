internal import DataFiles
internal import GRDB

/// The tables of a ledger.
///
/// - `life`: one row for each ``RunSeries``. `digest` identifies everything that its runs depend on besides
///   the world; the other columns describe that for people. `intercepts` belong to its worlds, as JSON, with their
///   checksum.
/// - `run`: the outcome of a run, as JSON, with its checksum. Series and world are a ``RunKey``.
/// - `experiment`: the design of a requested experiment, as JSON, so that its results can be reported again
///   without the scenario, and its largest number of worlds; `experiment_life` has its series, in order. A
///   tuning has no row.
/// - `value`: a view for people, with a row for each metric of each run.
///
/// Times are the times of storing, in UTC; no result holds them.
enum LedgerSchema {
  /// The version of these tables; written as SQLite's `user_version`.
  static let version = 1
  /// `FLab`: distinguishes a ledger from other databases, as SQLite's `application_id`.
  static let applicationID = 0x464C_6162

  static func create(in database: Database) throws {
    for (_, sql) in tables { try database.execute(sql: sql) }
    try database.execute(sql: view)
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The tables by name, as SQLite keeps their text.
  private static let tables = [
    (
      "life",
      """
      CREATE TABLE life (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        arm TEXT NOT NULL,
        version TEXT NOT NULL,
        build TEXT NOT NULL,
        depends_on TEXT NOT NULL,
        intercepts TEXT,
        checksum TEXT
      )
      """
    ),
    (
      "run",
      """
      CREATE TABLE run (
        life INTEGER NOT NULL REFERENCES life(id) ON DELETE CASCADE,
        world INTEGER NOT NULL,
        digest TEXT NOT NULL,
        outcome TEXT NOT NULL,
        checksum TEXT NOT NULL,
        kept_at TEXT NOT NULL,
        PRIMARY KEY (life, world)
      )
      """
    ),
    (
      "experiment",
      """
      CREATE TABLE experiment (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        scenario TEXT NOT NULL,
        worlds INTEGER NOT NULL,
        version TEXT NOT NULL,
        build TEXT NOT NULL,
        design TEXT NOT NULL,
        realism TEXT,
        asked_at TEXT NOT NULL
      )
      """
    ),
    (
      "experiment_life",
      """
      CREATE TABLE experiment_life (
        experiment INTEGER NOT NULL REFERENCES experiment(id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        life INTEGER NOT NULL REFERENCES life(id) ON DELETE CASCADE,
        PRIMARY KEY (experiment, place)
      ) WITHOUT ROWID
      """
    ),
  ]

  private static let view = """
    CREATE VIEW value AS
      SELECT life.id AS life, life.arm, run.world, entry.key AS metric,
        json_extract(entry.value, '$.value') AS value,
        json_extract(entry.value, '$.support') AS support
      FROM life JOIN run ON run.life = life.id, json_each(run.outcome, '$.values') AS entry
    """

  /// SQL for the current time.
  static let now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
}

extension LedgerSchema {
  /// Refuses a database whose tables are not as FeedLab makes them, or that has triggers, which would run with each change.
  /// Views and indexes that a user added are allowed: FeedLab does not read them.
  static func check(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')")
    let found = try rows.map { row in
      (
        type: try row.value(String.self, "type", of: "sqlite_master"),
        name: try row.value(String.self, "name", of: "sqlite_master"),
        sql: try row.value(String.self, "sql", of: "sqlite_master")
      )
    }
    if let trigger = found.first(where: { $0.type == "trigger" }) {
      throw LedgerFile.Refusal.notALedger(
        reason: "it has a trigger '\(trigger.name.excerpt)', and a ledger has none")
    }
    for (name, sql) in tables {
      guard let entry = found.first(where: { $0.name == name }) else {
        throw LedgerFile.Refusal.notALedger(reason: "it has no table \(name)")
      }
      guard entry.type == "table" else {
        throw LedgerFile.Refusal.notALedger(reason: "its \(name) is a view, not a table")
      }
      guard entry.sql != sql else { continue }
      let columns = try String.fetchSet(
        database, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [name])
      if let missing = Self.columns(sql).first(where: { !columns.contains($0) }) {
        throw LedgerFile.Refusal.notALedger(reason: "its table \(name) has no column \(missing)")
      }
      throw LedgerFile.Refusal.notALedger(reason: "its table \(name) is not as FeedLab makes it")
    }
  }

  /// The columns in the text of a table: a line each, which begins with the name; a line that begins with a capital is
  /// a constraint.
  private static func columns(_ sql: String) -> [String] {
    sql.split(separator: "\n").compactMap { line in
      let word = line.drop { $0 == " " }.prefix { $0 != " " }
      return line.hasPrefix(" ") && word.first?.isLowercase == true ? String(word) : nil
    }
  }
}

extension Row {
  /// The value of a column.
  ///
  /// - Parameter table: The table, for the message.
  /// - Throws: When the column is missing, or the value is of another kind, such as a blob in place of text.
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, _ column: String, of table: String
  ) throws -> Value {
    do {
      return try decode(type, forColumn: column)
    } catch {
      throw LedgerFile.Refusal.notALedger(
        reason: "its table \(table) has a value of another kind in \(column)")
    }
  }
}
