package import Stochastics

/// Clusters of members with many ties among each other, none larger than a bound.
///
/// Members join, one after the other, the cluster near them that adds most to the modularity of the
/// network, until no member gains by another one; then the clusters do the same as wholes, and again. A
/// cluster that would become too large takes in no member. The order is a keyed one, and all arms of a world
/// see the same network: so they have the same clusters.
///
/// Source: Blondel, Guillaume, Lambiotte & Lefebvre, *Journal of Statistical Mechanics*, 2008 (Louvain).
package struct TieClusters: Sendable {
  /// The cluster of each member: numbers from 0 without gaps.
  package private(set) var cluster: [Int]

  /// - Parameters:
  ///   - ties: Pairs of members, in any order; a pair with several ties is there as often.
  ///   - members: How many.
  ///   - largest: Members of a cluster at most, at least 1.
  ///   - stream: Draws the order in which they join.
  /// - Complexity: O(*rounds* · (*ties* + *members*)), of tens of rounds.
  package init(_ ties: [(Int, Int)], members: Int, largest: Int, _ stream: KeyedStream) {
    precondition(largest > 0, "clusters of \(largest) members")
    cluster = Array(0..<members)
    var network = Network(ties, members: members)
    var level: UInt32 = 0
    while let joined = network.joining(largest: largest, stream, level) {
      for member in cluster.indices { cluster[member] = joined[cluster[member]] }
      network.condense(joined)
      level += 1
    }
  }

  /// Members, or clusters of them, and the ties between them.
  private struct Network {
    /// Members in each node.
    var size: [Int]
    /// Ends of ties at each node, those inside it included.
    var strength: [Double]
    /// The other end of each tie that leaves a node; the ends for one node stand together.
    var neighbours: [Int] = []
    /// Where the neighbours of each node begin, and where the last ends.
    var starts: [Int] = []

    private static let mostRounds = 32

    init(_ ties: [(Int, Int)], members: Int) {
      size = Array(repeating: 1, count: members)
      strength = Array(repeating: 0, count: members)
      for (one, other) in ties {
        strength[one] += 1
        strength[other] += 1
      }
      link(ties)
    }

    /// Sorts the ties by node.
    private mutating func link(_ ties: [(Int, Int)]) {
      var counts = [Int](repeating: 0, count: size.count + 1)
      for (one, other) in ties where one != other {
        counts[one + 1] += 1
        counts[other + 1] += 1
      }
      for node in size.indices { counts[node + 1] += counts[node] }
      starts = counts
      neighbours = Array(repeating: 0, count: counts.last ?? 0)
      for (one, other) in ties where one != other {
        neighbours[counts[one]] = other
        neighbours[counts[other]] = one
        counts[one] += 1
        counts[other] += 1
      }
    }

    /// The cluster of each node, numbered from 0, after nodes have joined each other; `nil` when no node
    /// joins another.
    func joining(largest: Int, _ stream: KeyedStream, _ level: UInt32) -> [Int]? {
      var state = Joining(self, largest: largest)
      let order = KeyedPermutation(count: size.count, stream: stream, level, 0, .max)
      var round = 0
      while round < Self.mostRounds {
        var hasMoved = false
        for index in size.indices {
          if state.move(order[index], of: self) { hasMoved = true }
        }
        guard hasMoved else { break }
        round += 1
      }
      return round > 0 ? Self.numbered(state.label) : nil
    }

    /// Labels as numbers from 0 in order of their first node.
    private static func numbered(_ labels: [Int]) -> [Int] {
      var numbers = [Int?](repeating: nil, count: labels.count)
      var count = 0
      return labels.map { label in
        if let number = numbers[label] { return number }
        defer { count += 1 }
        numbers[label] = count
        return count
      }
    }

    /// Makes one node of each cluster.
    mutating func condense(_ cluster: [Int]) {
      var ties: [(Int, Int)] = []
      for node in size.indices {
        for edge in starts[node]..<starts[node + 1] where node < neighbours[edge] {
          ties.append((cluster[node], cluster[neighbours[edge]]))
        }
      }
      let count = (cluster.max() ?? -1) + 1
      var (sizes, strengths) = (
        [Int](repeating: 0, count: count), [Double](repeating: 0, count: count)
      )
      for node in size.indices {
        sizes[cluster[node]] += size[node]
        strengths[cluster[node]] += strength[node]
      }
      (size, strength) = (sizes, strengths)
      link(ties)
    }
  }

  /// Nodes that join each other's clusters.
  private struct Joining {
    /// The cluster of each node: at first each is its own.
    var label: [Int]
    private let largest: Int
    /// Ends of ties in the network, and in each cluster.
    private let total: Double
    private var strength: [Double]
    private var size: [Int]
    /// Ties of the current node to each cluster, and the clusters with any.
    private var ties: [Double]
    private var near: [Int] = []

    init(_ network: Network, largest: Int) {
      label = Array(network.size.indices)
      self.largest = largest
      strength = network.strength
      size = network.size
      total = network.strength.reduce(0, +)
      ties = Array(repeating: 0, count: label.count)
    }

    /// Lets a node go where it adds most to the modularity, and stay unless it gains.
    ///
    /// - Returns: Whether it went.
    mutating func move(_ node: Int, of network: Network) -> Bool {
      let own = label[node]
      let (nodeStrength, nodeSize) = (network.strength[node], network.size[node])
      for edge in network.starts[node]..<network.starts[node + 1] {
        let cluster = label[network.neighbours[edge]]
        if ties[cluster] == 0 { near.append(cluster) }
        ties[cluster] += 1
      }
      strength[own] -= nodeStrength
      size[own] -= nodeSize
      var (best, most) = (own, gain(of: nodeStrength, in: own))
      for cluster in near where cluster != own && size[cluster] + nodeSize <= largest {
        let gain = gain(of: nodeStrength, in: cluster)
        if gain > most { (best, most) = (cluster, gain) }
      }
      strength[best] += nodeStrength
      size[best] += nodeSize
      label[node] = best
      for cluster in near { ties[cluster] = 0 }
      near.removeAll(keepingCapacity: true)
      return best != own
    }

    /// What the current node, of so many ends of ties, adds to the modularity in a cluster, in ties.
    private func gain(of nodeStrength: Double, in cluster: Int) -> Double {
      ties[cluster] - nodeStrength * strength[cluster] / total
    }
  }
}
