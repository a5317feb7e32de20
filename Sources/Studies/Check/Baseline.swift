package import DataFiles
package import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// The recorded values of an arm, world by world, which a check compares with today's arm, and
/// everything needed to decide whether today's worlds may be paired with them.
public struct Baseline: Sendable, Hashable {
  /// The versions of the FeedLab that recorded it and of the metric definitions, `MetricCatalogue.version`.
  public internal(set) var version = FeedLab.version
  public internal(set) var metricVersion = MetricCatalogue.version
  /// The scenario's name, its digest, and the digest of everything that worlds depend on besides arm and seed.
  public let scenario: String
  public internal(set) var scenarioDigest: String
  public let communityDigest: String
  public let seed: UInt64
  public internal(set) var arm: Recording
  /// The release that drift is measured from, if there is one.
  public internal(set) var anchor: Anchor?
  /// Accepted changes from the oldest; empty after the first recording.
  public internal(set) var history: [Change] = []

  /// A recorded arm.
  public struct Recording: Sendable, Hashable {
    public let name: String
    /// All rankers with all parameters, and the app.
    package let definition: JSONValue
    public internal(set) var worlds: RecordedWorlds
    /// What the seeds of external rankers depend on besides the world: `scenario`; `nil` without such rankers and in
    /// older recordings.
    var rankerSeeds: String?
    /// Whether its external rankers got other seeds than they get today.
    var hasFormerSeeds: Bool { rankerSeeds == nil && definition.usesHosts }
  }

  /// A recording with a name, such as a release's.
  public struct Anchor: Sendable, Hashable {
    public let name: String
    public internal(set) var recording: Recording
  }

  /// An accepted change of the values.
  public struct Change: Sendable, Hashable {
    public let reason: String
    /// The version of the FeedLab that recorded it.
    public let version: String
    /// The means that moved, by metric id, of the metrics that have a rule.
    public let means: [String: Move]

    public struct Move: Sendable, Hashable {
      /// `nil` if it had no value.
      public let from: Double?
      public let to: Double?
    }
  }

  /// The mean of a metric over the recorded worlds that have a value; `nil` without any.
  public func mean(of metric: String) -> Double? { arm.worlds.mean(of: metric) }

  /// The baseline with the share of pages left short or empty: see `RecordedWorlds.withFullPages`.
  var withFullPages: Baseline {
    var baseline = self
    baseline.arm.worlds = arm.worlds.withFullPages
    if let anchor { baseline.anchor?.recording.worlds = anchor.recording.worlds.withFullPages }
    return baseline
  }

  /// The baseline's file, version, history and anchor, for reports.
  public func facts(file: String, isRerun: Bool = false) -> BaselineFacts {
    BaselineFacts(
      file: file, version: version, worlds: arm.worlds.count, acceptedChanges: history.count,
      lastReason: history.last?.reason, anchor: anchor?.name, isRerun: isRerun)
  }

  /// The reasons why today's worlds cannot be paired with the baseline's; empty if they can.
  ///
  /// - Parameter worlds: The largest number of worlds of a check.
  func misfits(_ scenario: Scenario, _ check: Scenario.Check, worlds: Int) -> [BaselineMisfit] {
    if self.scenario != scenario.name {
      return [.scenario(found: self.scenario, expected: scenario.name)]
    }
    var misfits: [BaselineMisfit] = []
    if seed != scenario.seed { misfits.append(.seed(found: seed, expected: scenario.seed)) }
    if metricVersion != MetricCatalogue.version {
      misfits.append(.metricVersion(found: metricVersion, expected: MetricCatalogue.version))
    }
    if communityDigest != scenario.communityDigest { misfits.append(.community) }
    let recordings = [arm] + (anchor.map { [$0.recording] } ?? [])
    if recordings.contains(where: \.hasFormerSeeds) { misfits.append(.rankerSeeds) }
    let recorded = recordings.map(\.worlds)
    if let fewest = recorded.map(\.count).min(), fewest < worlds {
      misfits.append(.worlds(found: fewest, expected: worlds))
    }
    for rule in check.rules where recorded.contains(where: { $0.values[rule.metric] == nil }) {
      misfits.append(.metric(rule.metric))
    }
    return misfits
  }
}

extension RecordedWorlds {
  func mean(of metric: String) -> Double? {
    let values = (values[metric] ?? []).compactMap(\.self)
    return values.isEmpty ? nil : Summary(values).mean
  }
}

/// Why the worlds of a baseline and today's worlds cannot be paired.
public enum BaselineMisfit: Sendable, Hashable {
  case scenario(found: String, expected: String)
  case format(found: Int, expected: Int)
  case seed(found: UInt64, expected: UInt64)
  case metricVersion(found: Int, expected: Int)
  /// The scenario's world or behaviour has changed.
  case community
  /// The scenario is the same, but people act differently in this world.
  case fingerprint(world: Int)
  /// Seeds of external rankers depended only on the number of the world.
  case rankerSeeds
  case worlds(found: Int, expected: Int)
  case metric(String)

  /// Whether simulating the recorded arm in today's worlds helps.
  public var canRerun: Bool {
    switch self {
    case .scenario, .format: false
    case .seed, .metricVersion, .community, .fingerprint, .rankerSeeds, .worlds, .metric: true
    }
  }
}

extension BaselineMisfit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scenario(let found, let expected):
      "it belongs to the scenario '\(found)', not to '\(expected)'"
    case .format(let found, let expected):
      "its format is \(found), and this version reads \(expected)"
    case .seed(let found, let expected): "its seed is \(found), and the scenario's is \(expected)"
    case .metricVersion(let found, let expected):
      "its metric definitions are of version \(found), and this version has \(expected)"
    case .community: "the scenario's world or behaviour has changed since the recording"
    case .fingerprint(let world):
      "world \(world) differs from the recording: the community, a behaviour or a rule of the feed has"
        + " changed"
    case .rankerSeeds:
      "it was recorded by the former rule for seeds of external rankers, which depended only on the"
        + " number of the world"
    case .worlds(let found, let expected):
      "it has \(found) worlds, and a check may need \(expected)"
    case .metric(let id): "it has no values of \(id)"
    }
  }
}

extension Baseline {
  /// Whether another baseline has the same worlds, so that they can be paired.
  package func hasWorlds(of other: Baseline) -> Bool {
    let count = min(arm.worlds.count, other.arm.worlds.count)
    return seed == other.seed && communityDigest == other.communityDigest
      && arm.worlds.fingerprints.prefix(count) == other.arm.worlds.fingerprints.prefix(count)
  }

  /// The comparisons of a later baseline with this one, in the metrics that both have, in the order of the
  /// catalogue: paired by world if the worlds are the same, otherwise by Welch's test.
  package func comparisons(with new: Baseline, alpha: Double = 0.05) -> [Comparison] {
    let (old, now) = (arm.worlds, new.arm.worlds)
    let count = min(old.count, now.count)
    let arePairs = hasWorlds(of: new)
    return MetricCatalogue.definitions(of: old.values.keys).compactMap { metric in
      guard let before = old.values[metric.id], let after = now.values[metric.id] else {
        return nil
      }
      return arePairs
        ? Comparison(
          metric: metric, candidate: "new", baseline: Array(before.prefix(count)),
          candidate: Array(after.prefix(count)), rule: .student(alpha: alpha))
        : Comparison(
          unpaired: metric, candidate: "new", baseline: before, candidate: after, alpha: alpha)
    }
  }

  /// The baseline with its own recording as the release that drift is measured from.
  public func anchored(as name: String) -> Baseline {
    var baseline = self
    baseline.anchor = Anchor(name: name, recording: arm)
    return baseline
  }
}
