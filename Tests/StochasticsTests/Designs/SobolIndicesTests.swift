import Foundation
import Stochastics
import TestSupport
import Testing

@Suite struct SobolIndicesTests {
  private static let stream = KeyedStream(seed: 7, world: 0, name: StreamName("indices-test"))

  private func sobolIndices(
    factors: Int, rows: Int, seed: UInt64 = 1, resamples: Int = 0,
    _ response: ([Double]) -> Double
  ) -> SobolIndices? {
    let design = SaltelliDesign(
      factors: factors, rows: rows,
      stream: KeyedStream(seed: seed, world: 0, name: StreamName("indices-design")))
    return SobolIndices(
      design.rows(design.points.map { response($0) }), resamples: resamples, stream: Self.stream)
  }

  @Test func `agree with values worked by hand`() throws {
    // a = 1, 3 and b = 2, 6: mean 3, V = (4 + 0 + 1 + 9) / 4 = 3.5, 2nV = 14.
    let rows = [
      SaltelliDesign.Row(a: 1, b: 2, mixed: [2, 1]), SaltelliDesign.Row(a: 3, b: 6, mixed: [5, 3]),
    ]
    let indices = try #require(SobolIndices(rows, resamples: 0, stream: Self.stream))
    expectEqual(indices.rows, 2)
    #expect(abs(indices.variance - 3.5) < 1e-15)
    // S = 1 − (0 + 1)/14 and 1 − (1 + 9)/14; T = (1 + 4)/14 and 0.
    #expect(abs(indices.first[0].estimate - 13.0 / 14) < 1e-15)
    #expect(abs(indices.first[1].estimate - 4.0 / 14) < 1e-15)
    #expect(abs(indices.total[0].estimate - 5.0 / 14) < 1e-15)
    expectEqual(indices.total[1].estimate, 0)
    expectEqual(indices.first[0].interval, nil)
  }

  /// sin x₁ + 7 sin² x₂ + 0.1 x₃⁴ sin x₁ over −π…π. With a = 7, b = 0.1 the variance is
  /// a²/8 + bπ⁴/5 + b²π⁸/18 + ½ = 13.8446, that by x₁ alone ½(1 + bπ⁴/5)² = 4.3459, by x₂ alone
  /// a²/8 = 6.125, and by x₁ with x₃ b²π⁸·8/225 = 3.3737.
  @Test func `Ishigami's function has its known indices`() throws {
    let indices = try #require(sobolIndices(factors: 3, rows: 8192, ishigami))
    #expect(abs(indices.variance - 13.8446) < 0.05)
    for (index, known) in zip(indices.first, [0.3139, 0.4424, 0]) {
      #expect(abs(index.estimate - known) < 0.01)
    }
    for (index, known) in zip(indices.total, [0.5576, 0.4424, 0.2437]) {
      #expect(abs(index.estimate - known) < 0.01)
    }
  }

  /// Π (|4xᵢ − 2| + aᵢ)/(1 + aᵢ): each factor's variance is Dᵢ = 1/(3(1 + aᵢ)²), all together
  /// D = Π(1 + Dᵢ) − 1, Sᵢ = Dᵢ/D and Tᵢ = Dᵢ Π over the others of (1 + Dⱼ) / D.
  @Test(arguments: [[0, 1, 4.5, 9, 99, 99, 99, 99], [0.5], [3, 0.2]])
  func `Sobol's g has indices known in closed form`(a: [Double]) throws {
    let indices = try #require(
      sobolIndices(factors: a.count, rows: 8192) { x in
        zip(x, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
      })
    let parts = a.map { 1 / (3 * (1 + $0) * (1 + $0)) }
    let product = parts.reduce(1) { $0 * (1 + $1) }
    for factor in a.indices {
      let first = parts[factor] / (product - 1)
      let total = parts[factor] * product / (1 + parts[factor]) / (product - 1)
      #expect(abs(indices.first[factor].estimate - first) < 0.01)
      #expect(abs(indices.total[factor].estimate - total) < 0.01)
    }
  }

  /// Of 20 designs with six intervals at 95 % each, 120 in all, 6 miss on average; percentile intervals
  /// of 64 rows are a little too narrow. If each missed with probability 0.1, more than 30 misses would
  /// come once in 10⁶ times, were they independent.
  @Test func `bootstrap intervals cover the known indices about as often as their level`() throws {
    let known = [0.3139, 0.4424, 0, 0.5576, 0.4424, 0.2437]
    var misses = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let found = try #require(
        sobolIndices(factors: 3, rows: 64, seed: seed, resamples: 200, ishigami))
      for (index, known) in zip(found.first + found.total, known)
      where !(try #require(index.interval)).contains(known) { misses += 1 }
    }
    #expect(misses <= 30)
  }

  @Test func `a total index is never negative, and that of an idle factor is 0 for sure`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let indices = try #require(
        sobolIndices(factors: 4, rows: 8, seed: seed, resamples: 50) {
          $0[0] * $0[0] + 0.01 * $0[2]
        })
      for index in indices.total {
        let interval = try #require(index.interval)
        #expect(index.estimate >= 0 && interval.lower >= 0)
      }
      for idle in [1, 3] {
        expectEqual(indices.total[idle].estimate, 0)
        expectEqual(indices.total[idle].interval?.upper, 0)
      }
    }
  }

  @Test func `one factor explains all`() throws {
    let indices = try #require(sobolIndices(factors: 1, rows: 64, resamples: 100) { 3 * $0[0] })
    // c is b itself.
    expectEqual(indices.first[0].estimate, 1)
    expectEqual(indices.first[0].interval, ConfidenceInterval(lower: 1, upper: 1, level: 0.95))
    #expect(abs(indices.total[0].estimate - 1) < 0.1)
  }

  @Test func `a response that does not vary has no indices, nor has none`() {
    expectEqual(sobolIndices(factors: 2, rows: 16) { _ in 0.1 + 0.2 }, nil)
    expectEqual(SobolIndices([], stream: Self.stream), nil)
  }

  @Test func `one row has estimates without intervals`() throws {
    let row = SaltelliDesign.Row(a: 0, b: 2, mixed: [1])
    let indices = try #require(SobolIndices([row], stream: Self.stream))
    // V = 1, 2nV = 2.
    #expect(indices.first[0].estimate == 0.5 && indices.total[0].estimate == 0.5)
    expectEqual(indices.first[0].interval, nil)
  }

  @Test func `the order of the rows changes the estimates by rounding alone`() throws {
    let design = SaltelliDesign(
      factors: 3, rows: 50, stream: KeyedStream(seed: 1, world: 0, name: StreamName("order")))
    let rows = design.rows(design.points.map { ishigami($0) })
    var generator = SeededGenerator(seed: 3)
    let one = try #require(SobolIndices(rows, resamples: 0, stream: Self.stream))
    let other = try #require(
      SobolIndices(rows.shuffled(using: &generator), resamples: 0, stream: Self.stream))
    for (a, b) in zip(one.first + one.total, other.first + other.total) {
      #expect(abs(a.estimate - b.estimate) < 1e-12)
    }
  }

  @Test func `a response that is no number is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let row = SaltelliDesign.Row(a: 1, b: .nan, mixed: [1])
      _ = SobolIndices(
        [row], stream: KeyedStream(seed: 1, world: 0, name: StreamName("indices-nan")))
    }
  }

  private func ishigami(_ x: [Double]) -> Double {
    let z = x.map { (2 * $0 - 1) * Double.pi }
    return sin(z[0]) + 7 * sin(z[1]) * sin(z[1]) + 0.1 * z[2] * z[2] * z[2] * z[2] * sin(z[0])
  }
}
