internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// G3: the clustering of the grown graph.
///
/// The check observes the mean local clustering coefficient of the undirected graph, its ratio to that of
/// a random graph with the same degrees, and the share of members in the largest connected component.
/// Between societies of 20,000 the three vary by less than 2 %. The random graph's
/// clustering falls with its size, so that a quick run may fall short of the ratio where the full one
/// does not: the bound is divided by the widening.
struct ClusteringCheck: SelfCheck {
  let id = "G3"
  let suites = [SelfTestSuite.behaviour]
  let source = "triadic closure (Holme & Kim 2002); Advogato: 0.248"
  let seconds = 12.0

  private static let societies = 2

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let graphs = (0..<UInt32(Self.societies)).map {
      FollowGraph(
        grownBy: .society(members: members.count, days: 1), seed: setting.seed(17), world: $0)
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
        "clustering ÷ that of a random graph", size: size,
        expect: .atLeast(10 / members.widening),
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
