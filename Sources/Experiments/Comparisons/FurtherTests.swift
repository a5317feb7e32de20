internal import FeedMetrics
public import Stochastics

/// Other tests of a comparison, beside the test that decides its verdict.
///
/// Each of them assumes a number of replications that does not depend on the results: where
/// ``WorldPlan/isEndedByResults``, they hold only approximately.
public struct FurtherTests: Sendable, Hashable {
  /// Welch's test, which ignores the pairing.
  public let welch: WelchDifference?
  /// Interval of the mean difference by the bias-corrected and accelerated bootstrap.
  public let bootstrap: ConfidenceInterval?
  public let signedRanks: SignedRanks?
  /// The median of the Walsh averages, with the interval of the exact signed-rank test.
  public let hodgesLehmann: HodgesLehmann?
  public let signFlip: SignFlipTest?
  /// Whether the judged difference is nearer to 0 than the margin; `nil` without a margin.
  public let equivalence: EquivalenceTest?
}

extension Comparison {
  /// The further tests. The draws of the bootstrap and of the signs depend on the metric and the
  /// candidate only.
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
      equivalence: margin > 0 && rule.alpha < 0.5
        ? judged.flatMap { EquivalenceTest($0, margin: margin, risk: rule.alpha) } : nil)
  }

  /// Whether Student's t and the sign-flip test disagree on significance, in enough worlds for both to
  /// reach it: the differences are then too skewed for *t*.
  ///
  /// Both tests treat the number of worlds as fixed: the plan's *p* may differ from the sign-flip test's
  /// because the plan allows for the stopping rule, and not because of skewness.
  public var isDisputed: Bool {
    guard let student = pairedT(differences: pairs.differences, level: rule.level),
      student.evidence == .student, let p = student.pValue,
      Double(sign: .plus, exponent: 1 - student.count, significand: 1) <= rule.alpha,
      let signFlipTest
    else { return false }
    return (p <= rule.alpha) != (signFlipTest.pValue <= rule.alpha)
  }

  private var signFlipTest: SignFlipTest? {
    SignFlipTest(pairs.tiedDifferences, stream: stream("sign-flip"))
  }

  private func stream(_ purpose: String) -> KeyedStream {
    KeyedStream(seed: 0, world: 0, name: StreamName("\(purpose) \(metric.id) \(candidate)"))
  }
}
