internal import DataFiles

/// The real community that a scenario is compared with.
enum RealismSection {
  static let keys = [
    ScenarioKey(
      path: "realism.mapping",
      summary:
        "Logs of a real community, as 'feedlab calibrate' reads them: results then carry a card"
        + " of the simulated community against the real one. The path starts at the scenario's"
        + " folder.", form: .text("the path of a file"), isRequired: true),
    ScenarioKey(
      path: "realism.produced", summary: "The arm that stands for the ranker of the logs.",
      form: .name, defaultSummary: "the baseline"),
    ScenarioKey(
      path: "realism.uniform",
      summary: "The arm that stands for the random order of the logs.", form: .name,
      defaultSummary: "none"),
  ]

  /// - Returns: `nil` where a scenario has no such section, or after adding faults.
  static func realism(
    _ root: DocumentCursor, file: String, arms: [String], baseline: String
  ) -> Scenario.Realism? {
    guard let section = root.find("realism") else { return nil }
    guard let mapping = root.find("realism.mapping") else {
      section.missing("mapping", "is missing; it is the path of a mapping of real logs")
      return nil
    }
    let path = mapping.text("the path of a file")
    let produced = root.find("realism.produced").map { $0.choice(of: "arm", among: arms) }
    let uniform = root.find("realism.uniform").map { $0.choice(of: "arm", among: arms) }
    guard let path else { return nil }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return Scenario.Realism(
      path: path, mapping: path.hasPrefix("/") ? path : folder + path,
      produced: (produced ?? nil) ?? baseline, uniform: uniform ?? nil)
  }
}
