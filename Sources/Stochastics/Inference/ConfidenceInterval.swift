/// A range that covers the true value in a fraction `level` of experiments.
@frozen public struct ConfidenceInterval: Sendable, Hashable {
  public let lower: Double
  public let upper: Double
  /// The coverage, such as 0.95.
  public let level: Double

  @inlinable public init(lower: Double, upper: Double, level: Double) {
    precondition(lower <= upper, "an interval from \(lower) to \(upper)")
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    self.lower = lower
    self.upper = upper
    self.level = level
  }

  @inlinable public var halfWidth: Double { (upper - lower) / 2 }

  @inlinable public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
