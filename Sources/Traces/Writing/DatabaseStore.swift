internal import DataFiles
internal import Foundation
internal import GRDB

/// A trace as a SQLite database, with the same tables as the folder has files, and a table `run` of keys
/// and values for `run.json`.
///
/// The file is nobody else's until it is whole, so that it is written without a journal, and synced at
/// the end. The order of `rowid` is that of the rows in a file.
final class DatabaseStore: TraceStore {
  private let url: URL
  private let queue: DatabaseQueue
  private(set) var failure: (any Error)?

  /// - Parameter url: Where there is nothing yet.
  init(_ url: URL) throws {
    self.url = url
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = OFF")
      try database.execute(sql: "PRAGMA synchronous = OFF")
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try database.execute(sql: "PRAGMA cache_size = -65536")
    }
    queue = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  /// Whether a file is a trace that was written before.
  static func isTrace(_ url: URL) -> Bool {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try? DatabaseQueue(
      path: url.path(percentEncoded: false), configuration: configuration)
    let names = ["run"] + TraceTable.allCases.filter(\.isRequired).map(\.rawValue)
    let isTrace = try? queue?.read { database in
      try names.allSatisfy { try database.tableExists($0) }
    }
    return isTrace ?? false
  }

  func makeRows(of table: TraceTable) throws -> DatabaseRows {
    let columns = table.columns.map { column in
      "\(column.name.quoted) \(column.form.type)\(column.isOptional ? "" : " NOT NULL")"
    }
    let name = table.rawValue.quoted
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
    }
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    return DatabaseRows(
      insertion: "INSERT INTO \(name) VALUES (\(placeholders))", columns: columns.count, store: self
    )
  }

  /// Adds rows in one transaction, unless an earlier one failed.
  func insert(_ cells: [DatabaseValue], columns: Int, by sql: String) {
    guard failure == nil, !cells.isEmpty else { return }
    do {
      try queue.write { database in
        let insertion = try database.cachedStatement(sql: sql)
        for row in stride(from: 0, to: cells.count, by: columns) {
          insertion.setUncheckedArguments(StatementArguments(cells[row..<row + columns]))
          try insertion.execute()
        }
      }
    } catch {
      failure = error
    }
  }

  func end(_ rows: inout DatabaseRows) throws {
    rows.flush()
    if let failure { throw failure }
  }

  func finish(run: [String: JSONValue]) throws {
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE run (key TEXT PRIMARY KEY, value)")
      for (key, value) in run.sorted(by: { $0.key < $1.key }) {
        try database.execute(
          sql: "INSERT INTO run VALUES (?, ?)", arguments: [key, value.databaseValue])
      }
      for table in TraceTable.allCases {
        for columns in table.indexes {
          let name = ([table.rawValue, "by"] + columns).joined(separator: "_").quoted
          let list = columns.map(\.quoted).joined(separator: ", ")
          try database.execute(sql: "CREATE INDEX \(name) ON \(table.rawValue.quoted) (\(list))")
        }
      }
    }
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "ANALYZE")
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try queue.close()
    try FileHandle(forWritingTo: url).synchronize()
  }

  func close() { try? queue.close() }
}

/// Rows of a table of a database, gathered until they are worth a transaction.
struct DatabaseRows: TraceRows {
  private let insertion: String
  private let columns: Int
  private let store: DatabaseStore
  /// Row after row.
  private var cells: [DatabaseValue] = []
  private var shared: [DatabaseValue] = []
  private var rowStart = 0

  private static let cellsOfBatch = 1 << 17

  init(insertion: String, columns: Int, store: DatabaseStore) {
    self.insertion = insertion
    self.columns = columns
    self.store = store
  }

  mutating func add(_ number: Int) { cells.append(Int64(number).databaseValue) }
  mutating func add(_ number: Double) { cells.append(number.databaseValue) }
  mutating func add(_ name: TraceName) { cells.append(name.text.databaseValue) }
  mutating func addNone() { cells.append(.null) }

  mutating func endRow() {
    if cells.count >= Self.cellsOfBatch { flush() }
    rowStart = cells.count
    cells += shared
  }

  mutating func share() { shared += cells[rowStart...] }

  mutating func unshare() {
    cells.removeLast(cells.count - rowStart)
    shared.removeAll(keepingCapacity: true)
  }

  mutating func flush() {
    store.insert(cells, columns: columns, by: insertion)
    cells.removeAll(keepingCapacity: true)
    rowStart = 0
  }
}

extension String {
  /// As an identifier of SQL: `group` and `from` are words of it.
  fileprivate var quoted: String { "\"\(self)\"" }
}

extension TraceColumn.Form {
  /// The type of the column in SQL.
  fileprivate var type: String {
    switch self {
    case .identifier, .count, .flag: "INTEGER"
    case .number, .wholeSeconds, .time: "REAL"
    case .name: "TEXT"
    }
  }
}

extension JSONValue {
  /// A scalar as it is, anything else as JSON.
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .bool(let value): (value ? 1 : 0).databaseValue
    case .number(let value): value.databaseValue
    case .whole(let value):
      Int64(exactly: value).map(\.databaseValue) ?? "\(value)".databaseValue
    case .string(let value): value.databaseValue
    case .array, .object: canonical.databaseValue
    }
  }
}

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
