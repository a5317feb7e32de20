internal import FeedMetrics
public import Stochastics

/// What other procedures say of a comparison, beside the one that its verdict is made from.
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
  /// Whether the t test and the sign-flip test disagree about an alarm: the differences are then too skew,
  /// or too few, for Student's t.
  public let isDisputed: Bool
}

extension Comparison {
  /// The draws of the bootstrap and of the signs depend on the metric and the candidate alone.
  ///
  /// - Complexity: 9,999 resamples, and up to 100,000 choices of signs: some 15 ms for 64 worlds.
  public var furtherTests: FurtherTests {
    let differences = pairs.differences
    let level = rule.level
    func stream(_ purpose: String) -> KeyedStream {
      KeyedStream(seed: 0, world: 0, name: StreamName("\(purpose) \(metric.id) \(candidate)"))
    }
    let signFlip = SignFlipTest(differences, stream: stream("sign-flip"))
    return FurtherTests(
      welch: WelchDifference(baseline: pairs.baseline, candidate: pairs.candidate, level: level),
      bootstrap: bootstrapInterval(differences, level: level, stream: stream("bootstrap")),
      signedRanks: SignedRanks(differences),
      hodgesLehmann: HodgesLehmann(differences, level: level), signFlip: signFlip,
      equivalence: margin > 0 && rule.risk < 0.5
        ? judged.flatMap { EquivalenceTest($0, margin: margin, risk: rule.risk) } : nil,
      isDisputed: isDisputed(signFlip))
  }

  private func isDisputed(_ signFlip: SignFlipTest?) -> Bool {
    guard let difference, difference.evidence == .student, let p = difference.pValue, let signFlip
    else { return false }
    return (p <= rule.risk) != (signFlip.pValue <= rule.risk)
  }
}
