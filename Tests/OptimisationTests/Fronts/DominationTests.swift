internal import Optimisation
import TestSupport
import Testing

@Suite struct DominationTests {
  @Test(arguments: [
    ([1, 2], [1, 3], true), ([1, 2], [1, 2], false), ([1, 2], [0, 3], false),
    ([0, 0], [1, 1], true),
    ([.nan, 0], [1, 1], false), ([0, 0], [.nan, 1], false),
  ])
  func `what is nowhere higher and somewhere lower dominates`(
    a: [Double], b: [Double], expected: Bool
  ) {
    expectEqual(dominates(a, b), expected)
  }

  @Test func `fronts are peeled off one after the other`() {
    // (1, 4), (2, 2) and (4, 1) are on the front; (2, 4) and (3, 3) behind (2, 2); (4, 4) behind both.
    let objectives: [[Double]] = [[4, 4], [2, 2], [3, 3], [1, 4], [4, 1], [2, 4]]
    let fronts = nondominatedFronts(count: 6) { dominates(objectives[$0], objectives[$1]) }
    expectEqual(fronts, [[1, 3, 4], [2, 5], [0]])
    expectEqual(paretoFront(of: objectives), [1, 3, 4])
  }

  @Test func `the edges are no members, one and equal ones`() {
    expectEqual(nondominatedFronts(count: 0) { _, _ in true }, [])
    expectEqual(nondominatedFronts(count: 1) { _, _ in true }, [[0]])
    expectEqual(nondominatedFronts(count: 3) { _, _ in false }, [[0, 1, 2]])
    #expect(
      paretoFront(of: []) == [] && paretoFront(of: [[1, 1], [2, 0], [1, 1]]) == [0, 1, 2])
    expectEqual(paretoFront(of: [[.nan, 0], [1, 1], [-.infinity, 1]]), [1])
  }

  @Test func `a cycle is the last front`() {
    // 0 beats 1, 1 beats 2, 2 beats 0, and 3 beats 0.
    let better = [[0, 1], [1, 2], [2, 0], [3, 0]]
    let fronts = nondominatedFronts(count: 4) { better.contains([$0, $1]) }
    expectEqual(fronts, [[3], [0, 1, 2]])
    // Each better than the other: the first is.
    expectEqual(nondominatedFronts(count: 2) { _, _ in true }, [[0], [1]])
  }

  @Test func `fronts agree with peeling by definition`() {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let objectives = (0..<25).map { _ in
        (0..<3).map { _ in Double(Int.random(in: 0..<6, using: &generator)) }
      }
      var left = Array(objectives.indices)
      var expected: [[Int]] = []
      // A front without a member would be followed by others for ever.
      while !left.isEmpty && expected.count < objectives.count {
        let front = left.filter { a in
          !left.contains { dominates(objectives[$0], objectives[a]) }
        }
        expected.append(front)
        left.removeAll { front.contains($0) }
      }
      let fronts = nondominatedFronts(count: 25) { dominates(objectives[$0], objectives[$1]) }
      expectEqual(fronts, expected, "seed \(seed)")
      expectEqual(paretoFront(of: objectives), expected[0], "seed \(seed)")
    }
  }

  @Test func `crowding is the gap between neighbours as a share of the range`() {
    // Ranges 4 and 8. (1, 5): (3 − 0)/4 + (8 − 2)/8 = 1.5; (3, 2): (4 − 1)/4 + (5 − 0)/8 = 1.375.
    expectEqual(
      crowdingDistances(of: [[3, 2], [0, 8], [4, 0], [1, 5]]),
      [
        1.375, .infinity, .infinity, 1.5,
      ])
  }

  @Test func `crowding at the edges is of few, of equal and of infinite ones`() {
    #expect(crowdingDistances(of: []) == [] && crowdingDistances(of: [[1, 2]]) == [.infinity])
    expectEqual(crowdingDistances(of: [[1, 2], [2, 1]]), [.infinity, .infinity])
    expectEqual(crowdingDistances(of: [[1], [1], [1], [1]]), [0, 0, 0, 0])
    // The second objective adds nothing.
    expectEqual(
      crowdingDistances(of: [[1, 0], [2, .infinity], [4, 0], [5, 0]]),
      [
        .infinity, 0.75, 0.75, .infinity,
      ])
  }
}
