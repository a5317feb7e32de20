internal import DataFiles
public import Experiments
internal import FeedMetrics
public import ReportKit
public import Scenarios

extension ExperimentResults {
  /// The gate of a comparison: its tested metrics.
  ///
  /// - Parameter locations: The locations of the tested metrics in the scenario.
  public func gate(at locations: RuleLocations) -> GateReport {
    let questions = design.questions
    let notes = ExperimentNotes(self)
    let facts: [(name: String, value: String)] =
      [
        ("feedlab", FeedLab.version), ("digest", design.scenarioDigest), ("seed", "\(design.seed)"),
        ("baseline", design.baseline ?? ""), ("worlds", "\(design.worlds)"),
        ("alpha", "\(questions.alpha)"), ("correction", questions.correction.rawValue),
        ("family", questions.family.rawValue), ("primary", questions.primary ?? ""),
      ] + (notes.societies.map { [$0.fact] } ?? [])
    let trend = notes.trendWarning.map {
      (title: "trend of \(design.scenario)", message: $0.text.asciiNumbers)
    }
    let headroom = HeadroomText(self).warning.map {
      (title: "headroom of \(design.scenario)", message: $0.text.asciiNumbers)
    }
    let suite = GateSuite(
      scenario: design.scenario, locations: locations, facts: facts, checks: GateCheck.all(self),
      warnings: [headroom, trend].compactMap { $0 })
    return GateReport([suite], version: FeedLab.version)
  }
}

extension [CheckedScenario] {
  /// The gate of several checks.
  ///
  /// - Parameter policy: Which findings fail a build.
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

extension RuleLocations {
  /// The locations of the metrics that a scenario tests.
  public init(_ scenario: Scenario) {
    let lines = scenario.ruleLocations.compactMapValues { location -> Int? in
      if case .line(_, let line, _) = location { line } else { nil }
    }
    self.init(file: scenario.file, lines: lines)
  }

  /// The locations of the rules of a scenario's check.
  public init(checking scenario: Scenario) {
    let rules = scenario.check.map { check in
      check.rules.map { ($0.metric, $0.location) }
        + (check.rankingOverlap.map { [(RankingOverlap.definition.id, $0.location)] } ?? [])
    }
    let lines = (rules ?? []).compactMap { metric, location -> (String, Int)? in
      if case .line(_, let line, _) = location { (metric, line) } else { nil }
    }
    self.init(file: scenario.file, lines: Dictionary(uniqueKeysWithValues: lines))
  }
}
