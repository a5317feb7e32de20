internal import DataFiles
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// R1: the statistics of the trust network of Advogato, read as the initial graph of a shipped scenario,
/// agree with an independent computation. The check is deterministic.
///
/// Targets to six decimals, from another implementation over the same file; quantiles interpolate
/// linearly between order statistics (type 7).
struct RealGraphCheck: SelfCheck {
  let id = "R1"
  let suites = [SelfTestSuite.behaviour]
  let source = "Advogato trust network, scenarios/data/follows.csv"

  private static let levels = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]
  private static let inQuantiles = [0, 1, 3, 9, 23, 83.0]
  private static let outQuantiles = [0, 1, 3, 9, 24, 92.46]

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let scenario = try Scenario.shipped("real-graph.yml", setting)
    let graph = scenario.graph ?? FollowGraph(nodeCount: 0, edges: [])
    let statistics = FollowGraphStatistics(graph)
    let size = "\(graph.edges.count.grouped) edges"
    func exact(_ result: String, _ target: Double, _ observed: Double) -> Finding {
      Finding(result, size: size, expect: .near(target, within: 1e-6), observed: observed)
    }
    return [
      Finding(
        "Advogato: members", size: size, expect: .exactly(5155), observed: Double(graph.nodeCount)),
      Finding(
        "Advogato: follows", size: size, expect: .exactly(47135),
        observed: Double(graph.edges.count)),
      exact("Advogato: reciprocity", 0.333086, statistics.reciprocity ?? .nan),
      exact("Advogato: mean clustering", 0.247732, statistics.meanClustering ?? .nan),
      exact(
        "Advogato: error of in-degree quantiles", 0,
        Self.largestError(graph.inDegrees, Self.inQuantiles)),
      exact(
        "Advogato: error of out-degree quantiles", 0,
        Self.largestError(graph.outDegrees, Self.outQuantiles)),
    ]
  }

  private static func largestError(_ degrees: [Int], _ targets: [Double]) -> Double {
    let sorted = degrees.map(Double.init).sorted()
    let errors = zip(levels, targets).map { level, target in
      ((quantile(level, of: sorted) ?? .nan) - target).magnitude
    }
    return errors.max() ?? .infinity
  }
}
