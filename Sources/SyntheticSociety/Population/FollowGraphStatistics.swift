internal import Stochastics

/// What is measured of a follow graph as a whole.
public struct FollowGraphStatistics: Sendable, Hashable {
  public let members: Int
  public let follows: Int
  /// Share of follows whose reverse exists, or `nil` without any follow.
  public let reciprocity: Double?
  /// Mean over all members of the local clustering coefficient in the undirected simple graph: of
  /// the pairs of a member's neighbours, the share that are neighbours themselves; zero for a
  /// member with fewer than two. `nil` without any member.
  ///
  /// Source: Watts & Strogatz, *Nature* 393, 1998.
  public let meanClustering: Double?
  /// Share of the paths of two ties, of any two neighbours of a member, that a third tie closes; `nil`
  /// without such a path.
  public let transitivity: Double?
  /// Share of the members in the largest component, follows taken as ties; `nil` without any member.
  public let giantShare: Double?
  /// Pearson's correlation of the degrees at the two ends of a tie, each tie in both directions; `nil`
  /// where all ends have one degree.
  ///
  /// Source: Newman, *Physical Review Letters* 89(20), 2002.
  public let assortativity: Double?
  /// Spearman's correlation of how many a member follows and how many follow the member; `nil` where
  /// either is the same for all.
  public let degreeRankCorrelation: Double?

  /// Measures a graph.
  ///
  /// - Complexity: O(*m* log *m* + *m*^1.5) time, O(*n* + *m*) memory, for *n* members and *m*
  ///   follows.
  public init(_ graph: FollowGraph) {
    let pairs = graph.edges.map { UInt64(min($0.from, $0.to)) << 32 | UInt64(max($0.from, $0.to)) }
    let ties = UndirectedTies(sortedPairs: pairs.sorted(), nodeCount: graph.nodeCount)
    members = graph.nodeCount
    follows = graph.edges.count
    // A pair that both ends follow is one tie of two follows.
    let mutual = 2 * (graph.edges.count - ties.count)
    reciprocity = follows == 0 ? nil : Double(mutual) / Double(follows)
    let triangles = ties.triangles()
    meanClustering =
      members == 0 ? nil : ties.clustering(triangles).reduce(0, +) / Double(members)
    transitivity = ties.transitivity(triangles)
    giantShare = members == 0 ? nil : Double(ties.largestComponent()) / Double(members)
    assortativity = ties.assortativity()
    degreeRankCorrelation = spearman(
      graph.inDegrees.map { Double($0) }, graph.outDegrees.map { Double($0) })
  }
}

/// The undirected simple graph: neighbours of each node in one column, row after row.
private struct UndirectedTies {
  private let nodeCount: Int
  /// Each tie once, the lower node first.
  private var ties: [(low: Int, high: Int)] = []
  private var degrees: [Int]

  var count: Int { ties.count }

  /// - Parameter sortedPairs: The lower node in the upper half of the bits; ascending, a pair may
  ///   be there twice.
  init(sortedPairs: [UInt64], nodeCount: Int) {
    self.nodeCount = nodeCount
    degrees = [Int](repeating: 0, count: nodeCount)
    var last: UInt64?
    for pair in sortedPairs where pair != last {
      last = pair
      let (low, high) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
      ties.append((low, high))
      degrees[low] += 1
      degrees[high] += 1
    }
  }

  /// The local clustering coefficient of each node.
  ///
  /// - Parameter triangles: How many triangles each node is in.
  func clustering(_ triangles: [Int]) -> [Double] {
    zip(triangles, degrees).map { triangles, degree in
      degree < 2 ? 0 : 2 * Double(triangles) / (Double(degree) * Double(degree - 1))
    }
  }

  func transitivity(_ triangles: [Int]) -> Double? {
    let paths = degrees.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
    // Each triangle closes three paths, one in the middle of each of its nodes.
    return paths == 0 ? nil : Double(triangles.reduce(0, +)) / Double(paths)
  }

  func assortativity() -> Double? {
    let lows = ties.map { Double(degrees[$0.low]) }
    let highs = ties.map { Double(degrees[$0.high]) }
    return pearson(lows + highs, highs + lows)
  }

  /// How many nodes the largest component has, by union of the ends of each tie.
  func largestComponent() -> Int {
    var parents = Array(0..<nodeCount)
    func root(_ node: Int, in parents: inout [Int]) -> Int {
      var node = node
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }
    for tie in ties {
      let (a, b) = (root(tie.low, in: &parents), root(tie.high, in: &parents))
      parents[max(a, b)] = min(a, b)
    }
    var sizes = [Int](repeating: 0, count: nodeCount)
    for node in 0..<nodeCount { sizes[root(node, in: &parents)] += 1 }
    return sizes.max() ?? 0
  }

  /// How many triangles each node is in.
  ///
  /// Each tie points from its end of lower degree to the other, so that no node points to more
  /// than the square root of twice the ties; a triangle is then found once, from the node that
  /// points to both others.
  ///
  /// Source: the forward algorithm of Schank & Wagner, *WEA* 2005.
  func triangles() -> [Int] {
    let (starts, targets) = orientedRows()
    var triangles = [Int](repeating: 0, count: nodeCount)
    var mark = [Int](repeating: -1, count: nodeCount)
    for node in 0..<nodeCount {
      let row = starts[node]..<starts[node + 1]
      for edge in row { mark[targets[edge]] = node }
      for edge in row {
        let second = targets[edge]
        for next in starts[second]..<starts[second + 1] where mark[targets[next]] == node {
          triangles[node] += 1
          triangles[second] += 1
          triangles[targets[next]] += 1
        }
      }
    }
    return triangles
  }

  /// For each node where its row starts in the targets, and the targets.
  private func orientedRows() -> (starts: [Int], targets: [Int]) {
    func isForward(_ tie: (low: Int, high: Int)) -> Bool { degrees[tie.low] <= degrees[tie.high] }
    var starts = [Int](repeating: 0, count: nodeCount + 1)
    for tie in ties { starts[(isForward(tie) ? tie.low : tie.high) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var next = starts
    var targets = [Int](repeating: 0, count: ties.count)
    for tie in ties {
      let (source, target) = isForward(tie) ? (tie.low, tie.high) : (tie.high, tie.low)
      targets[next[source]] = target
      next[source] += 1
    }
    return (starts, targets)
  }
}
