import Foundation

/// A folder of a test's own, which disappears with it.
final class ScratchFolder: Sendable {
  let url: URL
  private let aside: URL

  /// - Parameter files: Text by name.
  init(_ files: [String: String] = [:]) throws {
    let root = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    url = root.appending(component: "work")
    aside = root.appending(component: "aside")
    for folder in [url, aside] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// Everything in it, in order.
  var entries: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: url.path()).sorted() }
  }

  func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(
      atPath: url.appending(path: name).path(percentEncoded: false))
  }

  /// A file beside the folder.
  func hidden(_ name: String) -> URL { aside.appending(component: "\(name)-\(UUID())") }
}

/// The scenarios that come with FeedLab.
enum ShippedScenario {
  static let quickstart = path("quickstart.yml")
  /// The mapping of the real data that come with them.
  static let mapping = path("data/mapping.json")

  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../scenarios/\(name)"
    )
    .standardizedFileURL.path()
  }
}

/// A scenario that is over in a moment.
let smallScenario = smallScenarioText(members: 80)

func smallScenarioText(members: Int) -> String {
  """
  feedlab: 1
  name: small
  seed: 7
  world: {members: \(members), days: 1, warm-up: 0.25}
  arms:
    newest:   {home: recency}
    affinity: {home: affinity}
    random:   {home: random}
  ab: {primary: none, replications: 2}

  """
}
