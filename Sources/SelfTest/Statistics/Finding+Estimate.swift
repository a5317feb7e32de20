internal import Calibration
internal import Stochastics

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
