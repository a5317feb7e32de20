import Stochastics
import TestSupport
import Testing

@Suite struct RoundingTests {
  private let stream = KeyedStream(seed: 11, world: 0, name: StreamName("rounding"))

  /// 0.2 − 0.3 is −0.09999999999999998 and 0.2 − 0.1 is 0.1: one magnitude but for rounding.
  @Test func `magnitudes that differ by rounding become one, with their signs`() {
    let raw = zip([0.3, 0.1, 1, 5], [0.2, 0.2, 2, 5]).map { difference($0, $1) }
    expectEqual(raw, [-0.09999999999999998, 0.1, 1, 0])
    let tied = tiedDifferences([0.3, 0.1, 1, 5], [0.2, 0.2, 2, 5])
    expectEqual(tied, [-0.09999999999999998, 0.09999999999999998, 1, 0])
  }

  /// Ranks 1, 2 and 3 of −0.1, 0.1 and 1 would make W = 5, which 2 of 8 choices of signs reach on either
  /// side: 0.50. Tied, the ranks are 1.5, 1.5 and 3 and W = 4.5; {3, 1.5}, {3, 1.5} and all three reach it,
  /// 3 of 8 on either side: 0.75.
  @Test func `signed ranks tie where differences differ by rounding`() throws {
    let raw = zip([0.3, 0.1, 1], [0.2, 0.2, 2]).map { difference($0, $1) }
    try expectEqual(#require(SignedRanks(raw)).pValue, 0.5)
    let ranks = try #require(SignedRanks(tiedDifferences([0.3, 0.1, 1], [0.2, 0.2, 2])))
    expectEqual(ranks.statistic, 4.5)
    expectEqual(ranks.pValue, 0.75)
  }

  /// 10⁶ + 0.1 − 10⁶ is 0.09999999997671694, off by rounding of 10⁶. The signed sums as far as 0.1 − 0.1 + 1
  /// are those of +++, ++− and +−+ with the sign of 1 first: 6 of 8, and 4 where −0.1 and 0.1 do not tie.
  @Test func `tossed signs tie by the operands, not by the differences`() throws {
    let (a, b) = ([0, 1e6 + 0.1, 0], [0.1, 1e6, 1])
    let raw = zip(a, b).map { difference($0, $1) }
    try expectEqual(#require(SignFlipTest(raw, stream: stream)).pValue, 0.5)
    try expectEqual(#require(SignFlipTest(tiedDifferences(a, b), stream: stream)).pValue, 0.75)
  }

  @Test func `the order of the pairs does not matter, and what differs by more stays`() {
    let forward = tiedDifferences([0.3, 0.1, 1, 0], [0.2, 0.2, 2, 0.1000001])
    let backward = tiedDifferences([0, 1, 0.1, 0.3], [0.1000001, 2, 0.2, 0.2])
    expectEqual(forward, backward.reversed())
    expectEqual(forward[3], 0.1000001)
    expectEqual(tiedDifferences([], []), [])
  }
}
