import Foundation
import GRDB
import TestSupport
import Testing
import Traces

/// A trace as a SQLite database.
@Suite struct DatabaseTests {
  private let folder: TraceFolder
  private let path: String

  init() throws {
    folder = try TraceFolder()
    path = folder.path("trace.sqlite")
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    try writer.finish(digest: "d1")
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read(body)
  }

  @Test(arguments: HandMadeRun.files.keys.filter { $0 != "run.json" }.sorted())
  func `a table has the columns and rows of the file`(file: String) throws {
    let table = String(file.dropLast(4))
    let (columns, rows) = try read { database in
      (
        try database.columns(in: table).map(\.name),
        try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY rowid")
      )
    }
    let lines =
      [columns.joined(separator: ",")]
      + rows.map { row in
        row.databaseValues.map(text).joined(separator: ",")
      }
    expectEqual(lines.map { $0 + "\n" }.joined(), HandMadeRun.files[file])
  }

  /// A cell as the file has it.
  private func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: ""
    case .int64(let number): "\(number)"
    case .double(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .string(let text):
      text.contains(",") ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    case .blob: "a blob"
    }
  }

  @Test func `numbers are numbers, and names are texts`() throws {
    let types = try read { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT typeof(time) || ' ' || typeof(request_id) || ' ' || typeof(surface) || ' '
            || typeof(examined) || ' ' || typeof(relevance) FROM impressions
          """)
    }
    expectEqual(types, "real integer text integer real")
  }

  @Test func `the facts of the run are keys and values`() throws {
    let run = try read { try Row.fetchAll($0, sql: "SELECT key, value FROM run ORDER BY key") }
    expectEqual(
      run.map { "\($0["key"] as String): \(text($0["value"]))" },
      [
        "arm: newest", "categories: 2", "digest: d1", "duration_s: 172800", "feedlab: 0.1.0",
        "format: 2", "groups: \"[\"\"young\"\",\"\"old\"\"]\"",
        #"rankers: "[""recency"",""one, \""two\""""]""#, "sample_seed: 9", "sampled_members: 7",
        "scenario: by-hand", "scenario_digest: ab12", "seed: 18446744073709551615",
        "window_from_s: 86400", "world: 3",
      ])
  }

  @Test func `what is looked up has an index, and the file is whole without a journal`() throws {
    let indexes = try read { database in
      try ["impressions", "interactions", "posts"].map { table in
        try database.indexes(on: table).map { $0.columns.joined(separator: " ") }.sorted()
      }
    }
    expectEqual(
      indexes,
      [
        ["post_id time", "request_id position", "user_id time"],
        ["post_id time", "request_id post_id", "user_id time"],
        ["author_id", "category", "post_id"],
      ])
    let journal = try read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    expectEqual(journal, "delete")
    let check = try read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    expectEqual(check, "ok")
    try expectEqual(folder.entries, ["trace.sqlite"])
  }
}
