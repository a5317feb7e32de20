internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// The configurations under comparison.
struct ArmsSection {
  /// Those without fault, in the order of the file.
  private(set) var arms: [Arm] = []
  /// Their numbers that are tuned, in the order of arms, feeds and parameters.
  private(set) var tunables: [TunableParameter] = []
  /// Where their values stand in the file, by their keys.
  private(set) var spans: [String: TextSpan] = [:]
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
          path: "<arm>", summary: "Feeds and their rankers, and the app: at least one of them.",
          form: .map(
            Surface.allCases.map { RankerSection(rankers: .standard, surface: $0).key }
              + [AppSection.key]))),
      isRequired: true)
  ]

  /// - Parameter rankers: Those that arms can name.
  init(_ root: DocumentCursor, rankers: RankerCatalogue) {
    guard let cursor = root["arms"] else {
      root.missing("arms", "is missing; it holds what to compare, such as newest: {home: recency}")
      return
    }
    _ = cursor.checkTable("a map of arms, such as newest: {home: recency}")
    for (name, entry) in cursor.entries {
      names.append(name)
      guard let (arm, tunables) = Self.arm(name, entry, rankers) else { continue }
      arms.append(arm)
      for (parameter, span) in tunables {
        self.tunables.append(parameter)
        spans[parameter.key] = span
      }
    }
  }

  private static func arm(
    _ name: String, _ cursor: DocumentCursor, _ rankers: RankerCatalogue
  ) -> (Arm, [(TunableParameter, TextSpan?)])? {
    let example = "such as home: recency"
    guard !cursor.node.isEmpty else {
      cursor.fault(.missing("this arm has no ranker; name one for a feed, \(example)"))
      return nil
    }
    let keys = Surface.allCases.map(\.description) + [AppSection.name]
    guard cursor.checkMap("a map of feeds and rankers, \(example)", of: keys) else {
      return nil
    }
    var app: AppSettings? = AppSettings()
    var choices: [(Surface, RankerSection.Reading)] = []
    for (name, entry) in cursor.entries {
      if name == AppSection.name { app = AppSection.settings(entry) }
      guard let surface = Surface(name: name) else { continue }
      let section = RankerSection(rankers: rankers, surface: surface)
      if let ranker = section.reading(entry) { choices.append((surface, ranker)) }
    }
    let feeds = cursor.entries.count { $0.name != AppSection.name }
    guard choices.count == feeds, let app else { return nil }
    let arm = Arm(name: name, choices: choices.map { ($0, $1.settings) }, app: app)
    if let conflict = arm.affinityConflict {
      (cursor[conflict.surface.description] ?? cursor).fault(.contradiction(conflict.message))
    }
    return (arm, tunables(of: name, choices))
  }

  private static func tunables(
    of arm: String, _ choices: [(Surface, RankerSection.Reading)]
  ) -> [(TunableParameter, TextSpan?)] {
    choices.sorted { $0.0.rawValue < $1.0.rawValue }.flatMap { surface, reading in
      reading.tunables.map {
        (
          TunableParameter(
            arm: arm, surface: surface, path: $0.path, value: $0.value, range: $0.range,
            isDuration: $0.isDuration), $0.span
        )
      }
    }
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
