import Stochastics
import TestSupport
import Testing

@Suite struct SignFlipTestTests {
  private let stream = KeyedStream(seed: 11, world: 0, name: StreamName("sign flip"))

  /// scipy 1.17.1: `permutation_test((d,), np.sum, permutation_type='samples', n_resamples=inf)`, and
  /// numpy's count of all signed sums for the second and third.
  @Test(
    arguments: zip(
      [
        SignedRanksTests.withoutTies, SignedRanksTests.withTies,
        [0.03, -0.01, 0.05, 0.03, 0.05, -0.01, 0.06, 0.04], Array(repeating: 0.1, count: 6),
        [3], [0, 0], [1, -1],
      ], [0.009765625, 0.0498046875, 0.03125, 0.03125, 1, 1, 1]))
  func `agrees with all tosses counted by scipy`(differences: [Double], p: Double) throws {
    let test = try #require(SignFlipTest(differences, stream: stream))
    #expect(test.isExact)
    expectEqual(test.pValue, p)
  }

  @Test func `18 differences are the last that are counted`() throws {
    var generator = SeededGenerator(seed: 1)
    let differences = (0..<18).map { _ in generator.unit() - 0.35 }
    let sums = differences.reduce([0.0]) { sums, d in sums.flatMap { [$0 - d, $0 + d] } }
    let bound = differences.reduce(0, +).magnitude - 1e-9
    let expected = Double(sums.count { $0.magnitude >= bound }) / Double(1 << 18)
    let test = try #require(SignFlipTest(differences, stream: stream))
    #expect(test.isExact && test.pValue == expected)
    try expectEqual(#require(SignFlipTest(differences + [0.1], stream: stream)).isExact, false)
  }

  /// numpy's count of all 2²⁴ signed sums is 0.18010520935; the standard error of the draws 0.0012, of
  /// which 4.5 are allowed: a false alarm in 140,000 such tests.
  @Test func `more differences are drawn, near the exact p`() throws {
    let differences = [
      0.9, -0.3, 1.4, 2.2, -0.7, 0.5, 1.1, -1.9, -0.2, 0.8, 1.3, 2.5, -1.6, 0.4, -2.1, 1.7, 0.6,
      -0.1, 1.2, -1.4, 2.0, 0.3, -0.8, 1.0,
    ]
    let test = try #require(SignFlipTest(differences, stream: stream))
    #expect(!test.isExact)
    #expect(abs(test.pValue - 0.18010520935058594) < 0.0055)
    expectEqual(test, SignFlipTest(differences, stream: stream))
  }

  @Test func `drawn tosses never say 0`() throws {
    // All 130 agree: no toss of two blocks of words does.
    let test = try #require(SignFlipTest(Array(repeating: -1, count: 130), stream: stream))
    expectEqual(test.pValue, 1.0 / 100_001)
  }

  @Test func `without differences there is no test`() {
    expectEqual(SignFlipTest([], stream: stream), nil)
  }

  @Test(arguments: [19, 64, 127, 128, 129, 300])
  func `drawn tosses are counted as one by one`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let differences = (0..<count).map { _ in generator.unit() - 0.45 }
    let bound = abs(differences.reduce(0, +)) - 1e-12 * differences.reduce(0) { $0 + abs($1) }
    var reaching = 0
    for draw in 0..<UInt32(SignFlipTest.draws) {
      var sum = 0.0
      var words = SIMD4<UInt32>()
      for place in 0..<count {
        if place % 128 == 0 { words = stream.bits(draw, UInt32(place / 128)) }
        let isKept = words[place % 128 / 32] >> UInt32(place % 32) & 1 == 1
        sum += isKept ? abs(differences[place]) : 0 - abs(differences[place])
      }
      if abs(sum) >= bound { reaching += 1 }
    }
    let test = try #require(SignFlipTest(differences, stream: stream))
    expectEqual(test.pValue, Double(1 + reaching) / Double(1 + SignFlipTest.draws))
  }
}
