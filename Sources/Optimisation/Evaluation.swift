/// A point and what was measured there; searches look for low values.
public struct Evaluation: Sendable, Hashable {
  public let point: [Double]
  public let value: Double

  public init(point: [Double], value: Double) {
    self.point = point
    self.value = value
  }
}

extension Double {
  /// The number itself, or infinity when it is none or infinite, of either sign: a value that cannot be trusted is
  /// worse than all others.
  var orWorst: Double { isFinite ? self : .infinity }
}
