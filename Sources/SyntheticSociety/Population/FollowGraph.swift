/// Who follows whom at the start, as read from data.
///
/// Nodes are numbered from 0; the graph has no self-loop and no edge twice.
public struct FollowGraph: Sendable, Hashable {
  /// A follow: `from` follows `to`.
  public struct Edge: Sendable, Hashable {
    public var from: UInt32
    public var to: UInt32

    public init(from: UInt32, to: UInt32) {
      self.from = from
      self.to = to
    }
  }

  public let nodeCount: Int
  /// In the order of the data.
  public let edges: [Edge]

  /// Makes a graph.
  ///
  /// - Precondition: Every edge joins two different nodes in `0..<nodeCount`, none is there twice.
  public init(nodeCount: Int, edges: [Edge]) {
    for edge in edges {
      precondition(
        edge.from != edge.to && edge.from < nodeCount && edge.to < nodeCount,
        "\(edge) is no edge of a graph of \(nodeCount) nodes")
    }
    self.nodeCount = nodeCount
    self.edges = edges
    checkInvariants()
  }

  private func checkInvariants() {
    #if InternalChecks
      precondition(Set(edges).count == edges.count, "an edge is there twice")
    #endif
  }
}

extension FollowGraph {
  /// How many nodes follow each node, in the order of the nodes.
  public var inDegrees: [Int] { degrees(\.to) }

  /// How many nodes each node follows, in the order of the nodes.
  public var outDegrees: [Int] { degrees(\.from) }

  private func degrees(_ end: KeyPath<Edge, UInt32>) -> [Int] {
    var degrees = [Int](repeating: 0, count: nodeCount)
    for edge in edges { degrees[Int(edge[keyPath: end])] += 1 }
    return degrees
  }
}
