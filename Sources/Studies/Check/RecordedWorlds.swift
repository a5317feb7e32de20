public import SyntheticSociety

/// What is kept of an arm's worlds so that another ranker, or another version of this one, can be paired
/// with them: columns with an element for each world, the first worlds of their space.
public struct RecordedWorlds: Sendable, Hashable {
  /// By the metric's id; `nil` where undefined.
  public internal(set) var values: [String: [Double?]] = [:]
  /// What came into each world from outside.
  public internal(set) var exogenous: [ExogenousTotals] = []
  /// A digest of each world under a ranker that does not change: ``WorldFingerprint``.
  public internal(set) var fingerprints: [String] = []
  /// The posts shown most in each world, by names that do not depend on the ranker.
  public internal(set) var topPosts: [[String]] = []

  public init() {}

  package init(
    values: [String: [Double?]], exogenous: [ExogenousTotals], fingerprints: [String],
    topPosts: [[String]]
  ) {
    for (id, column) in values {
      precondition(column.count == fingerprints.count, "\(column.count) worlds of \(id)")
    }
    precondition(exogenous.count == fingerprints.count && topPosts.count == fingerprints.count)
    self.values = values
    self.exogenous = exogenous
    self.fingerprints = fingerprints
    self.topPosts = topPosts
  }

  /// How many worlds.
  public var count: Int { fingerprints.count }

  /// The values of a metric that was recorded.
  func column(_ id: String) -> [Double?] {
    guard let column = values[id] else { preconditionFailure("\(id) was not recorded") }
    return column
  }

  /// The first of them.
  func prefix(_ worlds: Int) -> RecordedWorlds {
    precondition(worlds <= count, "\(worlds) of \(count) worlds")
    return RecordedWorlds(
      values: values.mapValues { Array($0.prefix(worlds)) },
      exogenous: Array(exogenous.prefix(worlds)),
      fingerprints: Array(fingerprints.prefix(worlds)), topPosts: Array(topPosts.prefix(worlds)))
  }

  /// Takes in the worlds that come next.
  mutating func append(_ other: RecordedWorlds) {
    precondition(count == 0 || Set(values.keys) == Set(other.values.keys), "other metrics")
    values.merge(other.values) { $0 + $1 }
    exogenous += other.exogenous
    fingerprints += other.fingerprints
    topPosts += other.topPosts
  }
}
