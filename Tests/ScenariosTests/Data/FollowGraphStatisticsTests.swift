import SyntheticSociety
import TestSupport
import Testing

@Suite struct FollowGraphStatisticsTests {
  private func graph(_ nodeCount: Int, _ pairs: [(Int, Int)]) -> FollowGraph {
    FollowGraph(
      nodeCount: nodeCount,
      edges: pairs.map { FollowGraph.Edge(from: UInt32($0.0), to: UInt32($0.1)) })
  }

  @Test func `a graph worked by hand`() {
    // 0 and 1 follow each other; 0, 1 and 2 are a triangle; 3 hangs on 2; 4 is alone.
    let statistics = FollowGraphStatistics(graph(5, [(0, 1), (1, 0), (1, 2), (2, 0), (3, 2)]))
    expectEqual(statistics.members, 5)
    expectEqual(statistics.follows, 5)
    expectEqual(statistics.reciprocity, 2.0 / 5)
    // 0 and 1: their one pair of neighbours is tied. 2: one of its three pairs. 3 and 4: no pair.
    #expect(abs(statistics.meanClustering! - (1 + 1 + 1.0 / 3 + 0 + 0) / 5) < 1e-15)
    // Of the paths of two ties 1, 1 and 3 have 0, 1 and 2 in the middle; the triangle closes three.
    expectEqual(statistics.transitivity, 3.0 / 5)
    expectEqual(statistics.giantShare, 4.0 / 5)
    // The degrees at the ends of the ties are 2–2, 2–3, 2–3 and 3–1: mean 18/8, variance
    // 44/8 − (18/8)² = 7/16, covariance 38/8 − (18/8)² = −5/16.
    #expect(abs(statistics.assortativity! + 5.0 / 7) < 1e-12)
    // In-degrees 2, 1, 2, 0, 0 have the ranks 4.5, 3, 4.5, 1.5, 1.5, out-degrees 1, 2, 1, 1, 0 the
    // ranks 3, 5, 3, 3, 1: covariance 3, variances 9 and 8.
    #expect(abs(statistics.degreeRankCorrelation! - 3 / 72.0.squareRoot()) < 1e-12)
  }

  @Test func `the least graphs`() {
    let none = FollowGraphStatistics(graph(0, []))
    #expect(none.reciprocity == nil && none.meanClustering == nil)
    #expect(none.transitivity == nil && none.giantShare == nil && none.assortativity == nil)
    let lonely = FollowGraphStatistics(graph(3, []))
    #expect(lonely.reciprocity == nil && lonely.meanClustering == 0)
    #expect(lonely.transitivity == nil && lonely.giantShare == 1.0 / 3)
    expectEqual(lonely.degreeRankCorrelation, nil)
    let one = FollowGraphStatistics(graph(2, [(0, 1)]))
    #expect(one.reciprocity == 0 && one.meanClustering == 0)
    let mutual = FollowGraphStatistics(graph(2, [(0, 1), (1, 0)]))
    #expect(mutual.reciprocity == 1 && mutual.meanClustering == 0)
  }

  @Test func `a complete graph has reciprocity and clustering 1`() {
    let pairs = (0..<7).flatMap { a in (0..<7).filter { $0 != a }.map { (a, $0) } }
    let statistics = FollowGraphStatistics(graph(7, pairs))
    #expect(statistics.reciprocity == 1 && statistics.meanClustering == 1)
    #expect(statistics.transitivity == 1 && statistics.giantShare == 1)
    expectEqual(statistics.assortativity, nil)
  }

  @Test func `random graphs are measured as the definitions say`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let graph = randomGraph(&generator)
      let statistics = FollowGraphStatistics(graph)
      expectEqual(statistics.reciprocity, slowReciprocity(graph), "seed \(seed)")
      let clustering = slowClustering(graph)
      #expect(abs(statistics.meanClustering! - clustering) < 1e-12, "seed \(seed)")
      expectEqual(statistics.giantShare, slowGiantShare(graph), "seed \(seed)")
      for node in 0..<graph.nodeCount {
        expectEqual(graph.inDegrees[node], graph.edges.count { $0.to == node }, "seed \(seed)")
        expectEqual(graph.outDegrees[node], graph.edges.count { $0.from == node }, "seed \(seed)")
      }
    }
  }

  private func randomGraph(_ generator: inout SeededGenerator) -> FollowGraph {
    let nodeCount = Int.random(in: 1...20, using: &generator)
    let density = generator.unit()
    var pairs: [(Int, Int)] = []
    for from in 0..<nodeCount {
      for to in 0..<nodeCount where from != to && generator.unit() < density {
        pairs.append((from, to))
      }
    }
    return graph(nodeCount, pairs.shuffled(using: &generator))
  }

  private func slowReciprocity(_ graph: FollowGraph) -> Double? {
    let mutual = graph.edges.count { edge in
      graph.edges.contains(FollowGraph.Edge(from: edge.to, to: edge.from))
    }
    return graph.edges.isEmpty ? nil : Double(mutual) / Double(graph.edges.count)
  }

  /// Everything that the first node of a component reaches takes its number, until nothing changes.
  private func slowGiantShare(_ graph: FollowGraph) -> Double? {
    var component = Array(0..<graph.nodeCount)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for edge in graph.edges {
        let least = min(component[Int(edge.from)], component[Int(edge.to)])
        for end in [Int(edge.from), Int(edge.to)] where component[end] > least {
          component[end] = least
          hasChanged = true
        }
      }
    }
    let sizes = component.map { number in component.count { $0 == number } }
    return sizes.max().map { Double($0) / Double(graph.nodeCount) }
  }

  private func slowClustering(_ graph: FollowGraph) -> Double {
    let nodes = 0..<UInt32(graph.nodeCount)
    func isTied(_ a: UInt32, _ b: UInt32) -> Bool {
      graph.edges.contains { ($0.from, $0.to) == (a, b) || ($0.from, $0.to) == (b, a) }
    }
    let local = nodes.map { node -> Double in
      let neighbours = nodes.filter { isTied(node, $0) }
      let pairs = neighbours.flatMap { a in neighbours.filter { $0 > a }.map { (a, $0) } }
      return pairs.isEmpty ? 0 : Double(pairs.count { isTied($0.0, $0.1) }) / Double(pairs.count)
    }
    return local.reduce(0, +) / Double(graph.nodeCount)
  }

  @Test func `an edge to oneself or to nowhere is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = FollowGraph(nodeCount: 2, edges: [FollowGraph.Edge(from: 1, to: 1)])
    }
    await #expect(processExitsWith: .failure) {
      _ = FollowGraph(nodeCount: 2, edges: [FollowGraph.Edge(from: 1, to: 2)])
    }
  }
}
