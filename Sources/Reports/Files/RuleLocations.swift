internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import Scenarios

/// Where in a scenario file something is asked of a metric, so that a failure can point there.
public struct RuleLocations: Sendable, Hashable {
  /// The file's path, as the user gave it.
  public let file: String
  private let lines: [String: Int]

  /// - Parameter lines: Lines from 1, by the metric's id.
  public init(file: String, lines: [String: Int]) {
    self.file = file
    self.lines = lines
  }

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

  /// The line of a metric; the first of the file for one that is asked about from outside.
  public func line(of metric: String) -> Int { lines[metric] ?? 1 }
}
