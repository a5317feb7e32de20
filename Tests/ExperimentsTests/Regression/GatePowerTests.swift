internal import Scenarios
internal import Studies
import TestSupport
import Testing

/// The smallest harm that a check finds, of sabotage that is made up.
@Suite struct GatePowerTests {
  private static let metric = "engagement_rate"

  /// So many worlds of which the sabotaged arm loses 0.3, and ±`spread` by turns or in halves.
  private func rules(
    margin: String, spread: Double, replications: String = "8..64", sabotage: Double = 0.3,
    worlds: Int = 32, inHalves: Bool = false
  ) throws -> [GateProof.RulePower] {
    let check = try #require(
      try checked("{\(Self.metric): {\(margin)level: error}}", replications: replications).check)
    let old = (0..<64).map { 0.5 + 0.01 * Double($0 % 5) }
    let new = old.prefix(worlds).enumerated().map { world, value in
      let isMore = inHalves ? 2 * world < worlds : world.isMultiple(of: 2)
      return value - sabotage + (isMore ? spread : -spread)
    }
    let worlds = CheckedWorlds(
      arm: "newest", candidate: recorded([Self.metric: new]),
      baseline: recorded([Self.metric: old]))
    return GatePower(check, sabotaged: worlds).rules
  }

  /// The sabotage's spread is 0.01·√(32/31). At the last look 64 worlds have a standard error of 0.00127 and
  /// spend 0.025: t of 63 degrees of freedom 2.2992 and 0.8467 for a power of 80 % make 0.01 + 3.146·0.00127
  /// = 0.0140; the looks before it find a little more. 200 simulated checks put 4 standard errors of their
  /// own at 0.0005.
  @Test func `the smallest harm is that of the noncentral t, and does not depend on the sabotage`()
    throws
  {
    let rule = try #require(try rules(margin: "margin: 0.01, ", spread: 0.01).first)
    let harm = try #require(rule.smallestHarm)
    #expect(harm > 0.0130 && harm < 0.0145, "\(harm)")
    #expect(rule.margin == 0.01 && rule.harm == 0.02)
    #expect(rule.power > 0.98 && rule.isProved && rule.hasSpread)
    let other = try #require(
      try rules(margin: "margin: 0.01, ", spread: 0.01, sabotage: 0.05).first?.smallestHarm)
    #expect(abs(other - harm) < 1e-9)
  }

  /// Drawn worlds have the variance that is estimated of the sabotage, *n* ÷ (*n* − 1) of that which its worlds
  /// have about their mean: of 4 worlds √((4 ÷ 3) ÷ (32 ÷ 31)) = 1.136 times the deviation of 32. Where the worlds
  /// of one sign are the first half the same signs are drawn of both.
  @Test func `the spread of few worlds is widened for their mean`() throws {
    func harm(_ worlds: Int) throws -> Double {
      let harm = try rules(
        margin: "margin: 0.000001, ", spread: 0.01, worlds: worlds, inHalves: true
      ).first?.smallestHarm
      return try #require(harm)
    }
    // Each to a hundredth.
    #expect(abs(try harm(4) / harm(32) - 1.136) < 0.025)
  }

  /// Twice a margin of a millionth is 5,000 times less than the spread: it is found as often as nothing is,
  /// 5 % at most on both sides together.
  @Test func `a margin that is far below the spread is not proved`() throws {
    let rule = try #require(try rules(margin: "margin: 0.000001, ", spread: 0.01).first)
    expectEqual(rule.harm, 0.000002)
    #expect(rule.power < 0.1 && !rule.isProved)
    // The same 0.0040 beyond the margin.
    let harm = try #require(rule.smallestHarm)
    #expect(harm > 0.0030 && harm < 0.0045, "\(harm)")
  }

  /// Harm that is the same in every world is found wherever it is beyond the margin, however little.
  @Test(arguments: [("margin: 0, ", 0.0), ("margin: 0.01, ", 0.01)])
  func `without spread whatever is beyond the margin is found`(margin: String, smallest: Double)
    throws
  {
    let rule = try #require(try rules(margin: margin, spread: 0).first)
    #expect(!rule.hasSpread && rule.power == 1 && rule.smallestHarm == smallest)
  }

  /// 1 % of 33.26/64, the mean of 64 worlds of 0.5, 0.51, …, 0.54 by turns.
  @Test func `without a margin the metric's own decides`() throws {
    let rule = try #require(try rules(margin: "", spread: 0.001).first)
    #expect(abs(rule.margin - 0.005_196_875) < 1e-12 && abs(rule.harm - 0.010_393_75) < 1e-12)
  }

  @Test func `at a margin of 0 the harm is a standard deviation of the recorded worlds`() throws {
    let rule = try #require(try rules(margin: "margin: 0, ", spread: 0.001).first)
    // 64 worlds of 0.5, 0.51, …, 0.54 by turns: a standard deviation of about 0.0143.
    #expect(abs(rule.harm - 0.0143) < 0.0002)
    #expect(rule.margin == 0 && rule.isProved)
  }

  @Test func `two worlds detect little, and sabotage without spread is reported`() throws {
    let blind = try #require(
      try rules(margin: "margin: 0.01, ", spread: 0.01, replications: "2").first)
    #expect(!blind.isProved)
    let constant = try #require(try rules(margin: "margin: 0.01, ", spread: 0).first)
    #expect(!constant.hasSpread && constant.isProved)
  }
}
