internal import DataFiles

/// All that a scenario can say, in the order of the documentation.
///
/// A new key is a line in ``keys`` of its section, which also reads it; the check for unknown keys,
/// the JSON Schema and `feedlab describe scenario` follow.
enum ScenarioSyntax {
  /// Every key whose value is read as a whole, by its path from the root.
  static let keys: [ScenarioKey] =
    HeaderSection.keys + WorldSection.keys + BehaviourSection.keys + ArmsSection.keys
    + MetricsSection.keys + ComparisonSection.keys + TuningSection.keys + CheckSection.keys
    + RealismSection.keys

  /// The scenario itself: a map of maps.
  static let root: [ScenarioKey] = nested(keys.map { ($0.path.split(separator: ".")[...], $0) })

  /// The paths of keys of this name, for who wrote one in the wrong place.
  static func paths(endingIn name: String) -> [String] {
    keys.map(\.path).filter { $0.hasSuffix(".\(name)") }
  }

  /// Puts keys that begin alike into one map, in the order of the first of them.
  private static func nested(
    _ keys: [(path: ArraySlice<Substring>, key: ScenarioKey)]
  ) -> [ScenarioKey] {
    var names: [Substring] = []
    for (path, _) in keys where !names.contains(path.first!) { names.append(path.first!) }
    return names.map { name in
      let group = keys.filter { $0.path.first == name }
      if let only = group.first, only.path.count == 1 { return only.key.renamed(String(name)) }
      let inner = nested(group.map { ($0.path.dropFirst(), $0.key) })
      return ScenarioKey(path: String(name), summary: "", form: .map(inner))
    }
  }
}

extension ScenarioKey {
  fileprivate func renamed(_ path: String) -> ScenarioKey {
    ScenarioKey(
      path: path, summary: summary, form: form, defaultValue: defaultValue,
      defaultSummary: defaultSummary, isRequired: isRequired, source: source)
  }

  /// The names of the keys of a map.
  var childNames: [String] {
    if case .map(let keys) = form { keys.map(\.path) } else { [] }
  }
}

extension DocumentCursor {
  /// Adds a fault for each key that no scenario has, down to the values that sections read.
  func checkKeys() { checkKeys(ScenarioSyntax.root, "a map of the scenario's keys") }

  private func checkKeys(_ keys: [ScenarioKey], _ what: String) {
    guard checkMap(what, of: keys.map(\.path)) else { return }
    for (name, entry) in entries {
      guard let key = keys.first(where: { $0.path == name }), case .map(let inner) = key.form
      else { continue }
      entry.checkKeys(inner, "a map of \(LocatedFault.Reason.list(key.childNames))")
    }
  }

  /// The value at a path below, if there is one.
  func find(_ path: String) -> DocumentCursor? {
    path.split(separator: ".").reduce(self as DocumentCursor?) { $0?[String($1)] }
  }
}
