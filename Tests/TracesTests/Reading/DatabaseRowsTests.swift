import FeedMetrics
import Foundation
import GRDB
import TestSupport
import Testing
import Traces

/// Databases of other programs, whose columns may be called as SQLite calls the number of a row.
@Suite struct DatabaseRowsTests {
  /// Members who are observed, in order.
  private final class Members: ObservationSink {
    var count = 0

    func observe(_ member: MemberObservation) { count += 1 }
  }

  /// More than two pieces of rows that are read at a time.
  private static let rows = 9000

  /// A trace with many members, in a table of some form, with further columns.
  private func members(form: String, columns: String, value: String) throws -> Int {
    let folder = try TraceFolder()
    let path = folder.path("t.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE run (key TEXT PRIMARY KEY, value);
          INSERT INTO run VALUES ('duration_s', 172800), ('window_from_s', 86400);
          CREATE TABLE users (user_id INTEGER\(form), "group" TEXT, joined_at REAL\(columns))\(
            form.isEmpty ? "" : " WITHOUT ROWID");
          CREATE INDEX users_by_time ON users (joined_at, "group", user_id);
          CREATE TABLE posts (post_id INTEGER, author_id INTEGER, category INTEGER, created_at REAL, quality REAL,
            contest_id INTEGER);
          CREATE TABLE impressions (time REAL, request_id INTEGER, user_id INTEGER, surface TEXT, ranker TEXT,
            position INTEGER, post_id INTEGER, examined INTEGER, relevance REAL);
          CREATE TABLE interactions (time REAL, user_id INTEGER, post_id INTEGER, kind TEXT, request_id INTEGER);
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows - 1))
            INSERT INTO users SELECT i, 'all', -1.0 - i\(value) FROM n;
          """)
    }
    try queue.close()
    let members = Members()
    try TraceReplay(path: path).replay([members])
    return members.count
  }

  @Test(arguments: [
    ("", "", ""),
    // The same in each row, text, fractions, and a capital.
    ("", ", rowid INTEGER DEFAULT 7", ", 7"),
    ("", ", rowid TEXT", ", 'row'"),
    ("", ", RowID REAL", ", i / 7.0"),
    // All names of it, and a table without it.
    ("", ", rowid INTEGER, _rowid_ INTEGER, oid INTEGER", ", 7, 7, 7"),
    (" PRIMARY KEY", "", ""),
    (" PRIMARY KEY", ", rowid INTEGER", ", 7"),
  ])
  func `all rows are read, whatever the columns are called`(
    form: String, columns: String, value: String
  ) throws {
    try expectEqual(members(form: form, columns: columns, value: value), Self.rows)
  }
}
