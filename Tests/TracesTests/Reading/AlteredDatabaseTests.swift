internal import DataFiles
import Foundation
import GRDB
import TestSupport
import Testing
import Traces

/// Databases that somebody changed, or made so that they do something when they are read.
@Suite struct AlteredDatabaseTests {
  /// What is done to the trace by hand, and its first fault.
  @Test(
    arguments: cases(
      #"""
      INSERT INTO run VALUES (x'00ff', 1) => t.sqlite: a key in the table run is not a text
      UPDATE run SET value = x'00ff' WHERE key = 'duration_s' =>
        t.sqlite:1:33: duration_s: expected a number from 0 to 2147483647, found 'a blob'
      ALTER TABLE run RENAME COLUMN value TO content => t.sqlite: this database has no table run with a key and a value
      DROP TABLE run => t.sqlite: this database has no table run with a key and a value
      DROP TABLE run; CREATE VIEW run AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' || i AS key, i AS value FROM n =>
        t.sqlite: run is a view, and a trace has tables only
      ALTER TABLE users RENAME TO members; CREATE VIEW Users AS SELECT * FROM members =>
        t.sqlite: users: users is a view, and a trace has tables only
      DROP TABLE ties; CREATE VIRTUAL TABLE ties USING fts4(time, kind, "from", "to") =>
        t.sqlite: ties: ties is a virtual table, and a trace has stored ones only
      ALTER TABLE posts ADD COLUMN more TEXT AS (zeroblob(1000)) =>
        t.sqlite: posts: posts computes its column 'more', and a trace has stored ones only
      ALTER TABLE posts RENAME COLUMN author_id TO autor_id =>
        t.sqlite: posts:1:1: there is no column 'author_id'; did you mean 'autor_id'?
      UPDATE impressions SET post_id = x'00ff' WHERE position = 1 =>
        t.sqlite: impressions:2:26: post_id: expected a whole number, found 'a blob'
      DROP TABLE impressions => t.sqlite: impressions: this table is missing, and a trace must have it
      """#))
  func `what is not as a trace has it is reported`(sql: String, fault: String) throws {
    let folder = try TraceFolder()
    let path = folder.path("t.sqlite")
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    try writer.finish(digest: "d1")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    expectEqual(first(path, in: folder), fault)
  }

  @Test func `a database that is damaged is reported`() throws {
    let folder = try TraceFolder()
    let path = folder.path("t.sqlite")
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    try writer.finish(digest: "d1")
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.prefix(whole.count - 4096).write(to: URL(filePath: path))
    expectEqual(
      first(path, in: folder),
      "t.sqlite: this database cannot be read: database disk image is malformed")
    var holed = whole
    holed.replaceSubrange(8192..<8300, with: Data(count: 108))
    try holed.write(to: URL(filePath: path))
    expectEqual(
      first(path, in: folder)?.hasPrefix("t.sqlite: this database is damaged: "), true,
      "\(first(path, in: folder) ?? "")")
  }

  /// The first fault of a trace, without the path of its folder.
  private func first(_ path: String, in folder: TraceFolder) -> String? {
    do throws(InvalidTrace) {
      try TraceReplay(path: path).replay([])
      return nil
    } catch {
      return error.description.replacing(folder.path(""), with: "")
        .split(separator: "\n").first.map(String.init)
    }
  }
}
