public import FeedMetrics
public import Scenarios

/// What an experiment compares, as its results tell it.
public struct ExperimentDesign: Sendable, Hashable {
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
  /// The arm that the candidates are compared with.
  public var baseline: String
  /// In the order of the comparison; none twice, none the baseline.
  public var candidates: [String]
  /// Parallel worlds, numbered from 0, in each of which every arm lives.
  public var worlds: Int
  /// What is measured and reported, in the order of the catalogue.
  public var metrics: [MetricDefinition]
  /// The smallest effects that matter, by the metric's id; for metrics without one it is 0.
  public var margins: [String: Scenario.Margin.Size]

  /// Coverage of the intervals; 1 less this is the risk of a false alarm for one comparison.
  public static let level = 0.95

  public init(
    scenario: String, scenarioDigest: String, resolvedScenario: String, seed: UInt64, members: Int,
    days: Double, warmUpDays: Double, baseline: String, candidates: [String], worlds: Int,
    metrics: [MetricDefinition], margins: [String: Scenario.Margin.Size] = [:]
  ) {
    precondition(worlds > 0, "an experiment of \(worlds) worlds")
    precondition(!candidates.contains(baseline), "\(baseline) is compared with itself")
    self.scenario = scenario
    self.scenarioDigest = scenarioDigest
    self.resolvedScenario = resolvedScenario
    self.seed = seed
    self.members = members
    self.days = days
    self.warmUpDays = warmUpDays
    self.baseline = baseline
    self.candidates = candidates
    self.worlds = worlds
    self.metrics = metrics
    self.margins = margins
  }

  /// The names of all arms, the baseline first.
  public var arms: [String] { [baseline] + candidates }
}
