internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
public import Scenarios

extension RuleLocations {
  /// Where a scenario asks.
  public init(_ scenario: Scenario) {
    let lines = scenario.rulePlaces.compactMapValues { place -> Int? in
      if case .line(_, let line, _) = place { line } else { nil }
    }
    self.init(file: scenario.file, lines: lines)
  }

  /// Where a scenario has the rules of its check; they win over what it says of a metric elsewhere.
  public init(checking scenario: Scenario) {
    let rules = scenario.check.map { check in
      check.rules.map { ($0.metric, $0.place) }
        + (check.rankingOverlap.map { [(RankingOverlap.definition.id, $0.place)] } ?? [])
    }
    let lines = (rules ?? []).compactMap { metric, place -> (String, Int)? in
      if case .line(_, let line, _) = place { (metric, line) } else { nil }
    }
    self.init(file: scenario.file, lines: Dictionary(uniqueKeysWithValues: lines))
  }
}
