internal import DataFiles
internal import FeedMetrics

/// The facts of a run as `run.json` has them; keys that no replay needs are skipped.
struct RunFile {
  private(set) var duration = 0.0
  private(set) var windowStart = 0.0
  /// How many categories there are; `nil` to learn it from the posts.
  private(set) var categoryCount: Int?
  /// `nil` to learn them from the tables.
  private(set) var groups: [String]?
  private(set) var rankers: [String]?
  private(set) var options = MetricOptions()

  private static let formats = NumberForm(range: 1...65_535, isWhole: true)
  private static let seconds = NumberForm(range: 0...2_147_483_647)
  private static let categories = NumberForm(range: 1...65_535, isWhole: true)
  private static let members = NumberForm(range: 0...4_294_967_295, isWhole: true)

  /// - Returns: What can be read of it; faults are added for the rest.
  init(_ bytes: [UInt8], file: String, faults: FaultList) {
    guard let node = DocumentText(bytes: bytes, file: file, faults: faults)?.compose(faults: faults)
    else {
      if faults.isEmpty {
        let start = LocatedFault.Location.line(file: file, line: 1, column: 1)
        faults.add(LocatedFault(location: start, reason: .syntax("this file is empty")))
      }
      return
    }
    let root = DocumentCursor(root: node, faults: faults)
    guard case .map = node.content else {
      root.expected("a map of facts about a run")
      return
    }
    if let format = root[.format]?.number(Self.formats), format > Double(TraceFacts.format) {
      let message =
        "this version of FeedLab reads traces up to format \(TraceFacts.format), not \(Int(format))"
      root[.format]?.fault(.contradiction(message))
    }
    readWindow(root)
    categoryCount = root[.categories]?.number(Self.categories).map { Int($0) }
    groups = root[.groups].flatMap(Self.names)
    rankers = root[.rankers].flatMap(Self.names)
    let members = root[.sampledMembers]?.number(Self.members).map { Int($0) }
    options = MetricOptions(
      sampledMembers: members ?? options.sampledMembers,
      sampleSeed: root[.sampleSeed]?.seed() ?? options.sampleSeed)
  }

  private mutating func readWindow(_ root: DocumentCursor) {
    for key in [RunKey.duration, .windowStart] where root[key] == nil {
      root.missing(key.rawValue, "is missing; it is a number of seconds")
    }
    guard let duration = root[.duration]?.number(Self.seconds),
      let start = root[.windowStart]?.number(Self.seconds)
    else { return }
    (self.duration, windowStart) = (duration, start)
    guard start >= duration else { return }
    let message =
      "the window begins at \(start.shortest), not before the end at \(duration.shortest)"
    root[.windowStart]?.fault(.contradiction(message))
  }

  /// Names, none twice; `nil` after adding faults.
  private static func names(_ cursor: DocumentCursor) -> [String]? {
    guard let elements = cursor.list("a list of names") else { return nil }
    var names: [String] = []
    for element in elements {
      guard let name = element.text("a name") else { continue }
      if names.contains(name) {
        element.fault(.contradiction("'\(name.excerpt)' is there already"))
      }
      names.append(name)
    }
    return names
  }
}

extension DocumentCursor {
  fileprivate subscript(key: RunKey) -> DocumentCursor? { self[key.rawValue] }
}
