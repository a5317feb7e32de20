internal import Optimisation
import TestSupport
import Testing

@Suite struct HypervolumeTests {
  @Test func `two objectives make an area of steps`() {
    // Up to (5, 5): 4·1 of (1, 4), 3·2 more of (2, 2), 1·1 more of (4, 1); (3, 3) is dominated.
    let front: [[Double]] = [[4, 1], [3, 3], [1, 4], [2, 2], [2, 2]]
    expectEqual(hypervolume(of: front, reference: [5, 5]), 11)
  }

  @Test func `three objectives make a volume of boxes`() {
    // Boxes of 4, by twos in 2, all three in 1: 12 − 6 + 1.
    expectEqual(hypervolume(of: [[1, 0, 0], [0, 0, 1], [0, 1, 0]], reference: [2, 2, 2]), 7)
  }

  @Test func `one objective makes a length`() {
    expectEqual(hypervolume(of: [[3], [1], [2]], reference: [4]), 3)
  }

  @Test func `what is not below the reference adds nothing`() {
    expectEqual(hypervolume(of: [], reference: [1, 1]), 0)
    let beyond: [[Double]] = [[1, 0], [0, 2], [.nan, 0], [-.infinity, 0], [0.5, 0.5]]
    expectEqual(hypervolume(of: beyond, reference: [1, 1]), 0.25)
  }

  @Test(arguments: 1...4)
  func `the volume is the count of dominated cells`(objectives: Int) {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let vectors = (0..<9).map { _ in
        (0..<objectives).map { _ in Int.random(in: 0..<6, using: &generator) }
      }
      // The cells of the reference (5, …, 5), by their lower corners.
      let cells = (0..<objectives).reduce([[]] as [[Int]]) { cells, _ in
        cells.flatMap { cell in (0..<5).map { cell + [$0] } }
      }
      let dominated = cells.count { cell in
        vectors.contains { zip($0, cell).allSatisfy { $0 <= $1 } }
      }
      let volume = hypervolume(
        of: vectors.map { $0.map(Double.init) },
        reference: Array(repeating: 5, count: objectives))
      expectEqual(volume, Double(dominated), "seed \(seed)")
    }
  }

  @Test(arguments: TestProblem.allCases)
  func `a dense sample of a known front has nearly its volume`(problem: TestProblem) {
    // The steps of 2,000 points leave out half a step of 1/2,000 for each unit that the front falls,
    // at most 4 units in all five pieces of the third.
    let front = (0...2000).map { problem([Double($0) / 2000, 0, 0]) }
    let volume = hypervolume(of: front, reference: [1.1, 1.1])
    #expect(abs(volume - problem.hypervolumeOfFront) < 1e-3, "\(volume)")
  }

  @Test func `the knee is farthest below the chord of the scaled front`() {
    // Scaled by 4 and 8: sums 1, 0.25 + 0.25 = 0.5, 0.5 + 0.125 = 0.625, 1.
    expectEqual(knee(of: [[0, 8], [1, 2], [2, 1], [4, 0]]), 1)
    // The units of an objective change nothing.
    expectEqual(knee(of: [[0, 800], [2, 100], [1, 200], [4, 0]]), 2)
    // The corner (0, 0, 0.2) of three objectives.
    expectEqual(knee(of: [[1, 0, 0.3], [0, 1, 0.3], [0.1, 0.1, 1], [0.2, 0.2, 0]]), 3)
  }

  @Test func `a front that does not bulge downwards has no knee`() {
    #expect(
      knee(of: []) == nil && knee(of: [[1, 2]]) == nil && knee(of: [[1, 2], [2, 1]]) == nil)
    expectEqual(knee(of: [[0, 3], [1, 2], [2, 1], [3, 0]]), nil)
    expectEqual(knee(of: [[0, 1], [0.75, 0.75], [1, 0]]), nil)
    expectEqual(knee(of: [[1, 1], [1, 1]]), nil)
  }
}
