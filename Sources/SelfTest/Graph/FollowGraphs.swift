internal import FeedMetrics
internal import SocialFeed
package import Stochastics
package import SyntheticSociety

extension SocietyParameters {
  /// The default community with as many follows a member as in Advogato, 47,135 of 5,155 members, with which the
  /// clustering, reciprocity and tail of grown graphs are compared.
  static func likeAdvogato(members: Int, days: Double = 1) -> SocietyParameters {
    var parameters = society(members: members, days: days)
    parameters.graph.follows = 9
    return parameters
  }
}

extension FollowGraph {
  /// The graph that a community grows before its run begins.
  init(grownBy parameters: SocietyParameters, seed: UInt64, world: UInt32 = 0) {
    var parameters = parameters
    parameters.world.days = 0.01
    let sink = InitialFollows()
    WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: seed, world: world
    ).observed(by: [sink])
    self.init(nodeCount: Int(parameters.world.members), edges: sink.edges)
  }

  /// A random graph with the degrees of this one, both as undirected simple graphs: pairs of ties swap
  /// ends, ten times for each tie.
  ///
  /// - Complexity: O(*m*) on average for *m* follows.
  ///
  /// Source: Maslov & Sneppen, *Science* 296, 2002.
  package func rewired(_ stream: KeyedStream) -> FollowGraph {
    var ties: [Edge] = []
    var known: Set<Edge> = []
    for edge in edges where known.insert(edge.undirected).inserted { ties.append(edge.undirected) }
    for swap in 0..<UInt32(10 * ties.count) {
      let draws = stream.uniforms(swap)
      let (one, other) = (Int(draws[0] * Double(ties.count)), Int(draws[1] * Double(ties.count)))
      let (a, b) = (ties[one], draws[2] < 0.5 ? ties[other] : ties[other].reversed)
      let (first, second) = (Edge(from: a.from, to: b.to), Edge(from: b.from, to: a.to))
      guard first.from != first.to, second.from != second.to,
        !known.contains(first.undirected), !known.contains(second.undirected)
      else { continue }
      known.remove(a.undirected)
      known.remove(b.undirected)
      (ties[one], ties[other]) = (first.undirected, second.undirected)
      known.insert(ties[one])
      known.insert(ties[other])
    }
    return FollowGraph(nodeCount: nodeCount, edges: ties)
  }
}

extension FollowGraph.Edge {
  fileprivate var reversed: FollowGraph.Edge { FollowGraph.Edge(from: to, to: from) }

  /// The lower node first.
  fileprivate var undirected: FollowGraph.Edge { from < to ? self : reversed }
}

/// Observes the follows at the start of a run.
private final class InitialFollows: ObservationSink {
  private(set) var edges: [FollowGraph.Edge] = []

  func observe(_ tie: TieObservation) {
    guard tie.kind == .follow, tie.time < 0 else { return }
    edges.append(FollowGraph.Edge(from: tie.from.rawValue, to: tie.to.rawValue))
  }
}
