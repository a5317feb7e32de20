internal import SocialFeed
internal import SyntheticSociety

/// The configurations under comparison.
struct ArmsSection {
  /// Those without fault, in the order of the file.
  private(set) var arms: [Arm] = []
  /// Of all arms, with or without fault.
  private(set) var names: [String] = []

  static let keys = [
    ScenarioKey(
      path: "arms",
      summary: "The configurations under comparison: a ranker for each feed that is not left as it"
        + " is.",
      form: .table(
        names: nil,
        key: ScenarioKey(
          path: "<arm>", summary: "Feeds and their rankers, at least one.",
          form: .map(Surface.allCases.map(RankerSection.key)))),
      isRequired: true)
  ]

  init(_ root: ScenarioCursor) {
    guard let cursor = root["arms"] else {
      root.missing("arms", "is missing; it holds what to compare, such as newest: {home: recency}")
      return
    }
    _ = cursor.checkTable("a map of arms, such as newest: {home: recency}")
    for (name, entry) in cursor.entries {
      names.append(name)
      if let arm = Self.arm(name, entry) { arms.append(arm) }
    }
  }

  private static func arm(_ name: String, _ cursor: ScenarioCursor) -> Arm? {
    let example = "such as home: recency"
    guard !cursor.node.isEmpty else {
      cursor.fault(.missing("this arm has no ranker; name one for a feed, \(example)"))
      return nil
    }
    let surfaces = Surface.allCases.map(\.description)
    guard cursor.checkMap("a map of feeds and rankers, \(example)", of: surfaces) else {
      return nil
    }
    var choices: [(Surface, RankerSettings)] = []
    for (surface, entry) in cursor.entries {
      guard let surface = Surface(name: surface) else { continue }
      if let ranker = RankerSection.settings(entry, of: surface) {
        choices.append((surface, ranker))
      }
    }
    guard choices.count == cursor.entries.count else { return nil }
    let arm = Arm(name: name, choices: choices)
    if let conflict = arm.affinityConflict {
      (cursor[conflict.surface.description] ?? cursor).fault(.contradiction(conflict.message))
    }
    return arm
  }
}

extension Surface {
  /// The feed of a name, if there is one.
  fileprivate init?(name: String) {
    guard let surface = Surface.allCases.first(where: { $0.description == name }) else {
      return nil
    }
    self = surface
  }
}
