import Stochastics
import TestSupport
import Testing

@Suite struct ProbabilityOfBestTests {
  private let stream = KeyedStream(seed: 5, world: 0, name: StreamName("best"))
  private let first = [5.1, 4.8, 5.5, 5.0, 5.2, 4.9, 5.3, 5.4]
  private let second = [5.3, 4.9, 5.6, 5.3, 5.2, 5.1, 5.6, 5.4]
  private let third = [5.0, 5.2, 5.4, 5.1, 5.5, 4.8, 5.5, 5.6]

  /// scipy 1.17.1: `multivariate_t(loc=-A m, shape=A S Aᵀ, df=7).cdf([0, 0])` with *A* the differences
  /// from each arm; the standard error of 10,000 draws is 0.0048, of which 4.5 are allowed: a false
  /// alarm in 140,000 such tests.
  @Test func `agrees with the multivariate t`() throws {
    let best = try #require(ProbabilityOfBest([first, second, third], stream: stream))
    let expected = [0.00024941379502603977, 0.6512483588253253, 0.34850225465475687]
    for (p, value) in zip(best.probabilities, expected) { #expect(abs(p - value) < 0.0215) }
    #expect(isNear(best.probabilities.reduce(0, +), 1))
    expectEqual(best.draws, 10_000)
  }

  @Test func `two arms agree with the closed form`() throws {
    let best = try #require(ProbabilityOfBest([third, second], stream: stream))
    let differences = zip(third, second).map { difference($0, $1) }
    let closed = try #require(pairedT(differences: differences, level: 0.95)?.probabilityAboveZero)
    #expect(abs(best.probabilities[1] - closed) < 0.0225)
  }

  @Test func `arms that agree share what falls to them`() throws {
    let rounding = second.map { $0 + 1e-15 }
    let twins = try #require(
      ProbabilityOfBest([first, second, third, rounding], stream: stream)
    ).probabilities
    let alone = try #require(ProbabilityOfBest([first, second, third], stream: stream))
      .probabilities
    #expect(twins[1] == alone[1] / 2 && twins[3] == twins[1])
    #expect(twins[0] == alone[0] && twins[2] == alone[2])
    let all = try #require(ProbabilityOfBest([first, first], stream: stream))
    expectEqual(all.probabilities, [0.5, 0.5])
  }

  @Test func `a lead that never varies is sure`() throws {
    let best = try #require(
      ProbabilityOfBest([first, first.map { $0 + 1 }], draws: 500, stream: stream))
    expectEqual(best.probabilities, [0, 1])
  }

  @Test func `without spread, arms, or worlds`() throws {
    expectEqual(ProbabilityOfBest([[2, 2], [1, 1]], stream: stream)?.probabilities, [1, 0])
    expectEqual(ProbabilityOfBest([first], stream: stream)?.probabilities, [1])
    expectEqual(ProbabilityOfBest([], stream: stream), nil)
    expectEqual(ProbabilityOfBest([[1], [2]], stream: stream), nil)
  }
}
