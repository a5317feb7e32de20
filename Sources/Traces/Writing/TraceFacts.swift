internal import DataFiles
public import FeedMetrics
internal import SocialFeed

/// The facts of a run that a trace holds beside what is observed.
public struct TraceFacts: Hashable, Sendable {
  /// The version of FeedLab.
  public var version: String
  public var scenario: String
  /// The digest of the scenario.
  public var scenarioDigest: String
  public var arm: String
  /// Number of the replication.
  public var world: Int
  public var seed: UInt64
  /// How the run's metrics are computed, so that others can be computed alike.
  public var metricOptions: MetricOptions

  public init(
    version: String, scenario: String, scenarioDigest: String, arm: String, world: Int,
    seed: UInt64, metricOptions: MetricOptions = MetricOptions()
  ) {
    self.version = version
    self.scenario = scenario
    self.scenarioDigest = scenarioDigest
    self.arm = arm
    self.world = world
    self.seed = seed
    self.metricOptions = metricOptions
  }
}

extension TraceFacts {
  /// The version of the form of traces. Version 2 has privacy, deletions, requests, pets and departures.
  static let format = 2

  /// The facts of the run as a whole, by key.
  func entries(of run: RunObservation, digest: String) -> [String: JSONValue] {
    [
      "feedlab": .string(version), "scenario": .string(scenario),
      "scenario_digest": .string(scenarioDigest), "arm": .string(arm),
      "world": .whole(UInt64(world)), "seed": .whole(seed), "digest": .string(digest),
      RunKey.format.rawValue: .whole(UInt64(Self.format)),
      RunKey.duration.rawValue: .number(run.duration),
      RunKey.windowStart.rawValue: .number(run.windowStart),
      RunKey.categories.rawValue: .whole(UInt64(run.categoryCount)),
      RunKey.groups.rawValue: .array(run.groupNames.map(JSONValue.string)),
      RunKey.rankers.rawValue: .array(run.distinctRankerNames.map(JSONValue.string)),
      RunKey.sampledMembers.rawValue: .whole(UInt64(metricOptions.sampledMembers)),
      RunKey.sampleSeed.rawValue: .whole(metricOptions.sampleSeed),
    ]
  }
}

/// The keys of `run.json` that a replay reads.
enum RunKey: String, CaseIterable {
  case format
  case duration = "duration_s"
  case windowStart = "window_from_s"
  case categories, groups, rankers
  case sampledMembers = "sampled_members"
  case sampleSeed = "sample_seed"
}

extension RunObservation {
  /// The names of the rankers, no two the same: one with the name of an earlier ranker has that of the
  /// surface that it orders first beside it, for the two differ in their settings.
  var distinctRankerNames: [String] {
    let surfaces = Surface.allCases
    return rankerNames.indices.reduce(into: []) { names, number in
      var name = rankerNames[number]
      if names.contains(name) { name += " (\(surfaces[number % surfaces.count]))" }
      if names.contains(name) { name += " \(number)" }
      names.append(name)
    }
  }
}
