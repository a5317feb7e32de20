import Foundation

/// A temporary folder of one test, deleted with this object.
public final class TestFolder: Sendable {
  /// Without a slash at its end.
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and makes the folders that it is in.
  public func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }
}
