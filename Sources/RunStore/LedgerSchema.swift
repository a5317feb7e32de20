internal import GRDB

/// The tables of a ledger.
///
/// - `life`: one row for each ``RunSeries``. `digest` identifies everything that its runs depend on besides
///   the world; the other columns describe that for people. `intercepts` are those of its worlds, as JSON,
///   with their checksum.
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
    try database.execute(sql: tables)
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  private static let tables = """
    CREATE TABLE life (
      id INTEGER PRIMARY KEY,
      digest TEXT NOT NULL UNIQUE,
      arm TEXT NOT NULL,
      version TEXT NOT NULL,
      build TEXT NOT NULL,
      depends_on TEXT NOT NULL,
      intercepts TEXT,
      checksum TEXT
    );
    CREATE TABLE run (
      life INTEGER NOT NULL REFERENCES life(id) ON DELETE CASCADE,
      world INTEGER NOT NULL,
      digest TEXT NOT NULL,
      outcome TEXT NOT NULL,
      checksum TEXT NOT NULL,
      kept_at TEXT NOT NULL,
      PRIMARY KEY (life, world)
    );
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
    );
    CREATE TABLE experiment_life (
      experiment INTEGER NOT NULL REFERENCES experiment(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      life INTEGER NOT NULL REFERENCES life(id) ON DELETE CASCADE,
      PRIMARY KEY (experiment, place)
    ) WITHOUT ROWID;
    CREATE VIEW value AS
      SELECT life.id AS life, life.arm, run.world, entry.key AS metric,
        json_extract(entry.value, '$.value') AS value,
        json_extract(entry.value, '$.support') AS support
      FROM life JOIN run ON run.life = life.id, json_each(run.outcome, '$.values') AS entry;
    """

  /// SQL for the current time.
  static let now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
}
