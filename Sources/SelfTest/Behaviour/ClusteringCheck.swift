internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// G3: the clustering of the grown graph.
///
/// The check observes the mean local clustering coefficient of the undirected graph, its ratio to a random graph's with
/// the same degrees, and the share of members in the largest connected component, in communities of the size of
/// Advogato, since both clusterings fall with the size. There they are 0.248 and 3.65 times the 0.0679 of its follows
/// rewired by ten swaps a follow; the ratio may differ by a quarter, and the mean of four communities by three of its
/// standard errors more. Between communities clustering and component vary by less than 5 %, the ratio by 0.34, so that
/// the standard error is 0.17 (23 seeds).
struct ClusteringCheck: SelfCheck {
  let id = "G3"
  let suites = [SelfTestSuite.behaviour]
  let source = "triadic closure (Holme & Kim 2002); Advogato: 0.248, 3.65 times chance"
  let seconds = 12.0

  private static let societies = 4
  private static let standardError = 0.17

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 5155, atLeast: 2000)
    let graphs = (0..<UInt32(Self.societies)).map {
      FollowGraph(
        grownBy: .likeAdvogato(members: members.count), seed: setting.seed(17), world: $0)
    }
    let clustering = graphs.map(Self.clustering)
    let random = graphs.enumerated().map { world, graph in
      Self.clustering(
        of: graph.rewired(
          KeyedStream(
            seed: setting.seed(17), world: UInt32(world), name: StreamName("rewiring"))))
    }
    let size = "\(Self.societies) × \(members.count.grouped) members"
    return [
      Finding(
        "clustering of follows", size: size,
        expect: .between(0.2, 0.3).widened(by: members.widening), replications: clustering),
      Finding(
        "clustering ÷ a random graph's", size: size,
        expect: .near(3.65, within: 0.91 + 3 * Self.standardError).widened(by: members.widening),
        replications: zip(clustering, random).map { $0 / $1 }),
      Finding(
        "members in the giant component", size: size, expect: .atLeast(0.95),
        replications: graphs.map { FollowGraphStatistics($0).giantShare ?? 0 }),
    ]
  }

  private static func clustering(of graph: FollowGraph) -> Double {
    FollowGraphStatistics(graph).meanClustering ?? .nan
  }
}
