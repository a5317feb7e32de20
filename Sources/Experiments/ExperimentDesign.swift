public import FeedMetrics
public import Scenarios

/// What an experiment measures and compares, as its results tell it.
public struct ExperimentDesign: Sendable, Hashable, Codable {
  /// The scenario's name, digest and resolved text, as ``Scenario`` has them.
  public var scenario: String
  public var scenarioDigest: String
  public var resolvedScenario: String
  public var seed: UInt64
  /// Members at the start of each world.
  public var members: Int
  /// Simulated days of each world, and how many of them the statistics leave out.
  public var days: Double
  public var warmUpDays: Double
  /// The arms that are measured, none twice; of a comparison the baseline and then the candidates.
  public var arms: [String]
  /// The arm that the others are compared with; `nil` where nothing is compared.
  public var baseline: String?
  /// Whether the yardsticks live in each world too, so that metrics are read on their scale.
  public var hasYardsticks: Bool
  /// Parallel worlds, numbered from 0, in each of which every arm and yardstick lives.
  public var worlds: Int
  /// What is measured and reported, in the order of the catalogue.
  public var metrics: [MetricDefinition]
  /// Those that have a row for each of several things, and no value of a whole run.
  public var tables: [MetricDefinition]
  /// Members, at most, over whom metrics of pairs are taken: see ``MetricOptions``.
  public var sampledMembers = MetricOptions().sampledMembers
  /// The smallest effects that matter, by the metric's id; for metrics without one it is 0.
  public var margins: [String: Scenario.Margin.Size]

  /// Coverage of the intervals; 1 less this is the risk of a false alarm for one comparison.
  public static let level = 0.95

  public init(
    scenario: String, scenarioDigest: String, resolvedScenario: String, seed: UInt64, members: Int,
    days: Double, warmUpDays: Double, arms: [String], baseline: String? = nil,
    hasYardsticks: Bool = false, worlds: Int, metrics: [MetricDefinition],
    tables: [MetricDefinition] = [], margins: [String: Scenario.Margin.Size] = [:]
  ) {
    precondition(worlds > 0, "an experiment of \(worlds) worlds")
    for (index, arm) in arms.enumerated() {
      precondition(!arms[..<index].contains(arm), "arm \(arm) is measured twice")
    }
    precondition(!arms.isEmpty, "an experiment without arms")
    precondition(baseline == nil || baseline == arms[0], "the baseline is not the first arm")
    self.scenario = scenario
    self.scenarioDigest = scenarioDigest
    self.resolvedScenario = resolvedScenario
    self.seed = seed
    self.members = members
    self.days = days
    self.warmUpDays = warmUpDays
    self.arms = arms
    self.baseline = baseline
    self.hasYardsticks = hasYardsticks
    self.worlds = worlds
    self.metrics = metrics
    self.tables = tables
    self.margins = margins
  }

  /// How the metrics are computed.
  public var metricOptions: MetricOptions {
    MetricOptions(sampledMembers: sampledMembers, set: .telling(metrics + tables))
  }

  /// What is compared with the baseline, in the order of the comparison.
  public var candidates: [String] { baseline == nil ? [] : Array(arms.dropFirst()) }

  /// The names of all that live in each world: the arms, and the yardsticks that are no arms.
  public var livingArms: [String] {
    guard hasYardsticks else { return arms }
    return arms + Yardstick.allCases.map(\.rawValue).filter { !arms.contains($0) }
  }
}
