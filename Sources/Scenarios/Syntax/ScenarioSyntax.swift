internal import DataFiles

/// All that a scenario can have.
enum ScenarioSyntax {
  /// The scenario itself: a map of maps.
  static let root: [KeySyntax] = nested(
    ScenarioDraft.keys.map { ($0.syntax.path.split(separator: ".")[...], $0.syntax) })

  /// The paths of all keys outside of lists and tables.
  static let paths: [String] = paths(of: root)

  /// The paths of keys of this name, for who wrote one in the wrong map.
  static func paths(endingIn name: String) -> [String] {
    paths.filter { $0.hasSuffix(".\(name)") }
  }

  private static func paths(of keys: [KeySyntax]) -> [String] {
    keys.flatMap { key in
      guard case .map(let inner) = key.form else { return [key.path] }
      return paths(of: inner).map { "\(key.path).\($0)" }
    }
  }

  /// Puts keys that begin alike into one map, in the order of the first of them.
  private static func nested(
    _ keys: [(path: ArraySlice<Substring>, key: KeySyntax)]
  ) -> [KeySyntax] {
    var names: [Substring] = []
    for (path, _) in keys where !names.contains(path.first!) { names.append(path.first!) }
    return names.map { name in
      let group = keys.filter { $0.path.first == name }
      if var only = group.first?.key, group[0].path.count == 1 {
        only.path = String(name)
        return only
      }
      let inner = nested(group.map { ($0.path.dropFirst(), $0.key) })
      return KeySyntax(
        path: String(name), summary: "", form: .map(inner),
        formerNames: ScenarioDraft.formerSections[String(name)] ?? [])
    }
  }
}

extension DocumentCursor {
  /// Adds a fault for each key that no scenario has, down to the values that are read as a whole.
  func checkKeys() { checkKeys(ScenarioSyntax.root, "a map of the scenario's keys") }

  private func checkKeys(_ keys: [KeySyntax], _ what: String) {
    guard checkMap(what, of: keys.map(\.path)) else { return }
    for (name, entry) in entries {
      guard let key = keys.first(where: { $0.path == name }), case .map(let inner) = key.form
      else { continue }
      entry.checkKeys(inner, "a map of \(LocatedFault.Reason.list(inner.map(\.path)))")
    }
  }
}

// MARK: - Names of the version before

extension DocumentNode {
  /// Replaces the names of keys and values that the version before had by the present ones.
  ///
  /// Forms that depend on the program are skipped: rankers have no former names, and describing all of them would take
  /// half of the time of reading a small scenario.
  ///
  /// - Parameters:
  ///   - form: Of the value.
  ///   - path: Of the value: empty, or ending in a point.
  ///   - notes: Takes in a line for each name.
  mutating func replaceFormerNames(
    _ form: ScenarioForm = .map(ScenarioSyntax.root), at path: String = "", notes: inout [String]
  ) {
    switch (form, content) {
    case (.map, .map(var entries)), (.table, .map(var entries)):
      for index in entries.indices {
        var name = entries[index].name
        let inner = form.replaceFormerName(of: &name, at: path, entries[index].location, &notes)
        // Where both names are there, the former one is an unknown key.
        if name != entries[index].name, !entries.contains(where: { $0.name == name }) {
          entries[index].name = name
        }
        guard let inner else { continue }
        entries[index].value.replaceFormerNames(inner, at: "\(path)\(name).", notes: &notes)
      }
      content = .map(entries)
    case (.openList(let form, _, _), .list(var elements)):
      for index in elements.indices {
        elements[index].replaceFormerNames(form, at: path, notes: &notes)
      }
      content = .list(elements)
    case (.either(let forms), _):
      for form in forms { replaceFormerNames(form, at: path, notes: &notes) }
    case (.scalar(let scalar), .scalar(let text, let isQuoted)):
      guard let name = scalar.formerNames[text] else { return }
      notes.append(location.note(of: text, in: String(path.dropLast()), calledNow: name))
      content = .scalar(name, isQuoted: isQuoted)
    default: break
    }
  }
}

extension ScenarioForm {
  /// Replaces a key of this form that the version before had by the present one.
  ///
  /// - Returns: The form of the key's value; `nil` without such a key.
  func replaceFormerName(
    of name: inout String, at path: String, _ location: LocatedFault.Location,
    _ notes: inout [String]
  ) -> ScenarioForm? {
    switch self {
    case .table(_, let key): return key.form
    case .map(let keys):
      let known = keys.first { [name] in $0.path == name || $0.formerNames.contains(name) }
      guard let known else { return nil }
      if known.path != name {
        notes.append(location.note(of: path + name, calledNow: path + known.path))
        name = known.path
      }
      return known.form
    default: return nil
    }
  }
}

extension LocatedFault.Location {
  /// The note of a name that the version before had.
  func note(of former: String, in key: String = "", calledNow name: String) -> String {
    prefix + (key.isEmpty ? "" : "\(key): ")
      + "'\(former)' is now called '\(name)'; this version still reads the old name"
  }

  /// The beginning of a note about what stands here.
  var prefix: String {
    switch self {
    case .line(let file, let line, let column): "\(file):\(line):\(column): "
    case .file(let file): "\(file): "
    case .override(let text, _): "--set \(text): "
    }
  }
}
