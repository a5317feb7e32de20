internal import Stochastics
import TestSupport
import Testing

@Suite struct RankCorrelationTests {
  @Test func `agrees with values worked by hand`() throws {
    // Ranks 3, 1.5, 4, 1.5, 5 and 2.5, 4, 1, 5, 2.5; from their mean 3 the products sum to −7.5, the
    // squares to 9.5 each.
    let found = try #require(spearman([3, 1, 4, 1, 5], [2, 7, 1, 8, 2]))
    #expect(abs(found + 7.5 / 9.5) < 1e-14)
    // From the means 2.75 and 2.5 the products sum to 3.5, the squares to 8.75 and 5.
    let linear = try #require(pearson([1, 2, 3, 5], [2, 1, 4, 3]))
    #expect(abs(linear - 3.5 / (8.75 * 5).squareRoot()) < 1e-14)
  }

  @Test func `only the order counts for ranks`() throws {
    var generator = SeededGenerator(seed: 3)
    let x = (0..<50).map { _ in generator.unit() }
    expectEqual(spearman(x, x.map { 5 * $0 * $0 * $0 }), 1)
    expectEqual(spearman(x, x.map { -$0 }), -1)
    let y = (0..<50).map { _ in generator.unit() }
    let (a, b) = (try #require(spearman(x, y)), try #require(spearman(y, x)))
    #expect(abs(a - b) < 1e-15)
  }

  @Test func `what does not vary has no correlation`() {
    expectEqual(spearman([], []), nil)
    expectEqual(spearman([1], [2]), nil)
    expectEqual(spearman([1, 1, 1], [1, 2, 3]), nil)
    expectEqual(pearson([1, 2], [5, 5]), nil)
  }

  @Test func `a number that has no order is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = spearman([1, .infinity], [1, 2]) }
  }
}
