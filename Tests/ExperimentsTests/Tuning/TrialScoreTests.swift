import Stochastics
internal import Studies
import TestSupport
import Testing

@Suite struct `The order of a search under noisy limits` {
  /// A limit that 16 worlds of a noise of 0.4 judge: the mean's noise is 0.1.
  private func limit(_ slack: Double, error: Double = 0) -> LimitEstimate {
    LimitEstimate(
      slack: NormalEstimate(mean: slack, standardError: error), noise: 0.4, validation: 16,
      alpha: 0.05)
  }

  private func score(_ gain: Double?, _ slack: Double, error: Double = 0) -> TrialScore {
    TrialScore(gains: [gain], limits: [(limit(slack, error: error), 2)])
  }

  @Test func `A verdict needs as much slack as its bound takes away`() {
    // t₁₅(0.95) = 1.753050, of 0.1.
    #expect(abs(limit(0).required - 0.1753050) < 1e-7)
    // At that slack one half; 0.1 above it Φ(1) = 0.841345.
    #expect(abs(limit(0.1753050).confidence - 0.5) < 1e-6)
    #expect(abs(limit(0.2753050).confidence - 0.841345) < 1e-6)
    // What is not known of the slack counts too: sqrt(0.1² + 0.075²) = 0.125, Φ(0.8) = 0.788145.
    #expect(abs(limit(0.2753050, error: 0.075).confidence - 0.788145) < 1e-6)
  }

  @Test func `Estimates say what is feasible, not bounds`() {
    // The slack is 0.1 and its error 1: far from sure, and feasible.
    let unsure = score(0.3, 0.1, error: 1)
    #expect(unsure.isFeasible)
    expectEqual(unsure.violation, 0)
    // E[max(0, 0.1 + Z/5)] = 0.2(φ(0.5) + 0.5 Φ(0.5)) = 0.2(0.352065 + 0.345731), in shares of the size 2.
    let broken = score(0.3, -0.1, error: 0.2)
    #expect(!broken.isFeasible)
    #expect(abs(broken.violation - 0.2 * 0.697796 / 2) < 1e-6)
  }

  @Test func `An incumbent that is sure does not beat a gain that is likely`() {
    let incumbent = TrialScore(gains: [0], limits: [(limit(1), 2)])
    let likely = score(0.3, 0.1, error: 0.1)
    #expect(likely.isBetter(than: incumbent))
    #expect(!incumbent.isBetter(than: likely))
    #expect(incumbent.isBetter(than: score(0.3, -0.1)))
    #expect(incumbent.isBetter(than: score(-0.1, 1)))
  }

  @Test func `A gain counts as far as it is likely to be confirmed`() throws {
    // 0.2 · Φ(1) = 0.168269 beats 0.3 · ½.
    let safe = score(0.2, 0.2753050)
    let bold = score(0.3, 0.1753050)
    let worth = safe.worth
    #expect(abs(try #require(worth) - 0.168269) < 1e-5)
    #expect(safe.isBetter(than: bold))
    // A loss is not made smaller by being unlikely to be confirmed.
    #expect(score(-0.2, 0.2753050).isBetter(than: score(-0.2, 0.1753050)))
  }

  @Test func `Of two that break a limit the one that is expected to break it less is better`() {
    #expect(score(0, -0.1).isBetter(than: score(5, -0.2)))
    #expect(score(0, -0.1).isBetter(than: score(0, -0.1, error: 0.2)))
    let missing = TrialScore(gains: [1], limits: [nil])
    expectEqual(missing.violation, .infinity)
    #expect(score(nil, -5).isBetter(than: missing))
  }
}

@Suite struct `The noise of a limit` {
  @Test func `A trial's slack is adjusted for the worlds that it was seen in`() {
    // The trial's slacks are the incumbent's + 1 in worlds where those are 0, 2 and 4, mean 2; over all worlds
    // they are 1 in the mean. The slope is 1 and nothing is left: 3 + 1 (1 - 2) = 2.
    let incumbent = [0.0, 2, 4, -1, 0]
    let noise = LimitNoise([([1, 3, 5], [0, 2, 4])], incumbent: incumbent)
    let estimate = noise.estimate(of: ([1, 3, 5], [0, 2, 4]))
    #expect(abs(estimate.slack.mean - 2) < 1e-12)
    // Of the incumbent Σ(x - 1)² = 1 + 1 + 9 + 4 + 1 = 16: a variance of 4, of which a fifth is the mean's.
    #expect(abs(estimate.slack.standardError - (4.0 / 5).squareRoot()) < 1e-12)
    #expect(abs(estimate.noise - 2) < 1e-12)
    #expect(estimate.residualVariance < 1e-12)
    expectEqual(noise.ofIncumbent.slack.mean, 1)
  }

  @Test func `A trial's variance is drawn to that of all`() {
    // Incumbents without noise: squares of 2 and of 0 on 1 degree each are a pooled variance of 1.
    let noise = LimitNoise([([-1, 1], [0, 0]), ([3, 3], [0, 0])], incumbent: [0, 0])
    // (2 + 8 · 1) / (1 + 8), and (0 + 8 · 1) / (1 + 8).
    #expect(abs(noise.estimate(of: ([-1, 1], [0, 0])).residualVariance - 10.0 / 9) < 1e-12)
    #expect(abs(noise.estimate(of: ([3, 3], [0, 0])).residualVariance - 8.0 / 9) < 1e-12)
  }
}
