import Calibration
import TestSupport
import Testing

@Suite struct CountedValuesTests {
  private let column = CountedValues([3, 1, 4, 1, 5, 9, 2, 6])

  @Test func `distinct values ascend and keep how often they came`() {
    expectEqual(column.values, [1, 2, 3, 4, 5, 6, 9])
    expectEqual(column.counts, [2, 1, 1, 1, 1, 1, 1])
    expectEqual(column.count, 8)
    expectEqual(column.total, 31)
    expectEqual(column.mean, 3.875)
  }

  @Test func `tallied values add up, and those that never came are left out`() {
    let tallies: [(value: Double, count: Int)] = [
      (9, 1), (1, 1), (7, 0), (4, 1), (1, 1), (2, 1), (5, 1), (3, 1), (6, 1),
    ]
    let tallied = CountedValues(tallied: tallies)
    expectEqual(tallied, column)
  }

  @Test(arguments: [
    (0, 1.0),
    (0.5, 3.5),  // 7 · 0.5 = 3.5, between x₃ = 3 and x₄ = 4
    (0.1, 1.0),  // 7 · 0.1 = 0.7, between 1 and 1
    (0.9, 6.9),  // 7 · 0.9 = 6.3, between 6 and 9: 6 + 0.3 · 3
    (1, 9.0),
  ])
  func `quantiles interpolate between order statistics`(p: Double, expected: Double) throws {
    #expect(abs(try #require(column.quantile(p)) - expected) < 1e-12)
  }

  @Test func `inequality is that of the numbers one by one`() throws {
    // Ascending 1, 1, 2, 3, 4, 5, 6, 9: Σ i x = 1 + 2 + 6 + 12 + 20 + 30 + 42 + 72 = 185;
    // 2 · 185 / (8 · 31) − 9/8 = 1.491935… − 1.125.
    #expect(abs(try #require(column.gini) - (370.0 / 248 - 1.125)) < 1e-14)
    expectEqual(CountedValues([2, 2, 2]).gini, 0)
    expectEqual(CountedValues([0, 0]).gini, nil)
  }

  @Test func `the top share rounds its number half to even`() throws {
    // Half of 5 numbers is 2.5, so 2; half of 3 is 1.5, so 2; a hundredth of 8 is at least 1.
    expectEqual(CountedValues([1, 1, 1, 1, 6]).topShare(0.5), 0.7)
    expectEqual(CountedValues([1, 1, 2]).topShare(0.5), 0.75)
    expectEqual(column.topShare(0.01), 9.0 / 31)
    expectEqual(CountedValues([0]).topShare(0.5), nil)
  }

  @Test func `an empty column has no mean and no quantile`() {
    let empty = CountedValues([])
    #expect(empty.isEmpty && empty.total == 0)
    #expect(empty.mean == nil && empty.quantile(0.5) == nil && empty.gini == nil)
  }

  @Test func `only the numbers above 0 are positive`() {
    expectEqual(CountedValues([0, -1, 0, 2, 2, 3]).positive, CountedValues([2, 3, 2]))
  }

  @Test func `counting in any order is the same column`() {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<200).map { _ in Double(generator.next() % 17) }
    let counted = CountedValues(numbers)
    for seed in 0..<50 {
      var shuffle = SeededGenerator(seed: UInt64(seed))
      expectEqual(CountedValues(numbers.shuffled(using: &shuffle)), counted, "seed \(seed)")
    }
    let ascending = numbers.sorted()
    expectEqual(counted.quantile(0.25), ascending[49] + 0.75 * (ascending[50] - ascending[49]))
  }

  @Test func `a number that is not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = CountedValues([1, .infinity]) }
  }
}
