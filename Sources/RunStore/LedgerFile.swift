internal import Foundation
internal import GRDB

/// The open database of a ledger.
///
/// In WAL mode a writer and readers of other processes do not wait for each other, and with full
/// synchronisation committed runs survive a power cut.
struct LedgerFile {
  /// Why a database cannot be used.
  enum Refusal: Error {
    case newer(schema: Int)
    case notALedger(reason: String)
    /// A part of it is in a second file, which SQLite reads only in a writable folder.
    case inReadOnlyFolder
  }

  let queue: DatabaseQueue

  /// Opens a ledger, or makes one where none exists.
  ///
  /// - Parameter patience: How many seconds to wait for another process.
  /// - Throws: A ``Refusal``, or an error of SQLite.
  init(_ path: String, patience: Double) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try Self.checkKind(of: database)
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try Self.createTables(in: database)
        try Self.checkContent(of: database)
        try LedgerSchema.check(database)
      }
    } catch let error as DatabaseError where error.isOfNoDatabase {
      throw Refusal.notALedger(reason: error.reason)
    }
  }

  /// Opens a ledger for reading.
  ///
  /// In a folder where SQLite may not make the files that it wants beside a database in WAL mode, a ledger is read as
  /// unchanging, if all of it is in its file.
  ///
  /// - Throws: A ``Refusal``, or an error of SQLite.
  init(reading path: String) throws {
    do {
      queue = try Self.checked(path)
    } catch let error as DatabaseError where error.isOfNoDatabase {
      throw Refusal.notALedger(reason: error.reason)
    } catch let error as DatabaseError where error.isOfReadOnlyFolder {
      guard !FileManager.default.fileExists(atPath: path + "-wal") else {
        throw Refusal.inReadOnlyFolder
      }
      queue = try Self.checked(Self.immutable(path))
    }
  }

  private static func checked(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(SQLiteRunStore.longPatience)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { database in
      try Self.checkKind(of: database)
      try Self.checkContent(of: database)
      try LedgerSchema.check(database)
    }
    return queue
  }

  /// The address of a database that is read without locks and without further files.
  private static func immutable(_ path: String) -> String {
    let url = URL(filePath: path)
    return url.absoluteString + "?immutable=1"
  }

  /// Sets how many seconds to wait for another process from now on.
  func wait(_ patience: Double) throws {
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA busy_timeout = \(Int(patience * 1000))")
    }
  }

  /// Makes the tables of a new ledger; another process may do so at the same time.
  private static func createTables(in database: Database) throws {
    guard try number("user_version", database) == 0 else { return }
    try database.inTransaction(.immediate) {
      if try number("user_version", database) == 0 { try LedgerSchema.create(in: database) }
      return .commit
    }
  }

  /// Refuses a database that a newer FeedLab or another program wrote; an empty database is accepted.
  private static func checkKind(of database: Database) throws {
    let schema = try number("user_version", database)
    if try number("application_id", database) == LedgerSchema.applicationID {
      guard schema <= LedgerSchema.version else { throw Refusal.newer(schema: schema) }
    } else if try schema != 0 || Row.fetchOne(database, sql: "SELECT 1 FROM sqlite_master") != nil {
      throw Refusal.notALedger(reason: "it is another program's database")
    }
  }

  private static func checkContent(of database: Database) throws {
    let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "ok"
    guard finding == "ok" else {
      throw Refusal.notALedger(reason: "database disk image is malformed")
    }
  }

  private static func number(_ pragma: String, _ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0
  }
}

extension DatabaseError {
  /// Whether the file is not a database of SQLite, or is corrupt.
  fileprivate var isOfNoDatabase: Bool {
    [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode)
  }

  /// Whether SQLite could not make a file beside the database.
  fileprivate var isOfReadOnlyFolder: Bool {
    [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(resultCode)
  }
}

extension Error {
  /// Why a ledger could not be read or written: SQLite's message, where there is one.
  var ledgerReason: String {
    if let error = self as? DatabaseError { return error.reason }
    return String(describing: self)
  }
}

extension DatabaseError {
  fileprivate var reason: String { message ?? resultCode.description }
}

extension LedgerFile {
  /// Renames a file that is not a ledger to an unused name, with the files that SQLite keeps beside it.
  ///
  /// - Returns: The new name, without the folder.
  static func setAside(_ path: String) throws -> String {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent()
    let name = url.lastPathComponent
    let files = FileManager.default
    func exists(_ name: String) -> Bool {
      files.fileExists(atPath: folder.appending(component: name).path(percentEncoded: false))
    }
    let free = (1...).lazy.map { "\(name).damaged-\($0)" }.first { !exists($0) }!
    try files.moveItem(at: url, to: folder.appending(component: free))
    for suffix in ["-wal", "-shm"] where exists(name + suffix) {
      try files.moveItem(
        at: folder.appending(component: name + suffix),
        to: folder.appending(component: free + suffix))
    }
    return free
  }
}
