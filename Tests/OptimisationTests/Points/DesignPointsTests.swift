import Optimisation
import Stochastics
import Testing

@Suite struct DesignPointsTests {
  @Test func `random points do not depend on how many are drawn`() {
    let points = RandomPoints(dimensions: 3, stream: testStream())
    #expect(points.points(10)[4] == points[4])
    #expect(points.points(5, skipping: 3) == Array(points.points(8)[3...]))
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
      #expect(slices.sorted() == Array(0..<9), "dimension \(dimension)")
    }
    #expect(points.map { $0[0] } != points.map { $0[1] })
    #expect(LatinHypercube(count: 0, dimensions: 2, stream: testStream()).points.isEmpty)
    #expect(LatinHypercube(count: 1, dimensions: 2, stream: testStream()).points == [[0.5, 0.5]])
  }

  @Test
  func `the cube is filled from its centre, with more dimensions than Sobol's sequence has too`() {
    var sequence = SobolPoints(dimensions: 40)
    #expect(
      UnitCube.fillingPoints(5, dimensions: 40, stream: testStream()) == sequence.next(5))
    let points = UnitCube.fillingPoints(10, dimensions: 41, stream: testStream())
    #expect(points[0] == Array(repeating: 0.5, count: 41))
    for dimension in 0..<41 {
      #expect(Set(points[1...].map { Int($0[dimension] * 9) }).count == 9)
    }
    #expect(UnitCube.fillingPoints(0, dimensions: 41, stream: testStream()).isEmpty)
  }

  @Test func `a grid reaches from face to face, the last coordinate changing fastest`() {
    #expect(
      GridPoints(levels: [2, 3]).points == [
        [0, 0], [0, 0.5], [0, 1], [1, 0], [1, 0.5], [1, 1],
      ])
    #expect(GridPoints(levels: [1, 2]).points == [[0.5, 0], [0.5, 1]])
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

  @Test func `reflection goes to and fro between the faces`() {
    // 1.25 is ¼ beyond 1; 2.25 has turned back at 2; −0.25 mirrors at 0; −1.75 is −0.25 by the period.
    #expect(
      UnitCube.reflected([0, 0.3, 1, 1.25, 2, 2.25, -0.25, -1.75, 3]) == [
        0, 0.3, 1, 0.75, 0, 0.25, 0.25, 0.25, 1,
      ])
    #expect(UnitCube.clamped([-0.5, 0.3, 1.5, .infinity]) == [0, 0.3, 1, 1])
  }
}
