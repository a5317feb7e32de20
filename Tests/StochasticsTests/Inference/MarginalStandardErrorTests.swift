import Stochastics
import TestSupport
import Testing

/// MSER-5.
@Suite struct MarginalStandardErrorTests {
  /// Every truncation point in turn, by the formula.
  private func slow(_ batches: [Double]) -> Int? {
    guard batches.count >= 5 else { return nil }
    let values = (0...batches.count - 5).map { point in
      let kept = batches[point...]
      let mean = kept.reduce(0, +) / Double(kept.count)
      let squares = kept.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return squares / Double(kept.count * kept.count)
    }
    let point = values.firstIndex(of: values.min()!)!
    return 2 * point > batches.count ? nil : point
  }

  @Test(arguments: [
    // d = 0: mean 19/6, Σ = 105 − 361/6, ÷ 36 = 1.245; d = 1: mean 2, Σ = 4, ÷ 25 = 0.16.
    ([9, 1, 3, 1, 3, 2], 1),
    // The last five batches are never cut into, though the last four agree: d = 0: 85.3 ÷ 36, d = 1: 51.2 ÷ 25.
    ([9, 9, 1, 1, 1, 1], 1),
    ([4, 4, 4, 4, 4, 4, 4], 0),
    ([7, 7, 7, 4, 4, 4, 4, 4], 3),
    // Six of twelve are half of them, seven of thirteen are more.
    ([7, 7, 7, 7, 7, 7, 4, 4, 4, 4, 4, 4], 6), ([7, 7, 7, 7, 7, 7, 7, 4, 4, 4, 4, 4, 4], nil),
    // Of 1, 2, … 12 the last m have Σ (m³ − m)/12 and the value (m − 1/m)/12, which is least for m = 5: d = 7.
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], nil), ([1, 2, 3, 4], nil), ([], nil),
  ])
  func `agrees with values worked by hand`(batches: [Double], expected: Int?) {
    expectEqual(MarginalStandardError.truncation(ofBatches: batches), expected)
  }

  @Test func `five observations make a batch, and what is left over does not count`() {
    // The batches are 9, 1, 3, 1, 3 and 2.
    let observations = [9, 1, 3, 1, 3, 2].flatMap { [$0, $0 - 1, $0 + 1, $0 - 2, $0 + 2] }
    expectEqual(MarginalStandardError.truncation(of: observations.map(Double.init)), 5)
    expectEqual(MarginalStandardError.truncation(of: observations.map(Double.init) + [99, 99]), 5)
    expectEqual(MarginalStandardError.truncation(of: Array(repeating: 1, count: 24)), nil)
  }

  @Test func `agrees with the formula, point by point`() {
    for seed in 0..<300 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let height = Double(seed % 4) * 3
      let batches = (0..<5 + seed % 30).map { numbers.unit() + ($0 < seed % 11 ? height : 0) }
      expectEqual(
        MarginalStandardError.truncation(ofBatches: batches), slow(batches), "seed \(seed)")
    }
  }

  /// A stationary AR(1) with coefficient 0.5 and variance 1, of mean 0.
  private func stationary(_ count: Int, seed: Int) -> [Double] {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var value = Quantile.normal(numbers.unit())
    return (0..<count).map { _ in
      value = 0.5 * value + 0.75.squareRoot() * Quantile.normal(numbers.unit())
      return value
    }
  }

  /// What is left after the truncation has the mean of the process: the rule does not depend on the sign of
  /// the series, so that the means have expectation 0. Beyond 4.5 standard errors: once in 150,000 sets of
  /// seeds.
  @Test func `a stationary series keeps its mean`() {
    let means = (0..<400).compactMap { seed in
      let series = stationary(400, seed: seed)
      expectEqual(
        MarginalStandardError.truncation(of: series),
        MarginalStandardError.truncation(of: series.map { -$0 }))
      return MarginalStandardError.truncation(of: series).map { Summary(series[$0...]).mean }
    }
    let summary = Summary(means)
    #expect(summary.mean.magnitude < 4.5 * summary.standardError!, "\(summary.mean)")
  }

  /// The transient 20 e^(−t/20) shifts the mean of 400 observations by Σ 20 e^(−t/20) ÷ 400 = 1.025. It is 20 e⁻³ =
  /// 1, the standard deviation of the series, at 60 observations, and 4.5 at 30. MSER-5 should leave less than a tenth of
  /// the shift. The mean of about 200 series has a standard error of √3 ÷ √(200 · 340) = 0.007, so that noise reaches
  /// that tenth by itself less than once in 10⁶. In some series the last few batches agree by chance, so that there is no
  /// point in the first half.
  @Test func `an exponential transient is left out`() {
    let means = (0..<200).compactMap { seed -> Double? in
      let series = stationary(400, seed: 1000 + seed).enumerated().map { index, value in
        value + 20 * exponential(-Double(index) / 20)
      }
      let start = MarginalStandardError.truncation(of: series)
      #expect(start.map { $0 >= 30 } ?? true, "seed \(seed)")
      return start.map { Summary(series[$0...]).mean }
    }
    #expect(means.count > 100)
    #expect(Summary(means).mean.magnitude < 0.1025)
  }

  /// e^x from its series, on small steps.
  private func exponential(_ x: Double) -> Double {
    let step = x / 64
    var (sum, term) = (1.0, 1.0)
    for index in 1...20 {
      term *= step / Double(index)
      sum += term
    }
    return (0..<6).reduce(sum) { power, _ in power * power }
  }

  @Test func `a mean that is not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = MarginalStandardError.truncation(ofBatches: [1, .nan, 1, 1, 1])
    }
  }
}
