internal import Calibration
public import Stochastics

/// One line of the self-test: an expected value and its observation.
public struct Finding: Sendable, Hashable {
  /// The name of the observation, such as `mean queue length`.
  public let result: String
  /// The size of the sample, such as `30 × 100,000 customers`.
  public let size: String
  public let expectation: ExpectedValue
  public let observed: Double
  /// The observation's interval at 95 %; `nil` where the check is deterministic, or no interval is known.
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

  /// Whether the observation is as expected.
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

  /// The number of violations of a rule that must never be violated.
  init(never result: String, size: String, times: Int) {
    self.init(result, size: size, expect: .exactly(0), observed: Double(times))
  }
}

extension Finding {
  /// A maximum-likelihood estimate, with its normal interval.
  init(_ result: String, size: String, expect expectation: ExpectedValue, _ estimate: Estimate) {
    let z = Quantile.normal((1 + Self.level) / 2)
    self.init(
      result, size: size, expect: expectation, observed: estimate.value,
      interval: estimate.standardError.map {
        ConfidenceInterval(
          lower: estimate.value - z * $0, upper: estimate.value + z * $0, level: Self.level)
      })
  }
}
