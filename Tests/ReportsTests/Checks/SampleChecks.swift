import Experiments
import FeedMetrics
import ReportKit
import Scenarios
import Stochastics
internal import Studies

/// Findings of a check made up so that every kind of rule and of status occurs.
enum SampleChecks {
  static let locations = RuleLocations(
    file: "scenarios/quickstart.yml", lines: ["like_rate": 12, "gini": 14, "ranking_overlap": 16])

  /// A check of affinity with these findings.
  static func check(
    _ findings: [CheckFinding], scenario: String = "quickstart", anchor: String? = nil,
    notices: [String] = [], at locations: RuleLocations = locations
  ) -> CheckedScenario {
    CheckedScenario(
      results(findings, scenario: scenario, anchor: anchor, notices: notices), at: locations)
  }

  static func results(
    _ findings: [CheckFinding], scenario: String = "quickstart", anchor: String? = nil,
    notices: [String] = []
  ) -> CheckResults {
    var design = ExperimentDesign(
      scenario: scenario, scenarioDigest: "5ca1ab1e", resolvedScenario: "{}", seed: 7,
      members: 2000, days: 17, warmUpDays: 3, arms: ["affinity"], worlds: 8, metrics: [])
    design.plan = .looks(first: 8, most: 64)
    return CheckResults(
      design: design, file: "scenarios/\(scenario).yml", arm: "affinity", alpha: 0.05,
      baseline: BaselineFacts(
        file: "baselines/\(scenario).json", version: "1.0.0", worlds: 64, acceptedChanges: 2,
        lastReason: "a longer half-life", anchor: anchor),
      findings: findings, notices: notices)
  }

  /// A rule about the differences from the baseline or the anchor.
  ///
  /// - Parameters:
  ///   - loss: What each of eight worlds loses, but for 0.01 more or less by turns.
  static func difference(
    _ status: CheckFinding.Status, _ metric: String = "like_rate", losing loss: Double,
    rule: CheckFinding.Rule = .relative, level: Scenario.Check.Level = .error,
    note: String? = nil
  ) -> CheckFinding {
    let baseline = (0..<8).map { 0.5 + Double($0) / 64 }
    let now = baseline.enumerated().map { world, value in
      loss == 0 ? value : value - loss + (world.isMultiple(of: 2) ? 0.01 : -0.01)
    }
    return CheckFinding(
      rule: rule, metric: definition(metric), level: level, status: status, worlds: 8,
      comparison: Comparison(
        metric: definition(metric), candidate: "affinity", margin: .absolute(0.05),
        baseline: baseline, candidate: now),
      note: note)
  }

  /// A rule about the level.
  static func level(
    _ status: CheckFinding.Status, _ metric: String = "gini", of mean: Double,
    rule: CheckFinding.Rule, level: Scenario.Check.Level = .error, note: String? = nil
  ) -> CheckFinding {
    CheckFinding(
      rule: rule,
      metric: metric == RankingOverlap.definition.id
        ? RankingOverlap.definition : definition(metric), level: level, status: status, worlds: 8,
      estimate: LevelEstimate(
        mean: mean,
        interval: ConfidenceInterval(lower: mean - 0.01, upper: mean + 0.01, level: 0.95),
        pValue: 0.0004, adjustedP: 0.002, familySize: 5),
      note: note)
  }

  /// Five rules, of which one is broken, one left open, and one broken that only warns.
  static let mixed = [
    difference(.regression, losing: 0.2),
    difference(.undecided, "reach", losing: 0.05, note: "no value in 3 of 8 worlds"),
    difference(.pass, losing: 0.01, rule: .drift),
    level(
      .regression, of: 0.91, rule: .maximum(0.9), level: .warning,
      note: "the baseline breaks the bound too"),
    level(.pass, RankingOverlap.definition.id, of: 0.93, rule: .rankingOverlap(minimum: 0.8)),
  ]

  /// Another order of the posts shown most, which only warns.
  static let reordered = level(
    .regression, RankingOverlap.definition.id, of: 0.4, rule: .rankingOverlap(minimum: 0.9),
    level: .warning)

  /// Such as `Like rate` of `like_rate`.
  private static func label(_ id: String) -> String {
    id.prefix(1).uppercased() + id.dropFirst().replacing("_", with: " ")
  }

  static func definition(_ id: String) -> MetricDefinition {
    MetricDefinition(
      id: id, family: .utility, label: label(id), name: "A name", formula: "a / b", unit: "",
      direction: id == "gini" ? .lower : .higher, range: "", undefined: "", source: "")
  }
}
