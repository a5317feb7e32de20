internal import DataFiles
internal import Foundation

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
