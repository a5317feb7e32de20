internal import DataFiles
internal import Foundation
internal import GRDB

/// Where the tables of a trace are read from: a folder of CSV files, or a database.
struct TraceSource {
  private let path: String
  private let database: DatabaseQueue?

  /// - Throws: When there is nothing of the kind.
  init(_ path: String) throws(UnreadableFile) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard TraceLocation.isDatabase(path), attributes?[.type] as? FileAttributeType != .typeDirectory
    else {
      database = nil
      return
    }
    try FileContent.check(path)
    var configuration = Configuration()
    configuration.readonly = true
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw UnreadableFile(reason: "this is no SQLite database")
    }
  }

  /// How faults name the facts of the run.
  var runFile: String { Self.runFile(of: path) }

  /// How faults name the facts of the run of the trace at a path.
  static func runFile(of path: String) -> String {
    TraceLocation.isDatabase(path) ? path : file(FolderStore.runFile, of: path)
  }

  private static func file(_ name: String, of path: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  private func file(_ name: String) -> String { Self.file(name, of: path) }

  /// The names of rankers in the tables, in order of their bytes, for a trace whose facts do not list them.
  func rankerNames() -> [String] {
    var impressions = records(of: .impressions)
    var duplicates = records(of: .duplicates)
    let names =
      impressions.names(of: ImpressionRow.ranker) + duplicates.names(of: DuplicateRow.ranker)
    return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The facts of the run, in JSON.
  func run() throws(UnreadableFile) -> [UInt8] {
    guard let database else { return try FileContent.bytes(of: runFile) }
    do {
      let rows = try database.read { try Row.fetchAll($0, sql: "SELECT key, value FROM run") }
      let members = rows.compactMap { row -> String? in
        guard let key = row[0] as String?, RunKey(rawValue: key) != nil else { return nil }
        return "\(JSONValue.string(key).canonical): \(DatabaseBytes.text(row[1]))"
      }
      return Array("{\(members.joined(separator: ", "))}".utf8)
    } catch {
      throw UnreadableFile(reason: "this database has no table run with a key and a value")
    }
  }

  /// - Parameter names: The names that cells can have, as far as these differ from run to run.
  func records(of table: TraceTable, _ names: TraceNames = TraceNames()) -> TableRecords {
    do throws(UnreadableFile) {
      if let database { return try records(of: table, names, in: database) }
      let file = file(table.file)
      let isThere = FileManager.default.fileExists(atPath: file)
      let source = isThere || table.isRequired ? try TableBytes(path: file) : nil
      return TableRecords(table, file: file, names: names, source: source)
    } catch {
      return TableRecords(table, file: file(table.file), failure: error)
    }
  }

  private func records(
    of table: TraceTable, _ names: TraceNames, in database: DatabaseQueue
  ) throws(UnreadableFile) -> TableRecords {
    let file = "\(path): \(table.rawValue)"
    do {
      let isThere = try database.read { try $0.tableExists(table.rawValue) }
      let source = isThere ? try DatabaseBytes(database, table: table.rawValue) : nil
      return TableRecords(table, file: file, names: names, source: source)
    } catch {
      return TableRecords(
        table, file: file, failure: UnreadableFile(reason: "this is no SQLite database"))
    }
  }
}

/// The rows of a table of a database as the text of a CSV file, some thousands at a time.
///
/// They come from one statement, which goes on where it stopped, so that no column has to hold that row's number.
private final class DatabaseBytes: ByteSource {
  private let database: DatabaseQueue
  private let columns: [String]
  /// Made, moved and given up on the database's queue.
  private var rows: RowCursor?
  private var hasHeader = false

  private static let rowsOfPiece = 4096

  init(_ database: DatabaseQueue, table: String) throws {
    self.database = database
    (columns, rows) = try database.inDatabase { database in
      let columns = try database.columns(in: table).map(\.name)
      let order = Self.order(of: table, columns, in: database)
      return (columns, try Row.fetchCursor(database, sql: "SELECT * FROM \"\(table)\" \(order)"))
    }
  }

  deinit { database.inDatabase { _ in rows = nil } }

  /// The order in which a table's rows were written: that of the row's number, by a name of it that no
  /// column has. A table without such a name or number is read as it is stored, past its indexes.
  private static func order(of table: String, _ columns: [String], in database: Database) -> String
  {
    let taken = columns.map { $0.lowercased() }
    guard let number = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }),
      (try? database.makeStatement(sql: "SELECT \(number) FROM \"\(table)\"")) != nil
    else { return "NOT INDEXED" }
    return "ORDER BY \(number)"
  }

  func next() throws(UnreadableFile) -> [UInt8] {
    guard hasHeader else {
      hasHeader = true
      return Array(line(columns).utf8)
    }
    do {
      return try database.inDatabase { _ in
        var text = ""
        for _ in 0..<Self.rowsOfPiece {
          guard let row = try rows?.next() else { break }
          text += line(columns.indices.map { Self.text(row[$0]) })
        }
        return Array(text.utf8)
      }
    } catch {
      throw UnreadableFile(reason: "this table cannot be read to its end")
    }
  }

  private func line(_ cells: [String]) -> String {
    cells.map { String(decoding: TraceName($0).field, as: UTF8.self) }.joined(separator: ",") + "\n"
  }

  static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: ""
    case .int64(let number): "\(number)"
    case .double(let number): number.shortest
    case .string(let text): text
    case .blob: "a blob"
    }
  }
}
