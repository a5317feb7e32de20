public import Experiments
internal import FeedMetrics
internal import Scenarios

/// Two saved results against each other: each arm that both have, then and now.
public struct SavedComparison: Sendable {
  /// One arm, old and new.
  public struct Arm: Sendable {
    public let name: String
    /// Worlds of the old and of the new results that are compared.
    public let oldWorlds: Int
    public let newWorlds: Int
    /// Worlds that one of the two has alone, where worlds are paired; in order.
    public let unpairedWorlds: [Int]
    /// By metric, new against old.
    public let comparisons: [Comparison]
  }

  public let old: SavedResults
  public let new: SavedResults
  public let arms: [Arm]
  /// Whether world *i* of the one is the same community with the same draws as world *i* of the other, so
  /// that differences are taken world by world.
  public let isPaired: Bool
  /// Which parts of the scenarios differ, where worlds are not paired: `seed`, `world`, `behaviour`.
  public let differing: [String]
  /// Arms, and ids of metrics, that the one or the other has alone; metrics that this FeedLab does not
  /// know are among them.
  public let oldArms: [String]
  public let newArms: [String]
  public let oldMetrics: [String]
  public let newMetrics: [String]
  /// Of a false alarm.
  public let risk: Double

  /// - Parameter risk: Of a false alarm of one comparison.
  public init(old: SavedResults, new: SavedResults, risk: Double = 0.05) {
    self.old = old
    self.new = new
    self.risk = risk
    let differing = new.community.keys.sorted().filter { old.community[$0] != new.community[$0] }
    self.differing = differing
    isPaired = differing.isEmpty
    let (oldIDs, newIDs) = (old.metrics, new.metrics)
    let known = MetricCatalogue.definitions(of: oldIDs.intersection(newIDs))
    let common = Set(known.map(\.id))
    oldMetrics = oldIDs.subtracting(common).sorted()
    newMetrics = newIDs.subtracting(common).sorted()
    oldArms = old.arms.map(\.name).filter { name in !new.arms.contains { $0.name == name } }
    newArms = new.arms.map(\.name).filter { name in !old.arms.contains { $0.name == name } }
    let margins = new.margins
    arms = new.arms.compactMap { arm in
      old.arms.first { $0.name == arm.name }.map { before in
        differing.isEmpty
          ? Arm(paired: before, arm, known, margins, risk: risk)
          : Arm(unpaired: before, arm, known, margins, risk: risk)
      }
    }
  }
}

extension SavedComparison.Arm {
  fileprivate init(
    paired old: SavedResults.Arm, _ new: SavedResults.Arm, _ metrics: [MetricDefinition],
    _ margins: [String: Scenario.Margin.Size], risk: Double
  ) {
    let worlds = new.worlds.keys.filter { old.worlds[$0] != nil }.sorted()
    name = new.name
    (oldWorlds, newWorlds) = (worlds.count, worlds.count)
    unpairedWorlds = Set(old.worlds.keys).symmetricDifference(new.worlds.keys).sorted()
    comparisons = metrics.map { metric in
      Comparison(
        metric: metric, candidate: new.name, margin: margins[metric.id],
        baseline: worlds.map { old.value(of: metric, in: $0) },
        candidate: worlds.map { new.value(of: metric, in: $0) }, rule: .student(risk: risk))
    }
  }

  fileprivate init(
    unpaired old: SavedResults.Arm, _ new: SavedResults.Arm, _ metrics: [MetricDefinition],
    _ margins: [String: Scenario.Margin.Size], risk: Double
  ) {
    name = new.name
    (oldWorlds, newWorlds) = (old.worlds.count, new.worlds.count)
    unpairedWorlds = []
    comparisons = metrics.map { metric in
      Comparison(
        unpaired: metric, candidate: new.name, margin: margins[metric.id],
        baseline: old.worlds.keys.sorted().map { old.value(of: metric, in: $0) },
        candidate: new.worlds.keys.sorted().map { new.value(of: metric, in: $0) }, risk: risk)
    }
  }
}

extension SavedResults {
  /// The ids of the metrics that any world has.
  fileprivate var metrics: Set<String> {
    Set(arms.flatMap { $0.worlds.values.flatMap(\.keys) })
  }
}

extension SavedResults.Arm {
  fileprivate func value(of metric: MetricDefinition, in world: Int) -> Double? {
    worlds[world]?[metric.id] ?? nil
  }
}
