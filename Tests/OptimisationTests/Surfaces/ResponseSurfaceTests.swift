import Optimisation
import Stochastics
import TestSupport
import Testing

@Suite struct `A surface through noisy values` {
  private let points = (0..<25).map { [Double($0 % 5) / 4, Double($0 / 5) / 4] }

  @Test func `Without noise it goes through all values`() {
    let values = points.map { $0[0] * $0[0] - $0[1] }
    let surface = ResponseSurface(points: points, values: values, variances: values.map { _ in 0 })
    for (point, value) in zip(points, values) {
      #expect(abs(surface.value(at: point) - value) < 1e-3)
    }
    // Between the points, too: 0.6² - 0.3.
    #expect(abs(surface.value(at: [0.6, 0.3]) - 0.06) < 0.005)
  }

  /// The error of a plane through 25 values of a noise of 0.1 is about 0.1 (3/25)^½ = 0.035; beyond 0.1, some
  /// three standard deviations at any of four places, it is in about 1 % of seeds: this one is not.
  @Test func `Noise is smoothed away`() {
    let draws = KeyedStream(seed: 7, world: 0, name: StreamName("surface"))
    let values = points.enumerated().map { place, point in
      point[0] + 2 * point[1] + 0.1 * draws.normal(UInt32(place))
    }
    let surface = ResponseSurface(
      points: points, values: values, variances: values.map { _ in 0.01 })
    for point in [[0.5, 0.5], [0.1, 0.9], [1, 0], [0.3, 0.2]] {
      #expect(abs(surface.value(at: point) - point[0] - 2 * point[1]) < 0.1)
    }
  }

  @Test func `One point, and equal values, are a plane`() {
    let one = ResponseSurface(points: [[0.5]], values: [3], variances: [1])
    expectEqual(one.value(at: [0.1]), 3)
    let equal = ResponseSurface(points: [[0], [1]], values: [2, 2], variances: [0, 0])
    expectEqual(equal.value(at: [0.3]), 2)
  }
}
