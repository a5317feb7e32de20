import SelfTest
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct GraphTests {
  private func graph(_ nodeCount: Int, _ pairs: [(Int, Int)]) -> FollowGraph {
    FollowGraph(
      nodeCount: nodeCount,
      edges: pairs.map { FollowGraph.Edge(from: UInt32($0.0), to: UInt32($0.1)) })
  }

  /// Degrees are those of the undirected simple graph, before and after.
  @Test func `rewiring keeps everybody's number of neighbours`() {
    for seed in 0..<30 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let nodes = Int.random(in: 2...40, using: &generator)
      let pairs = (0..<nodes).flatMap { a in (0..<nodes).filter { $0 != a }.map { (a, $0) } }
      let graph = graph(nodes, pairs.filter { _ in generator.unit() < 0.2 })
      let stream = KeyedStream(seed: seed, world: 0, name: StreamName("test"))
      let rewired = graph.rewired(stream)
      expectEqual(neighbours(rewired), neighbours(graph), "seed \(seed)")
      let undirected = rewired.edges.map { [min($0.from, $0.to), max($0.from, $0.to)] }
      expectEqual(Set(undirected).count, undirected.count, "seed \(seed)")
      expectEqual(rewired, graph.rewired(stream), "seed \(seed)")
    }
  }

  private func neighbours(_ graph: FollowGraph) -> [Int] {
    var sets = Array(repeating: Set<UInt32>(), count: graph.nodeCount)
    for edge in graph.edges {
      sets[Int(edge.from)].insert(edge.to)
      sets[Int(edge.to)].insert(edge.from)
    }
    return sets.map(\.count)
  }

  /// Values by inversion of P(K ≥ k) = Γ(k) Γ(ρ + 1) ÷ Γ(k + ρ) at ρ = 2, which is 2 ÷ (k (k + 1)). The
  /// standard error over 20,000 is 0.02; four of them.
  @Test func `the exponent of a Yule–Simon distribution is found again`() {
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("yule"))
    let values = (0..<20_000 as Range<UInt32>).map { number in
      let uniform = stream.uniform(number)
      return Int(((1 + 8 / uniform).squareRoot() - 1) / 2)
    }
    let fit = YuleSimonFit(values)
    #expect(abs(fit.tailExponent - 3) < 0.08, "\(fit.tailExponent)")
    // ρ = 2: 1 ÷ √(n/ρ² − n Σ_j 2 ÷ (j (j + 1) (ρ + j)²)) = 0.0218, the sum taken to 10⁶.
    #expect(abs(fit.standardError - 0.0218) < 5e-4, "\(fit.standardError)")
  }
}
