internal import DataFiles

/// What a scenario can say: each key with its meaning, unit, range, default and source.
///
/// It is made from what the checks use, so that it cannot differ from them.
public struct ScenarioDescription: Sendable {
  let rows: [Row]
  /// Maps that stand in several places, such as a ranker with its parameters.
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

  /// Describes all keys.
  public init() { self.init { _ in true } }

  /// Describes a key and what is below it.
  ///
  /// - Parameter path: Such as `world` or `behaviour.examination.eta`.
  /// - Returns: `nil` if there is no such key; ``nearest(to:)`` has the one that was meant.
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

  /// The paths of all keys, with placeholders such as `<arm>`.
  public static var keys: [String] { ScenarioSyntax.keys.map(\.path) }

  /// The path of a key that was probably meant by one that there is not.
  public static func nearest(to path: String) -> String? {
    let paths = ScenarioSyntax.keys.map(\.path)
    let names = ScenarioSyntax.root.map(\.path)
    return nearestName(to: path, among: paths + names) ?? ScenarioSyntax.paths(endingIn: path).first
  }
}

/// Lists the keys of maps in maps.
private struct RowCollector {
  private(set) var rows: [ScenarioDescription.Row] = []
  private(set) var sharedMaps: [ScenarioDescription.SharedMap] = []

  mutating func add(_ keys: [ScenarioKey], under path: String) {
    for key in keys { add(key, at: path.isEmpty ? key.path : "\(path).\(key.path)") }
  }

  private mutating func add(_ key: ScenarioKey, at path: String) {
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
    case .either(let forms): for form in forms { addKeys(of: form, under: path) }
    case .shared(let name, let summary, let form):
      guard !sharedMaps.contains(where: { $0.name == name }) else { return }
      var collector = RowCollector()
      collector.addKeys(of: form, under: "")
      sharedMaps.append(
        ScenarioDescription.SharedMap(name: name, summary: summary, rows: collector.rows))
    case .number, .duration, .margin, .replications, .metric, .seed, .version, .name, .text,
      .choice, .list, .weights, .tunable, .reference:
      break
    }
  }
}

extension ScenarioKey {
  /// Whether there is more to say than its name.
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
  fileprivate var phrase: String {
    switch self {
    case .number(let form): form.description
    case .duration(let form): form.description
    case .margin: MarginForm.description
    case .replications: ReplicationsForm.description
    case .metric: "the id of a metric that has a good side"
    case .seed: "a whole number from 0 to \(UInt64.max)"
    case .version(let number): "\(number)"
    case .name: KebabName.description
    case .text(let what): what
    case .choice(let names): names.joined(separator: ", ")
    case .list(let form, let count?): "a list of \(count), each \(form.phrase)"
    case .list(let form, nil): "a list, each \(form.phrase)"
    case .map, .table: "a map"
    case .either(let forms): Self.alternatives(forms)
    case .weights(let form): "a map of names, each with \(form.number.description)"
    case .tunable(let form): form.number.description
    case .shared, .reference: "a map with its parameters"
    }
  }

  private static func alternatives(_ forms: [ScenarioForm]) -> String {
    var phrases: [String] = []
    for form in forms where !phrases.contains(form.phrase) { phrases.append(form.phrase) }
    return phrases.joined(separator: ", or ")
  }
}
