internal import GRDB

/// The database engine that traces are written with.
public enum TraceDatabase {
  /// The version of SQLite that runs, such as `3.40.1`.
  public static var version: String {
    let answer = try? DatabaseQueue().read { database in
      try String.fetchOne(database, sql: "SELECT sqlite_version()")
    }
    return answer ?? "unknown"
  }
}
