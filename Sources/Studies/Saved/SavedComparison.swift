public import Experiments
internal import FeedMetrics
internal import Scenarios

/// The comparison of two saved results, for each arm that both have.
public struct SavedComparison: Sendable {
  /// One arm of both results.
  public struct Arm: Sendable {
    public let name: String
    /// The numbers of compared worlds in the old and in the new results.
    public let oldWorlds: Int
    public let newWorlds: Int
    /// Worlds that only one of the two has, in order; empty if worlds are not paired.
    public let unpairedWorlds: [Int]
    /// The comparisons of new with old, by metric.
    public let comparisons: [Comparison]
  }

  public let old: SavedResults
  public let new: SavedResults
  public let arms: [Arm]
  /// Whether world *i* is the same community with the same draws in both results, so that differences are
  /// paired by world.
  public let isPaired: Bool
  /// The parts of the scenarios that differ, so that worlds are not paired: `seed`, `world`, `behaviour`.
  public let differing: [String]
  /// Arms, and ids of metrics, that only one of the results has, including metrics that this FeedLab does not
  /// know.
  public let oldArms: [String]
  public let newArms: [String]
  public let oldMetrics: [String]
  public let newMetrics: [String]
  /// Type I error rate of one comparison.
  public let alpha: Double

  /// - Parameter alpha: Type I error rate of one comparison.
  public init(old: SavedResults, new: SavedResults, alpha: Double = 0.05) {
    self.old = old
    self.new = new
    self.alpha = alpha
    let differing = new.community.keys.sorted().filter { old.community[$0] != new.community[$0] }
    self.differing = differing
    isPaired = differing.isEmpty
    let (oldIDs, newIDs) = (old.metrics, new.metrics)
    let known = MetricCatalogue.definitions(of: oldIDs.intersection(newIDs))
    let common = Set(known.map(\.id))
    oldMetrics = oldIDs.subtracting(common).sorted()
    newMetrics = newIDs.subtracting(common).sorted()
    let oldByName = Dictionary(old.arms.map { ($0.name, $0) }) { first, _ in first }
    let newNames = Set(new.arms.map(\.name))
    oldArms = old.arms.map(\.name).filter { !newNames.contains($0) }
    newArms = new.arms.map(\.name).filter { oldByName[$0] == nil }
    let margins = new.margins
    arms = new.arms.compactMap { arm in
      oldByName[arm.name].map { before in
        differing.isEmpty
          ? Arm(paired: before, arm, known, margins, alpha: alpha)
          : Arm(unpaired: before, arm, known, margins, alpha: alpha)
      }
    }
  }
}

extension SavedComparison.Arm {
  fileprivate init(
    paired old: SavedResults.Arm, _ new: SavedResults.Arm, _ metrics: [MetricDefinition],
    _ margins: [String: Scenario.Margin.Size], alpha: Double
  ) {
    let worlds = new.worlds.keys.filter { old.worlds[$0] != nil }.sorted()
    name = new.name
    (oldWorlds, newWorlds) = (worlds.count, worlds.count)
    unpairedWorlds = Set(old.worlds.keys).symmetricDifference(new.worlds.keys).sorted()
    comparisons = metrics.map { metric in
      Comparison(
        metric: metric, candidate: new.name, margin: margins[metric.id] ?? metric.margin,
        baseline: worlds.map { old.value(of: metric, in: $0) },
        candidate: worlds.map { new.value(of: metric, in: $0) }, rule: .student(alpha: alpha))
    }
  }

  fileprivate init(
    unpaired old: SavedResults.Arm, _ new: SavedResults.Arm, _ metrics: [MetricDefinition],
    _ margins: [String: Scenario.Margin.Size], alpha: Double
  ) {
    name = new.name
    (oldWorlds, newWorlds) = (old.worlds.count, new.worlds.count)
    unpairedWorlds = []
    comparisons = metrics.map { metric in
      Comparison(
        unpaired: metric, candidate: new.name, margin: margins[metric.id] ?? metric.margin,
        baseline: old.worlds.keys.sorted().map { old.value(of: metric, in: $0) },
        candidate: new.worlds.keys.sorted().map { new.value(of: metric, in: $0) }, alpha: alpha)
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
