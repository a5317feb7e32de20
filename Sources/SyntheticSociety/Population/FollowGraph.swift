/// Who follows whom at the start, as read from data.
///
/// Nodes are numbered from 0; there is no self-loop and no edge twice.
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

  public init(nodeCount: Int, edges: [Edge]) {
    self.nodeCount = nodeCount
    self.edges = edges
  }
}
