import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct TieClustersTests {
  private let stream = KeyedStream(seed: 1, world: 0, name: StreamName("assignment"))

  /// Clusters as sets of members, in order of the first.
  private func clusters(_ ties: [(Int, Int)], _ members: Int, largest: Int) -> [[Int]] {
    let cluster = TieClusters(ties, members: members, largest: largest, stream).cluster
    expectEqual(cluster.count, members)
    let groups = Dictionary(grouping: 0..<members) { cluster[$0] }.mapValues(Array.init)
    expectEqual(Set(groups.keys), Set(0..<groups.count), "numbers without gaps")
    return groups.values.sorted { $0[0] < $1[0] }
  }

  /// Everybody with everybody.
  private func clique(_ members: Range<Int>) -> [(Int, Int)] {
    members.flatMap { one in (members.lowerBound..<one).map { (one, $0) } }
  }

  @Test func `two groups that a single tie joins are two clusters`() {
    let ties = clique(0..<5) + clique(5..<10) + [(4, 5)]
    expectEqual(clusters(ties, 10, largest: 10), [Array(0..<5), Array(5..<10)])
  }

  @Test func `members without ties are clusters of their own`() {
    expectEqual(clusters([], 3, largest: 3), [[0], [1], [2]])
    expectEqual(clusters([(0, 2)], 3, largest: 3), [[0, 2], [1]])
    #expect(clusters([], 0, largest: 1).isEmpty)
  }

  @Test func `no cluster is larger than the bound`() {
    for largest in [1, 2, 3, 7] {
      let found = clusters(clique(0..<20), 20, largest: largest)
      #expect(found.allSatisfy { $0.count <= largest }, "at most \(largest)")
      if largest == 1 { expectEqual(found.count, 20) }
    }
  }

  /// A ring of cliques is the textbook case; the order of the ties is none of the network's business.
  @Test func `the order of ties and their direction do not matter`() {
    var ring: [(Int, Int)] = []
    for first in stride(from: 0, to: 48, by: 6) {
      ring += clique(first..<first + 6)
      ring.append((first, (first + 11) % 48))
    }
    let expected = (0..<8).map { Array($0 * 6..<$0 * 6 + 6) }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var shuffled = ring.shuffled(using: &generator)
      for index in shuffled.indices where Bool.random(using: &generator) {
        shuffled[index] = (shuffled[index].1, shuffled[index].0)
      }
      expectEqual(clusters(shuffled, 48, largest: 6), expected)
    }
  }

  /// Four groups of 25 with 10 ties a member inside and 2 outside: what the clusters share with the
  /// groups is far more than chance, whose share of ties inside a cluster is a quarter.
  @Test func `clusters keep most ties of planted groups inside`() {
    var generator = SeededGenerator(seed: 9)
    var ties: [(Int, Int)] = []
    for member in 0..<100 {
      for _ in 0..<10 {
        ties.append((member, member / 25 * 25 + Int.random(in: 0..<25, using: &generator)))
      }
      for _ in 0..<2 { ties.append((member, Int.random(in: 0..<100, using: &generator))) }
    }
    ties.removeAll { $0.0 == $0.1 }
    let cluster = TieClusters(ties, members: 100, largest: 25, stream).cluster
    let inside = ties.count { cluster[$0.0] == cluster[$0.1] }
    #expect(Double(inside) > 0.6 * Double(ties.count), "\(inside) of \(ties.count)")
  }
}
