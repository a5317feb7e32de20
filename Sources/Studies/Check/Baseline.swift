package import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// What an arm was when somebody last said that it is good: its values world by world, and all that it
/// takes to tell whether a later run may be paired with them.
public struct Baseline: Sendable, Hashable {
  /// Of the FeedLab that recorded it, and of its metrics' definitions: ``MetricCatalogue/version``.
  public internal(set) var version = FeedLab.version
  public internal(set) var metricVersion = MetricCatalogue.version
  /// The scenario's name, its digest, and that of all that its worlds depend on besides arm and seed.
  public let scenario: String
  public internal(set) var scenarioDigest: String
  public let communityDigest: String
  public let seed: UInt64
  public internal(set) var arm: Recording
  /// The release that drift is measured from, if there is one.
  public internal(set) var anchor: Anchor?
  /// From the oldest; none after the first recording.
  public internal(set) var history: [Change] = []

  /// An arm as it was recorded.
  public struct Recording: Sendable, Hashable {
    public let name: String
    /// All rankers with all of their parameters, and the app.
    package let definition: JSONValue
    public internal(set) var worlds: RecordedWorlds
  }

  /// A recording that has a name of its own, such as that of a release.
  public struct Anchor: Sendable, Hashable {
    public let name: String
    public internal(set) var recording: Recording
  }

  /// A change of the values that somebody accepted.
  public struct Change: Sendable, Hashable {
    public let reason: String
    /// Of the FeedLab that recorded it.
    public let version: String
    /// The means that moved, by the metric's id, of the metrics that the check asks about.
    public let means: [String: Move]

    public struct Move: Sendable, Hashable {
      /// `nil` where there was no value.
      public let from: Double?
      public let to: Double?
    }
  }

  /// The mean of a metric over the recorded worlds that have a value; `nil` without any.
  public func mean(of metric: String) -> Double? { arm.worlds.mean(of: metric) }

  /// What there is to say of it besides its values.
  public func facts(file: String, isRerun: Bool = false) -> BaselineFacts {
    BaselineFacts(
      file: file, version: version, worlds: arm.worlds.count, acceptedChanges: history.count,
      lastReason: history.last?.reason, anchor: anchor?.name, isRerun: isRerun)
  }

  /// What stands in the way of pairing today's worlds with those of the baseline; none when nothing does.
  ///
  /// - Parameter worlds: How many a check may need.
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
    if arm.worlds.count < worlds {
      misfits.append(.worlds(found: arm.worlds.count, expected: worlds))
    }
    let recorded = [arm.worlds] + (anchor.map { [$0.recording.worlds] } ?? [])
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

/// Why the worlds of a baseline and those of today are no pairs.
public enum BaselineMisfit: Sendable, Hashable {
  case scenario(found: String, expected: String)
  case format(found: Int, expected: Int)
  case seed(found: UInt64, expected: UInt64)
  case metricVersion(found: Int, expected: Int)
  /// The scenario's world or behaviour is another.
  case community
  /// The scenario is the same, and what people do in this world is not.
  case fingerprint(world: Int)
  case worlds(found: Int, expected: Int)
  case metric(String)

  /// Whether the recorded arm may live in today's worlds instead.
  public var canRerun: Bool {
    switch self {
    case .scenario, .format: false
    case .seed, .metricVersion, .community, .fingerprint, .worlds, .metric: true
    }
  }
}

extension BaselineMisfit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scenario(let found, let expected):
      "it is of the scenario '\(found)', and this is '\(expected)'"
    case .format(let found, let expected):
      "its format is \(found), and this version reads \(expected)"
    case .seed(let found, let expected): "its seed is \(found), and the scenario's is \(expected)"
    case .metricVersion(let found, let expected):
      "its metrics are those of version \(found), and today's are of version \(expected)"
    case .community: "the scenario's world or behaviour has changed since"
    case .fingerprint(let world):
      "world \(world) is another than it was: the society, a behaviour or a rule of the feed has changed"
        + " since"
    case .worlds(let found, let expected):
      "it has \(found) worlds, and a check may need \(expected)"
    case .metric(let id): "it has no values of \(id)"
    }
  }
}
