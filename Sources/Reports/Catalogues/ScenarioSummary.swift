public import Scenarios
internal import SyntheticSociety

/// What a checked scenario is, for people.
public struct ScenarioSummary: Sendable {
  private let scenario: Scenario

  public init(_ scenario: Scenario) { self.scenario = scenario }

  public func text(width: Int) -> String {
    let world = scenario.parameters.world
    let comparison = scenario.comparison
    let arms = scenario.arms.map(\.name).joined(separator: ", ")
    let days =
      "\(NumberText.plain(world.days)), of which \(NumberText.plain(world.warmUpDays)) warm-up"
    let candidates = comparison.candidates.joined(separator: ", ")
    let compared =
      candidates.isEmpty
      ? "nothing, as there is one arm" : "\(candidates) against \(comparison.baseline)"
    return FactSheet.text(
      title: "\(scenario.file): scenario '\(scenario.name)' is fine",
      facts: [
        ("arms", arms), ("compares", compared),
        ("members", NumberText.count(Int(world.members))), ("days", days),
        ("worlds", NumberText.count(comparison.worlds)), ("seed", "\(scenario.seed)"),
      ] + scenario.notes.map { ("read", $0) }, width: width)
  }
}
