internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

extension FollowGraph {
  /// The graph that a society grows before its run begins.
  init(grownBy parameters: SocietyParameters, seed: UInt64, world: UInt32 = 0) {
    var parameters = parameters
    parameters.world.days = 0.01
    let sink = InitialFollows()
    WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: seed, world: world
    ).observed(by: [sink])
    self.init(nodeCount: Int(parameters.world.members), edges: sink.edges)
  }
}

/// Observes the follows at the start of a run.
private final class InitialFollows: ObservationSink {
  private(set) var edges: [FollowGraph.Edge] = []

  func observe(_ tie: TieObservation) {
    guard tie.kind == .follow, tie.time < 0 else { return }
    edges.append(FollowGraph.Edge(from: tie.from.rawValue, to: tie.to.rawValue))
  }
}
