internal import DataFiles
internal import SyntheticSociety

/// What stands at the head of a scenario: version, name, seed and preset.
struct HeaderSection {
  let name: String
  let seed: UInt64
  let preset: Preset?

  static let version = 1
  static let defaultSeed: UInt64 = 1

  static let keys = [
    ScenarioKey(
      path: "feedlab", summary: "The version of this syntax.", form: .version(version),
      isRequired: true),
    ScenarioKey(
      path: "name", summary: "What results are called.", form: .name,
      defaultSummary: "the name of the file"),
    ScenarioKey(
      path: "seed", summary: "Where all random draws come from; the same seed, the same worlds.",
      form: .seed, defaultValue: .whole(defaultSeed)),
    ScenarioKey(
      path: "preset",
      summary: "Sets behaviours together, before those under behaviour: "
        + Preset.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: ", ") + ".",
      form: .choice(Preset.allCases.map(\.rawValue)), defaultSummary: "none"),
  ]

  /// - Parameter fileName: The scenario file's name without its extension.
  init(_ root: DocumentCursor, fileName: String) {
    Self.checkVersion(root)
    name = Self.name(root, fileName: fileName)
    seed = root["seed"]?.seed() ?? Self.defaultSeed
    preset = root["preset"]?.choice(of: "preset", among: Preset.allCases.map(\.rawValue))
      .flatMap(Preset.init)
  }

  private static func checkVersion(_ root: DocumentCursor) {
    guard let cursor = root["feedlab"] else {
      let what = "is missing; a scenario says 'feedlab: \(version)', the version of its syntax"
      root.missing("feedlab", what)
      return
    }
    let number = NumberForm(range: Double(version)...Double(version), isWhole: true)
    if number.read(cursor.node) == nil { cursor.expected("\(version), the version of the syntax") }
  }

  private static func name(_ root: DocumentCursor, fileName: String) -> String {
    guard let cursor = root["name"] else {
      let name = KebabName.nearest(to: fileName)
      return name.isEmpty ? "scenario" : name
    }
    return cursor.kebabName() ?? ""
  }
}
