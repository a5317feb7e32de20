internal import DataFiles
internal import Foundation
internal import GRDB
internal import TestSupport

/// Changes of a database by SQL: cells, rows, columns, tables, views, triggers and pragmas.
struct DatabaseMutation {
  private var random: SeededGenerator
  private let folder: String
  private let mutateText: ([UInt8]) -> [UInt8]

  /// - Parameters:
  ///   - folder: Where the database is while it is changed.
  ///   - mutateText: Changes some bytes of a text.
  init(_ random: SeededGenerator, folder: String, mutateText: @escaping ([UInt8]) -> [UInt8]) {
    self.random = random
    self.folder = folder
    self.mutateText = mutateText
  }

  /// The changed database; `nil` where SQLite cannot open it.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8]? {
    let path = "\(folder)/mutation.sqlite"
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    guard let queue = try? DatabaseQueue(path: path) else { return nil }
    try? queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF")
      for _ in 0..<Int.random(in: 1...3, using: &random) { try? change(database) }
      if random.unit() < 0.7 { correctChecksums(database) }
      if random.unit() < 0.1 { try? database.execute(sql: "VACUUM") }
    }
    try? queue.close()
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  private mutating func change(_ database: Database) throws {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    guard let table = tables.randomElement(using: &random) else { return }
    let columns = try database.columns(in: table).map(\.name)
    guard let column = columns.randomElement(using: &random) else { return }
    let other = columns.randomElement(using: &random)!
    let row = "(SELECT rowid FROM \"\(table)\" ORDER BY random() LIMIT 1)"
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      try database.execute(
        sql: "UPDATE \"\(table)\" SET \"\(column)\" = ? WHERE rowid = \(row)",
        arguments: [try value(of: column, in: table, database)])
    case 8: try database.execute(sql: "UPDATE \"\(table)\" SET \"\(column)\" = \"\(other)\"")
    case 9:
      try database.execute(
        sql: "UPDATE \"\(table)\" SET \"\(column)\" = ?",
        arguments: [try value(of: column, in: table, database)])
    case 10: try database.execute(sql: "DELETE FROM \"\(table)\" WHERE rowid = \(row)")
    case 11: try database.execute(sql: "DELETE FROM \"\(table)\"")
    case 12:
      try database.execute(
        sql: "INSERT OR IGNORE INTO \"\(table)\" SELECT * FROM \"\(table)\" WHERE rowid = \(row)")
    case 13:
      let names = ["rowid", "_rowid_", "oid", "x\"y", "", column.uppercased(), "key", "version"]
      try database.execute(
        sql: "ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column)\" TO \"\(quoted(names))\"")
    case 14: try database.execute(sql: "ALTER TABLE \"\(table)\" DROP COLUMN \"\(column)\"")
    case 15:
      let names = ["rowid", "oid", "extra", "user_id", "\u{301}"]
      let definition = "\"\(quoted(names))\" DEFAULT 7"
      try database.execute(sql: "ALTER TABLE \"\(table)\" ADD COLUMN \(definition)")
    case 16: try database.execute(sql: "DROP TABLE \"\(table)\"")
    case 17:
      // A view in place of the table.
      try database.execute(
        sql: """
          ALTER TABLE "\(table)" RENAME TO "old"; CREATE VIEW "\(table)" AS SELECT * FROM "old"
          """)
    case 18:
      try database.execute(
        sql: """
          CREATE TABLE "copy" AS SELECT * FROM "\(table)"; DROP TABLE "\(table)";
          ALTER TABLE "copy" RENAME TO "\(table)"
          """)
    default:
      let number = [0, 1, 2, -1, 99, 0x464C_6162].randomElement(using: &random)!
      let pragma = ["user_version", "application_id"].randomElement(using: &random)!
      try database.execute(sql: "PRAGMA \(pragma) = \(number)")
    }
  }

  private mutating func quoted(_ names: [String]) -> String {
    names.randomElement(using: &random)!.replacing("\"", with: "\"\"")
  }

  /// A value of any type for a cell, half of them made of what the column has.
  private mutating func value(
    of column: String, in table: String, _ database: Database
  ) throws -> DatabaseValue {
    if random.unit() < 0.5 {
      let sql = "SELECT CAST(\"\(column)\" AS TEXT) FROM \"\(table)\" ORDER BY random() LIMIT 1"
      if let text = try String.fetchOne(database, sql: sql) {
        return String(decoding: mutateText(Array(text.utf8)), as: UTF8.self).databaseValue
      }
    }
    let values: [DatabaseValue] = [
      .null, 0.databaseValue, 1.databaseValue, (-1).databaseValue, 65_536.databaseValue,
      (1 << 32).databaseValue, Int.max.databaseValue, Int.min.databaseValue, 0.5.databaseValue,
      1e300.databaseValue, Double.infinity.databaseValue, (-1e-300).databaseValue,
      "".databaseValue, "x".databaseValue, "1e5".databaseValue, "a\u{0}b".databaseValue,
      "{}".databaseValue, "[]".databaseValue, "null".databaseValue, Data([0xFF]).databaseValue,
      Data("{}".utf8).databaseValue, String(repeating: "9", count: 400).databaseValue,
    ]
    return values.randomElement(using: &random)!
  }

  /// Gives texts of a ledger the checksums that they should have.
  private func correctChecksums(_ database: Database) {
    for (table, column) in [("run", "outcome"), ("life", "intercepts")] {
      let rows = try? Row.fetchAll(
        database, sql: "SELECT rowid AS number, CAST(\(column) AS TEXT) AS text FROM \(table)")
      for row in rows ?? [] {
        guard let text = String.fromDatabaseValue(row["text"]) else { continue }
        try? database.execute(
          sql: "UPDATE \(table) SET checksum = ? WHERE rowid = ?",
          arguments: [SHA256.hexDigest(of: Array(text.utf8)), row["number"] as DatabaseValue])
      }
    }
  }
}
