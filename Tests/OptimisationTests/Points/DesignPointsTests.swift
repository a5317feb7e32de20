import Optimisation
import Stochastics
import TestSupport
import Testing

@Suite struct DesignPointsTests {
  @Test func `random points do not depend on how many are drawn`() {
    let points = RandomPoints(dimensions: 3, stream: testStream())
    expectEqual(points.points(10)[4], points[4])
    expectEqual(points.points(5, skipping: 3), Array(points.points(8)[3...]))
    #expect(points[0] != points[1] && Set(points[0]).count == 3)
    #expect(RandomPoints(dimensions: 3, stream: testStream(2))[4] != points[4])
  }

  @Test func `random points fill the cube evenly`() {
    // The mean of 4,000 uniform numbers lies within 4 standard errors of ½, but in 6 of 10⁵ samples.
    let points = RandomPoints(dimensions: 4, stream: testStream()).points(1000)
    let mean = points.joined().reduce(0, +) / 4000
    #expect(abs(mean - 0.5) < 4 / (12 * 4000).squareRoot())
    #expect(points.joined().allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test func `a Latin hypercube has one point in each slice`() {
    let points = LatinHypercube(count: 9, dimensions: 45, stream: testStream()).points
    for dimension in 0..<45 {
      let slices = points.map { Int($0[dimension] * 9) }
      expectEqual(slices.sorted(), Array(0..<9), "dimension \(dimension)")
    }
    #expect(points.map { $0[0] } != points.map { $0[1] })
    #expect(LatinHypercube(count: 0, dimensions: 2, stream: testStream()).points.isEmpty)
    expectEqual(LatinHypercube(count: 1, dimensions: 2, stream: testStream()).points, [[0.5, 0.5]])
  }

  @Test
  func `the cube is filled from its centre, with more dimensions than Sobol's sequence has too`() {
    for (dimensions, count) in [(40, 8), (41, 9)] {
      func points(_ seed: UInt64) -> [[Double]] {
        UnitCube.fillingPoints(1 + count, dimensions: dimensions, stream: testStream(seed))
      }
      let filling = points(1)
      expectEqual(filling[0], Array(repeating: 0.5, count: dimensions))
      for dimension in 0..<dimensions {
        let slices = filling[1...].map { Int($0[dimension] * Double(count)) }
        expectEqual(slices.sorted(), Array(0..<count))
      }
      // Another seed has no point of these but the centre.
      #expect(Set(points(2)).intersection(filling).count == 1 && points(1) == filling)
      #expect(UnitCube.fillingPoints(0, dimensions: dimensions, stream: testStream()).isEmpty)
    }
  }

  @Test func `a grid reaches from face to face, the last coordinate changing fastest`() {
    expectEqual(
      GridPoints(levels: [2, 3]).points,
      [
        [0, 0], [0, 0.5], [0, 1], [1, 0], [1, 0.5], [1, 1],
      ])
    expectEqual(GridPoints(levels: [1, 2]).points, [[0.5, 0], [0.5, 1]])
  }

  @Test(arguments: [
    (1, 1, [1]), (1, 7, [7]), (2, 12, [4, 3]), (2, 11, [3, 3]), (3, 26, [3, 3, 2]),
    (3, 27, [3, 3, 3]), (10, 500, [2, 2, 2, 2, 2, 2, 2, 2, 1, 1]), (2, 1, [1, 1]),
  ])
  func `a budget is spent on a grid whose dimensions differ by one level`(
    dimensions: Int, budget: Int, levels: [Int]
  ) {
    let grid = GridPoints(dimensions: dimensions, budget: budget)
    #expect(grid.levels == levels && grid.count == levels.reduce(1, *))
    #expect(grid.points.count == grid.count && Set(grid.points).count == grid.count)
  }

  @Test func `reflection mirrors with rounded edges`() {
    // With a = 0.05: 0 becomes 0.05²/0.2 = 0.0125; 0.02 becomes 0.07²/0.2 = 0.0245; −0.05 becomes 0, −0.1
    // mirrors 0, −0.5 mirrors 0.4. Near 1, 0.98 is 1 − 0.0245, 1.05 is 1, and 1.5 mirrors 0.6.
    let pairs = [
      (0.05, 0.05), (0.3, 0.3), (0.95, 0.95), (0, 0.0125), (0.02, 0.0245), (-0.05, 0),
      (-0.1, 0.0125), (-0.5, 0.4), (0.98, 0.9755), (1, 0.9875), (1.05, 1), (1.1, 0.9875),
      (1.5, 0.6),
    ]
    for (y, x) in pairs {
      // The period is 2.2.
      for cell in -3...3 {
        let reflected = UnitCube.reflected([y + 2.2 * Double(cell)])
        #expect(abs(reflected[0] - x) < 1e-14, "\(y) in cell \(cell)")
      }
    }
    expectEqual(UnitCube.reflected([0.3, 0.05, 0.95]), [0.3, 0.05, 0.95])
  }

  @Test func `reflection is smooth and stays in the cube`() {
    // No slope is above 1, and none jumps by more than its second derivative 1/2a = 10 allows.
    let step = 1e-3
    let values = (-4000...4000).map { UnitCube.reflected([Double($0) * step])[0] }
    let slopes = zip(values, values.dropFirst()).map { ($0.1 - $0.0) / step }
    #expect(values.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(slopes.allSatisfy { $0.magnitude <= 1 + 1e-9 })
    #expect(
      zip(slopes, slopes.dropFirst()).allSatisfy { ($0.1 - $0.0).magnitude <= 10 * step + 1e-9 })
  }

  @Test func `clamping takes the nearest point`() {
    expectEqual(UnitCube.clamped([-0.5, 0.3, 1.5, .infinity]), [0, 0.3, 1, 1])
  }
}
