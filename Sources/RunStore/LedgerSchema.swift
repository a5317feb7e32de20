internal import GRDB

/// The tables of a ledger.
///
/// - `life`: one for each ``RunSeries``. `digest` is that of all that its runs depend on besides the world; the
///   rest says what that is to people. `intercepts` are what was solved for its worlds, as JSON, with their
///   checksum.
/// - `run`: what came of a world, as JSON, with its checksum. Series and world are a ``RunKey``.
/// - `experiment`: what was asked for, except by a tuning, as JSON, so that its results can be told again without the
///   scenario, and how many worlds at most; `experiment_life` has the lives that it is about, in order.
/// - `value`: a view for people, a row for each metric of each run.
///
/// Times are those of keeping, in UTC; no result holds them.
enum LedgerSchema {
  /// Of this version; written as SQLite's `user_version`.
  static let version = 1
  /// `FLab`: tells a ledger from other databases, as SQLite's `application_id`.
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

  /// SQL for this moment.
  static let now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
}
