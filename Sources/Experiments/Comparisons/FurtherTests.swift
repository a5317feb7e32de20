internal import FeedMetrics
public import Stochastics

/// What other procedures say of a comparison, beside the one that its verdict is made from.
///
/// Each of them is for a number of replications that the results did not decide, whatever the plan:
/// where ``WorldPlan/isEndedByResults`` they hold only roughly.
public struct FurtherTests: Sendable, Hashable {
  /// As if the worlds were not paired.
  public let welch: WelchDifference?
  /// Of the mean difference, by the bias-corrected and accelerated bootstrap.
  public let bootstrap: ConfidenceInterval?
  public let signedRanks: SignedRanks?
  /// The median of the Walsh averages, with the interval of the exact signed-rank test.
  public let hodgesLehmann: HodgesLehmann?
  public let signFlip: SignFlipTest?
  /// Whether what the verdict is about is nearer to 0 than the margin; `nil` without a margin.
  public let equivalence: EquivalenceTest?
}

extension Comparison {
  /// The draws of the bootstrap and of the signs depend on the metric and the candidate alone.
  ///
  /// - Complexity: 9,999 resamples, and up to 100,000 choices of signs: some 15 ms for 64 worlds.
  public var furtherTests: FurtherTests {
    let differences = pairs.differences
    let level = rule.level
    return FurtherTests(
      welch: WelchDifference(baseline: pairs.baseline, candidate: pairs.candidate, level: level),
      bootstrap: bootstrapInterval(differences, level: level, stream: stream("bootstrap")),
      signedRanks: SignedRanks(pairs.tiedDifferences),
      hodgesLehmann: HodgesLehmann(differences, level: level), signFlip: signFlipTest,
      equivalence: margin > 0 && rule.risk < 0.5
        ? judged.flatMap { EquivalenceTest($0, margin: margin, risk: rule.risk) } : nil)
  }

  /// Whether Student's t and the sign-flip test disagree about an alarm, in enough worlds for both to raise
  /// one: the differences are then too skew for *t*.
  ///
  /// Both are taken over the same differences as for a fixed number of worlds: the plan's own *p* may differ
  /// from that of the sign-flip test because it allows for the end of the experiment, and not for skewness.
  public var isDisputed: Bool {
    guard let student = pairedT(differences: pairs.differences, level: rule.level),
      student.evidence == .student, let p = student.pValue,
      Double(sign: .plus, exponent: 1 - student.count, significand: 1) <= rule.risk,
      let signFlipTest
    else { return false }
    return (p <= rule.risk) != (signFlipTest.pValue <= rule.risk)
  }

  private var signFlipTest: SignFlipTest? {
    SignFlipTest(pairs.tiedDifferences, stream: stream("sign-flip"))
  }

  private func stream(_ purpose: String) -> KeyedStream {
    KeyedStream(seed: 0, world: 0, name: StreamName("\(purpose) \(metric.id) \(candidate)"))
  }
}
