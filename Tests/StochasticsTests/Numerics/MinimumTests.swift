import Stochastics
import TestSupport
import Testing

@Suite struct MinimumTests {
  @Test func `a bowl has its minimum at its bottom`() throws {
    // x² + 2y² + xy − 4x: the slopes 2x + y − 4 and x + 4y vanish at x = 16/7, y = −4/7.
    let found = try #require(
      Minimum(from: [0, 0], step: 0.3) {
        $0[0] * $0[0] + 2 * $0[1] * $0[1] + $0[0] * $0[1] - 4 * $0[0]
      })
    #expect(abs(found.arguments[0] - 16.0 / 7) < 1e-7)
    #expect(abs(found.arguments[1] + 4.0 / 7) < 1e-7)
    #expect(abs(found.value + 32.0 / 7) < 1e-12)
  }

  @Test func `one argument is enough`() throws {
    // x + 1/x has the slope 1 − 1/x².
    let found = try #require(
      Minimum(from: [7], step: 1) { $0[0] > 0 ? $0[0] + 1 / $0[0] : .infinity })
    #expect(abs(found.arguments[0] - 1) < 1e-7 && abs(found.value - 2) < 1e-13)
  }

  @Test func `a curved valley is followed to its end`() throws {
    // Rosenbrock's function: (1 − x)² + 100 (y − x²)², 0 at (1, 1).
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let start = [4 * generator.unit() - 2, 4 * generator.unit() - 2]
      let found = Minimum(from: start, step: 0.3) { x in
        (1 - x[0]) * (1 - x[0]) + 100 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0])
      }
      #expect(abs((found?.arguments[0] ?? .nan) - 1) < 1e-6, "seed \(seed)")
      #expect(abs((found?.arguments[1] ?? .nan) - 1) < 1e-6, "seed \(seed)")
    }
  }

  @Test func `a large constant that rounds the bottom flat does not keep the search from ending`()
    throws
  {
    let found = try #require(
      Minimum(from: [3, -2], step: 0.3) { 1e9 + ($0[0] - 1) * ($0[0] - 1) + $0[1] * $0[1] })
    // 10⁹ is held to 1.2 · 10⁻⁷, so that the bottom is flat over its root.
    #expect(abs(found.arguments[0] - 1) < 1e-3 && abs(found.arguments[1]) < 1e-3)
  }

  @Test func `a function that falls without end has no minimum`() {
    expectEqual(Minimum(from: [0], step: 1) { -$0[0] }, nil)
  }

  @Test func `the same search ends at the same point`() {
    let (a, b) = (bottom(), bottom())
    #expect(a == b && a != nil)
  }

  private func bottom() -> Minimum? {
    Minimum(from: [0.1, 0.2], step: 0.3) { x in
      x[0] * x[0] * x[0] * x[0] + (x[1] - x[0]) * (x[1] - x[0])
    }
  }

  @Test func `a start outside of the domain is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = Minimum(from: [0], step: 1) { _ in .infinity }
    }
  }
}
