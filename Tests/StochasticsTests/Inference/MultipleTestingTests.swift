internal import Stochastics
import TestSupport
import Testing

@Suite struct MultipleTestingTests {
  private let values: [Double?] = [0.01, 0.04, 0.03, 0.005, 0.04, 0.9, 0.2]

  /// statsmodels 0.15.0: `multipletests(p, method='holm')` and `method='fdr_bh'`.
  @Test func `adjusted p agree with statsmodels`() {
    let expected = [0.06, 0.16, 0.15, 0.035, 0.16, 0.9, 0.4]
    for (p, value) in zip(holm(values), expected) { #expect(isNear(p, value)) }
    let rates = [0.035, 0.056, 0.056, 0.035, 0.056, 0.9, 0.23333333333333336]
    for (p, value) in zip(benjaminiHochberg(values), rates) { #expect(isNear(p, value)) }
  }

  @Test func `what was not tested does not count`() {
    expectEqual(holm([nil, 0.02, nil, 0.03]), [nil, 0.04, nil, 0.04])
    expectEqual(benjaminiHochberg([0.02, nil, 0.03]), [0.03, nil, 0.03])
    #expect(holm([]) == [] && benjaminiHochberg([]) == [])
    #expect(holm([nil]) == [nil] && benjaminiHochberg([nil]) == [nil])
  }

  @Test func `one test is not adjusted, and 1 is the most`() {
    #expect(holm([0.03]) == [0.03] && benjaminiHochberg([0.03]) == [0.03])
    expectEqual(holm([0.6, 0.7, 1]), [1, 1, 1])
    expectEqual(benjaminiHochberg([1, 1]), [1, 1])
  }

  @Test func `the order of the tests changes nothing else`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<50 {
      let order = Array(values.indices).shuffled(using: &generator)
      let shuffled = order.map { values[$0] }
      expectEqual(holm(shuffled), order.map { holm(values)[$0] })
      expectEqual(benjaminiHochberg(shuffled), order.map { benjaminiHochberg(values)[$0] })
    }
  }

  @Test func `a p that is none is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = holm([1.5]) }
    await #expect(processExitsWith: .failure) { _ = benjaminiHochberg([.nan]) }
  }
}
