import Stochastics
import TestSupport
import Testing

@Suite struct SaltelliDesignTests {
  private func design(_ factors: Int, _ rows: Int, seed: UInt64 = 1) -> SaltelliDesign {
    SaltelliDesign(
      factors: factors, rows: rows,
      stream: KeyedStream(seed: seed, world: 0, name: StreamName("saltelli-test")))
  }

  @Test(arguments: [(1, 1), (2, 5), (4, 64), (20, 8)])
  func `the points of a row are A, B and A with one coordinate of B`(factors: Int, rows: Int) {
    let design = design(factors, rows)
    expectEqual(design.points.count, rows * (factors + 2))
    for row in 0..<rows {
      let own = design.points[row * design.pointsPerRow..<(row + 1) * design.pointsPerRow]
      let (a, b) = (own[own.startIndex], own[own.startIndex + 1])
      for (factor, mixed) in own.dropFirst(2).enumerated() {
        for place in 0..<factors { expectEqual(mixed[place], (place == factor ? b : a)[place]) }
      }
    }
  }

  @Test(arguments: [1, 4, 20])
  func `A and B have one of 2ᵐ points in each of 2ᵐ intervals, whatever the shift`(factors: Int) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let design = design(factors, 64, seed: seed)
      for (sample, factor) in (0..<2).flatMap({ s in (0..<factors).map { (s, $0) } }) {
        let intervals = (0..<64).map { row in
          Int(design.points[row * design.pointsPerRow + sample][factor] * 64)
        }
        expectEqual(intervals.sorted(), Array(0..<64), "seed \(seed)")
      }
    }
  }

  @Test func `all positions are inside the range, and the seed decides them`() {
    let points = design(5, 300).points
    #expect(points.allSatisfy { $0.allSatisfy { $0 > 0 && $0 < 1 } })
    expectEqual(design(5, 300).points, points)
    #expect(design(5, 300, seed: 2).points != points)
  }

  @Test func `more rows leave those before as they were`() {
    let few = design(3, 16)
    expectEqual(Array(design(3, 40).points.prefix(few.points.count)), few.points)
  }

  @Test func `a row without one of its responses is left out`() {
    let rows = design(1, 3).rows([1, 2, 3, 4, nil, 6, 7, 8, 9])
    expectEqual(rows, [.init(a: 1, b: 2, mixed: [3]), .init(a: 7, b: 8, mixed: [9])])
  }

  @Test(arguments: [(0, 1), (21, 1), (1, 0)])
  func `a size out of range is a programming error`(factors: Int, rows: Int) async {
    await #expect(processExitsWith: .failure) { [factors, rows] in
      let stream = KeyedStream(seed: 1, world: 0, name: StreamName("size"))
      _ = SaltelliDesign(factors: factors, rows: rows, stream: stream)
    }
  }
}
