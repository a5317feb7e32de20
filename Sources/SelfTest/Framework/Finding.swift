public import Stochastics

/// One line of the self-test: what was to be reproduced, and what was observed.
public struct Finding: Sendable, Hashable {
  /// What was observed, such as `mean queue length`.
  public let result: String
  /// How much it was observed on, such as `30 × 100,000 customers`.
  public let size: String
  public let expectation: ExpectedValue
  public let observed: Double
  /// Of the observation, at 95 %; `nil` where nothing is left to chance, or no interval is known.
  public let interval: ConfidenceInterval?

  public init(
    _ result: String, size: String, expect expectation: ExpectedValue, observed: Double,
    interval: ConfidenceInterval? = nil
  ) {
    self.result = result
    self.size = size
    self.expectation = expectation
    self.observed = observed
    self.interval = interval
  }

  /// Whether the observation is what was expected.
  public var passes: Bool { expectation.admits(observed, interval) }
}

extension Finding {
  /// Coverage of the intervals.
  public static let level = 0.95

  /// The mean of independent replications, with Student's interval.
  init(_ result: String, size: String, expect expectation: ExpectedValue, replications: [Double]) {
    let summary = Summary(replications)
    self.init(
      result, size: size, expect: expectation, observed: summary.mean,
      interval: summary.interval(level: Self.level))
  }

  /// A share of independent trials, with Wilson's interval.
  init(
    _ result: String, size: String, expect expectation: ExpectedValue, successes: Int,
    of trials: Int
  ) {
    let proportion = Proportion(successes: successes, trials: trials)
    self.init(
      result, size: size, expect: expectation, observed: proportion.share ?? .nan,
      interval: proportion.interval(level: Self.level))
  }

  /// How often something happened that must never happen.
  init(never result: String, size: String, times: Int) {
    self.init(result, size: size, expect: .exactly(0), observed: Double(times))
  }
}
