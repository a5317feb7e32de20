/// Which arms are compared, in how many worlds.
enum ComparisonSection {
  private static let worldsForm = NumberForm(range: 1...1_000_000, isWhole: true, unit: "worlds")
  static let defaultWorlds = 8

  static let keys = [
    ScenarioKey(
      path: "ab.baseline", summary: "The arm that the others are compared with.", form: .name,
      defaultSummary: "the first arm"),
    ScenarioKey(
      path: "ab.candidates", summary: "The arms that are compared with it.",
      form: .list(of: .name), defaultSummary: "the other arms"),
    ScenarioKey(
      path: "ab.replications",
      summary: "Parallel worlds, in each of which every arm lives through the same.",
      form: .number(worldsForm), defaultValue: .number(Double(defaultWorlds))),
  ]

  /// - Parameter arms: The names of all arms, in the order of the file.
  static func comparison(_ root: ScenarioCursor, arms: [String]) -> Scenario.Comparison {
    let baseline = root.find("ab.baseline").map { arm($0, among: arms) } ?? arms.first
    let others = arms.filter { $0 != baseline }
    let candidates = root.find("ab.candidates").map { list($0, of: arms, baseline) } ?? others
    let worlds = root.find("ab.replications")?.number(worldsForm)
    return Scenario.Comparison(
      baseline: baseline ?? "", candidates: candidates,
      worlds: worlds.map { Int($0) } ?? defaultWorlds)
  }

  private static func arm(_ cursor: ScenarioCursor, among arms: [String]) -> String? {
    // Without any arm, that is the fault.
    arms.isEmpty ? nil : cursor.choice(of: "arm", among: arms)
  }

  private static func list(
    _ cursor: ScenarioCursor, of arms: [String], _ baseline: String?
  ) -> [String] {
    guard let elements = cursor.list("a list of arms, such as [affinity]") else { return [] }
    if elements.isEmpty {
      cursor.fault(.unexpected(expected: "at least one arm", found: "an empty list"))
    }
    var names: [String] = []
    for element in elements {
      guard let name = arm(element, among: arms) else { continue }
      if name == baseline {
        element.fault(.contradiction("'\(name)' is the baseline"))
      } else if names.contains(name) {
        element.fault(.contradiction("'\(name)' is in the list already"))
      } else {
        names.append(name)
      }
    }
    return names
  }
}
