internal import DataFiles
internal import Foundation

/// A trace as a folder of CSV files and `run.json`.
final class FolderStore: TraceStore {
  private let folder: URL
  private var files: [CSVFile] = []

  /// The file of the facts of the run, without which a folder is no trace.
  static let runFile = "run.json"

  /// - Parameter folder: Where there is nothing yet.
  init(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    self.folder = folder
  }

  func makeRows(of table: TraceTable) throws -> CSVRows {
    let file = try CSVFile(folder.appending(component: table.file))
    files.append(file)
    return CSVRows(columns: table.columns, file: file)
  }

  func end(_ rows: inout CSVRows) throws { try rows.end() }

  func finish(run: [String: JSONValue]) throws {
    let file = try CSVFile(folder.appending(component: Self.runFile))
    files.append(file)
    file.write(Array(JSONValue.object(run).indented.utf8))
    try file.end()
    try FileHandle(forReadingFrom: folder).synchronize()
  }

  func close() { for file in files { file.close() } }
}

/// A file that is written from its beginning to its end, and remembers what went wrong.
final class CSVFile {
  private let handle: FileHandle
  private(set) var failure: (any Error)?

  init(_ url: URL) throws {
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  /// Appends bytes, unless an earlier call failed.
  func write(_ bytes: [UInt8]) {
    guard failure == nil, !bytes.isEmpty else { return }
    do { try handle.write(contentsOf: Data(bytes)) } catch { failure = error }
  }

  /// Sees to it that all is on the disk, or throws what went wrong first.
  func end() throws {
    if let failure { throw failure }
    try handle.synchronize()
    try handle.close()
  }

  /// Gives the file up.
  func close() { try? handle.close() }
}
