import Foundation

/// A folder of a test's own, which disappears with it.
final class TraceFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func read(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Everything in it, in order.
  var entries: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
  }
}
