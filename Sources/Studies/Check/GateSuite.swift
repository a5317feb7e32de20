public import Experiments
public import ReportKit
internal import Scenarios

extension ExperimentResults {
  /// What a comparison is asked.
  ///
  /// - Parameter locations: Where the scenario asks.
  public func gate(at locations: RuleLocations) -> GateReport {
    let questions = design.questions
    let facts: [(name: String, value: String)] = [
      ("feedlab", FeedLab.version), ("digest", design.scenarioDigest), ("seed", "\(design.seed)"),
      ("baseline", design.baseline ?? ""), ("worlds", "\(design.worlds)"),
      ("alpha", "\(questions.alpha)"), ("correction", questions.correction.rawValue),
      ("family", questions.family.rawValue), ("primary", questions.primary ?? ""),
    ]
    let suite = GateSuite(
      scenario: design.scenario, locations: locations, facts: facts, checks: GateCheck.all(self))
    return GateReport([suite], version: FeedLab.version)
  }
}

extension [CheckedScenario] {
  /// What checks ask.
  ///
  /// - Parameter policy: What stops a build.
  public func gate(by policy: GatePolicy) -> GateReport {
    GateReport(map { $0.suite(by: policy) }, version: FeedLab.version)
  }
}

extension CheckedScenario {
  fileprivate func suite(by policy: GatePolicy) -> GateSuite {
    switch result {
    case .found(let results):
      GateSuite(
        scenario: name, locations: locations, facts: Self.facts(results, policy),
        checks: GateCheck.all(results, by: policy))
    case .unfinished(let reason):
      GateSuite(
        scenario: name, locations: locations, facts: [("feedlab", FeedLab.version)], checks: [],
        fault: reason)
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
