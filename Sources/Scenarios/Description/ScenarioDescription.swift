internal import DataFiles

/// The keys of a scenario: each key with its meaning, unit, range, default and source.
///
/// It is made from what the checks use, so that it cannot differ from them.
public struct ScenarioDescription: Sendable {
  let rows: [Row]
  /// Maps that several keys have, such as a ranker with its parameters.
  let sharedMaps: [SharedMap]

  /// A key.
  struct Row: Sendable {
    /// From the root, with placeholders such as `<arm>`; in a shared map, from that map.
    let path: String
    let value: String
    let defaultText: String
    let summary: String
    let source: String
  }

  struct SharedMap: Sendable {
    let name: String
    let summary: String
    let rows: [Row]
  }

  /// The paths of all keys, with placeholders such as `<arm>`.
  public static var keys: [String] { ScenarioSyntax.paths }

  /// Describes all keys.
  public init() { self.init { _ in true } }

  /// Describes a key and what is below it.
  ///
  /// - Parameter path: Such as `world` or `behaviour.examination.eta`.
  /// - Returns: `nil` without such a key; ``nearest(to:)`` has the nearest one.
  public init?(of path: String) {
    self.init { $0 == path || $0.hasPrefix(path + ".") }
    if rows.isEmpty { return nil }
  }

  private init(where isMeant: (String) -> Bool) {
    var rows = RowCollector()
    rows.add(ScenarioSyntax.root, under: "")
    self.rows = rows.rows.filter { isMeant($0.path) }
    sharedMaps = self.rows.contains { $0.path.hasPrefix("arms") } ? rows.sharedMaps : []
  }

  /// The path of the key that is nearest to an unknown one.
  public static func nearest(to path: String) -> String? {
    let names = ScenarioSyntax.root.map(\.path)
    return nearestName(to: path, among: ScenarioSyntax.paths + names)
      ?? ScenarioSyntax.paths(endingIn: path).first
  }
}

/// Lists the keys of maps in maps.
private struct RowCollector {
  private(set) var rows: [ScenarioDescription.Row] = []
  private(set) var sharedMaps: [ScenarioDescription.SharedMap] = []

  mutating func add(_ keys: [KeySyntax], under path: String) {
    for key in keys { add(key, at: path.isEmpty ? key.path : "\(path).\(key.path)") }
  }

  private mutating func add(_ key: KeySyntax, at path: String) {
    if key.isDocumented {
      rows.append(
        ScenarioDescription.Row(
          path: path, value: key.form.phrase, defaultText: key.defaultText, summary: key.summary,
          source: key.source))
    }
    addKeys(of: key.form, under: path)
  }

  private mutating func addKeys(of form: ScenarioForm, under path: String) {
    switch form {
    case .map(let keys): add(keys, under: path)
    case .table(_, let key): add(key, at: "\(path).\(key.path)")
    case .computed(let form): addKeys(of: form(), under: path)
    case .either(let forms): for form in forms { addKeys(of: form, under: path) }
    case .shared(let name, let summary, let form):
      guard !sharedMaps.contains(where: { $0.name == name }) else { return }
      var collector = RowCollector()
      collector.addKeys(of: form, under: "")
      sharedMaps.append(
        ScenarioDescription.SharedMap(name: name, summary: summary, rows: collector.rows))
    case .scalar, .list, .openList, .reference: break
    }
  }
}

extension KeySyntax {
  /// Whether the key has a row of its own.
  fileprivate var isDocumented: Bool { !summary.isEmpty }

  fileprivate var defaultText: String {
    switch defaultValue {
    case .string(let text)?: text
    case let value?: value.canonical
    case nil where isRequired: "required"
    case nil: defaultSummary
    }
  }
}

extension ScenarioForm {
  /// What to write, in words.
  var phrase: String {
    switch self {
    case .scalar(let scalar): scalar.phrase
    case .list(let form, let count): "a list of \(count), each \(form.phrase)"
    case .openList(let form, _, _): "a list, each \(form.phrase)"
    case .map, .table: "a map"
    case .either(let forms): Self.alternatives(forms)
    case .computed(let form): form().phrase
    case .shared, .reference: "a map with its parameters"
    }
  }

  private static func alternatives(_ forms: [ScenarioForm]) -> String {
    var phrases: [String] = []
    for form in forms where !phrases.contains(form.phrase) { phrases.append(form.phrase) }
    return phrases.joined(separator: ", or ")
  }
}
