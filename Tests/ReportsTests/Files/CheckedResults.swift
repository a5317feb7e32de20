import Experiments
import FeedMetrics
import Scenarios
import SyntheticSociety

/// Results of guardrails alone, with effects as they are wanted.
enum CheckedResults {
  /// Of a metric on a candidate: harm beyond any margin, none, or too much spread to say.
  enum Effect { case harm, none, open }

  /// - Parameter effects: Of each metric, by its id, on the only candidate; its label is the id in capitals.
  static func results(
    _ effects: [(id: String, effect: Effect)], candidate: String = "affinity",
    scenario: String = "town", name: String = "A name"
  ) -> ExperimentResults {
    let metrics = effects.map { id, _ in
      MetricDefinition(
        id: id, family: .utility, label: id.uppercased(), name: name, formula: "a / b", unit: "",
        direction: .higher,
        range: "", undefined: "", source: "")
    }
    let design = ExperimentDesign(
      scenario: scenario, scenarioDigest: "5ca1ab1e", resolvedScenario: "{}", seed: 7,
      members: 10, days: 2, warmUpDays: 1, arms: ["newest", candidate], baseline: "newest",
      worlds: 4, metrics: metrics,
      questions: Scenario.Questions(guardrails: effects.map(\.id), correction: .none))
    let outcomes = (0..<4).flatMap { world in
      [outcome("newest", world, effects) { _ in 1 + Double(world) / 8 }]
        + [
          outcome(candidate, world, effects) { effect in
            1 + Double(world) / 8 + change(effect, world)
          }
        ]
    }
    return ExperimentResults(design: design, outcomes: outcomes)
  }

  private static func change(_ effect: Effect, _ world: Int) -> Double {
    switch effect {
    case .harm: -0.5 - Double(world) / 64
    case .none: 0.5 + Double(world) / 64
    case .open: world.isMultiple(of: 2) ? 0.25 : -0.25
    }
  }

  private static func outcome(
    _ arm: String, _ world: Int, _ effects: [(id: String, effect: Effect)],
    _ value: (Effect) -> Double
  ) -> WorldOutcome {
    let values = effects.map { ($0.id, MetricValue(value($0.effect), support: 3)) }
    return WorldOutcome(
      arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: values), digest: "d",
      summary: WorldSummary())
  }

  /// What XML, JSON, Markdown and workflow commands each would stumble over.
  static let hostile = "a\"b'<c>&]]>\u{0}\u{1F}\u{FFFE}%0A\r\n::error::,x=y|`@#"
}
