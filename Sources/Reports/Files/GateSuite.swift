internal import Experiments
internal import Scenarios

/// What is asked in one scenario, and what came of it, whatever asked: a comparison or a check.
struct GateSuite {
  let scenario: String
  let locations: RuleLocations
  /// What holds of all of it, by name.
  let facts: [(name: String, value: String)]
  let checks: [GateCheck]
  /// What kept the scenario from being checked at all.
  let fault: String?

  /// What a comparison is asked.
  init(_ results: ExperimentResults, at locations: RuleLocations) {
    let (design, questions) = (results.design, results.design.questions)
    scenario = design.scenario
    self.locations = locations
    facts = [
      ("feedlab", FeedLab.version), ("digest", design.scenarioDigest), ("seed", "\(design.seed)"),
      ("baseline", design.baseline ?? ""), ("worlds", "\(design.worlds)"),
      ("alpha", "\(questions.alpha)"), ("correction", questions.correction.rawValue),
      ("family", questions.family.rawValue), ("primary", questions.primary ?? ""),
    ]
    checks = GateCheck.all(results)
    fault = nil
  }

  /// What a check asks.
  init(_ checked: CheckedScenario, by policy: GatePolicy) {
    scenario = checked.name
    locations = checked.locations
    switch checked.result {
    case .found(let results):
      facts = Self.facts(results, policy)
      checks = GateCheck.all(results, by: policy)
      fault = nil
    case .unfinished(let reason):
      facts = [("feedlab", FeedLab.version)]
      checks = []
      fault = reason
    }
  }

  private static func facts(
    _ results: CheckResults, _ policy: GatePolicy
  ) -> [(name: String, value: String)] {
    let design = results.design
    return [
      ("feedlab", FeedLab.version), ("digest", design.scenarioDigest), ("seed", "\(design.seed)"),
      ("baseline", results.baseline.file), ("baseline-feedlab", results.baseline.version),
      ("worlds", "\(design.worlds)"), ("alpha", "\(results.alpha)"), ("correction", "holm"),
      ("fail-on", policy.failure.rawValue), ("undecided", policy.undecided.rawValue),
      ("outcome", results.outcome.rawValue),
    ]
  }
}
