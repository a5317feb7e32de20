import Stochastics
import TestSupport
import Testing

@Suite struct SobolPointsTests {
  private func points(_ count: Int, dimensions: Int) -> [[Double]] {
    var points = SobolPoints(dimensions: dimensions)
    return points.next(count)
  }

  @Test(arguments: [1, 2, 7, 40])
  func `the first point is the centre`(dimensions: Int) {
    expectEqual(points(1, dimensions: dimensions), [Array(repeating: 0.5, count: dimensions)])
  }

  /// By hand, in Gray code. The direction numbers of the first coordinate are ½, ¼, ⅛, and of the second
  /// (of the polynomial x + 1) ½, ¾, ⅝: point *n* is the one before with the number of the lowest 0 bit
  /// of *n* − 1 exclusive-ored.
  @Test func `seven points of two coordinates are those worked by hand`() {
    expectEqual(
      points(7, dimensions: 2),
      [
        [0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [0.375, 0.375], [0.875, 0.875], [0.625, 0.125],
        [0.125, 0.625],
      ])
  }

  @Test(arguments: [1, 3, 10, 40])
  func `with the origin, 2ᵐ points have one in each of 2ᵐ intervals of every coordinate`(
    dimensions: Int
  ) {
    for m in 1...8 {
      let count = 1 << m
      let all = points(count - 1, dimensions: dimensions)
      for coordinate in 0..<dimensions {
        let intervals = all.map { Int($0[coordinate] * Double(count)) }
        expectEqual(([0] + intervals).sorted(), Array(0..<count))
      }
    }
  }

  @Test func `no point is on the border`() {
    for point in points(5000, dimensions: 40) {
      #expect(point.allSatisfy { $0 > 0 && $0 < 1 })
    }
  }

  @Test func `the mean of a smooth function is nearer than that of random points would be`() {
    // The mean of Π (0.5 + xᵢ) over the cube is 1; its standard deviation with five factors is
    // √((13/12)⁵ − 1) = 0.70, that of the mean of 4,095 random points 0.011.
    let values = points(4095, dimensions: 5).map { $0.reduce(1) { $0 * (0.5 + $1) } }
    #expect(abs(values.reduce(0, +) / 4095 - 1) < 0.001)
  }

  /// Exclusive-ored with the words again, the points are the origin and those worked by hand.
  @Test func `a digital shift exclusive-ors each coordinate with a word of its own`() {
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("shift"))
    let words = (0..<2 as Range<UInt32>).map { stream.bits($0).x >> 2 }
    let units = SobolPoints.shifted(4, dimensions: 2, stream: stream).map { point in
      zip(point, words).map { UInt32($0 * 0x1p30) ^ $1 }
    }
    // ½ and ¼ in cells of 2⁻³⁰.
    let (half, quarter) = (1 << 29, 1 << 28) as (UInt32, UInt32)
    expectEqual(
      units, [[0, 0], [half, half], [half + quarter, quarter], [quarter, half + quarter]])
    #expect(SobolPoints.shifted(0, dimensions: 2, stream: stream).isEmpty)
  }

  @Test(arguments: [0, 41])
  func `a number of dimensions out of range is a programming error`(dimensions: Int) async {
    await #expect(processExitsWith: .failure) { [dimensions] in
      _ = SobolPoints(dimensions: dimensions)
    }
  }
}
