import Stochastics
import TestSupport
import Testing

@Suite struct SignedRanksTests {
  static let withoutTies = [0.9, -0.3, 1.4, 2.2, -0.7, 0.5, 1.1, 1.9, -0.2, 0.8, 1.3, 2.5]
  static let withTies: [Double] = [1, 2, -1, 3, 0, 2, 2, -3, 1, 4, 0, 2, 5]

  /// (*i*·step mod span − shift + 3(*i* mod 7))/10.
  private static func spread(_ count: Int, step: Int, span: Int, shift: Int) -> [Double] {
    (0..<count).map { i in Double(i * step % span - shift + i % 7 * 3) / 10 }
  }

  /// scipy 1.17.1: `wilcoxon(d, method='exact')` without ties, `wilcoxon(d,
  /// method=PermutationMethod(n_resamples=inf))` with ties; 2⁻³ and 1 by hand.
  @Test(arguments: [
    (withoutTies, 12, 71, 0.00927734375),
    (withTies, 11, 55.5, 0.0439453125),
    ([0.5, 0.5, 0.5, 0.5], 4, 10, 0.125),
    ([-1, 1], 2, 1.5, 1),
    ([-3], 1, 0, 1),
  ])
  func `agrees with scipy`(differences: [Double], count: Int, statistic: Double, p: Double) throws {
    let ranks = try #require(SignedRanks(differences))
    expectEqual(ranks.count, count)
    expectEqual(ranks.statistic, statistic)
    expectEqual(ranks.pValue, p)
  }

  /// Counted in whole numbers by Python: 2 · Fraction(Σ counts to 2W, 2ⁿ).
  @Test func `64 differences with many ties are exact`() throws {
    let differences = Self.spread(64, step: 37, span: 101, shift: 42)
    let ranks = try #require(SignedRanks(differences))
    expectEqual(ranks.statistic, 1596.5)
    #expect(isNear(ranks.pValue, 0.00012949814310876532, within: 1e-12))
  }

  /// scipy 1.17.1: `wilcoxon(d, correction=True, method='approx')`.
  @Test func `beyond the exact count p is that of the normal approximation`() throws {
    let differences = Self.spread(300, step: 137, span: 601, shift: 280)
    let ranks = try #require(SignedRanks(differences))
    expectEqual(ranks.count, 298)
    expectEqual(ranks.statistic, 25927.5)
    #expect(isNear(ranks.pValue, 0.0141781504269507))
  }

  @Test func `agrees with all signs counted one by one, on shuffled ties`() throws {
    var generator = SeededGenerator(seed: 3)
    for seed in 0..<20 {
      let differences = (0..<9).map { _ in Double(Int(generator.next() % 9)) - 3 }
      let changes = differences.filter { $0 != 0 }
      let ranks = try #require(SignedRanks(differences))
      let sizes = changes.map(\.magnitude)
      let places = sizes.map { size in
        Double(sizes.count { $0 < size }) + Double(sizes.count { $0 == size } + 1) / 2
      }
      let sums = (0..<1 << changes.count).map { signs in
        places.enumerated().reduce(0.0) { $0 + ((signs >> $1.offset) & 1 == 1 ? $1.element : 0) }
      }
      let low = sums.count { $0 <= ranks.statistic }
      let high = sums.count { $0 >= ranks.statistic }
      let expected = min(1, 2 * Double(min(low, high)) / Double(sums.count))
      #expect(isNear(ranks.pValue, expected), "input \(seed): \(differences)")
    }
  }

  @Test func `without any change there is no test`() {
    expectEqual(SignedRanks([]), nil)
    expectEqual(SignedRanks([0, 0, 0]), nil)
  }
}
