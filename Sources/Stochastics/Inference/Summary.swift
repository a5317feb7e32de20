/// Count, mean and variance of values that come one at a time.
///
/// The sums are updated without cancellation; the last bits depend on the order of the values.
///
/// Source: Welford, *Technometrics* 4(3), 1962.
@frozen public struct Summary: Sendable, Hashable {
  public private(set) var count = 0
  /// The arithmetic mean; 0 without values.
  public private(set) var mean = 0.0
  /// Sum of the squared deviations from the mean.
  private var squaredDeviations = 0.0

  public init() {}

  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  public mutating func add(_ value: Double) {
    count += 1
    let deviation = value - mean
    mean += deviation / Double(count)
    squaredDeviations += deviation * (value - mean)
  }

  /// The unbiased variance, with *n* − 1 in the denominator; `nil` for fewer than two values.
  public var variance: Double? {
    count > 1 ? squaredDeviations / Double(count - 1) : nil
  }

  /// The square root of `variance`.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// The standard error of the mean; `nil` for fewer than two values.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }

  /// Student's interval for the mean of independent values that are nearly normal.
  ///
  /// - Returns: mean ± *t* · standard error with *n* − 1 degrees of freedom; `nil` for fewer than two
  ///   values.
  public func interval(level: Double) -> ConfidenceInterval? {
    standardError.map { error in
      let reach = StudentT.criticalValue(level: level, degreesOfFreedom: count - 1) * error
      return ConfidenceInterval(lower: mean - reach, upper: mean + reach, level: level)
    }
  }
}
