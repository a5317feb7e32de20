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
  /// The number itself, or infinity when it is none or infinite, of either sign: what cannot be trusted
  /// is worse than all that can.
  var orWorst: Double { isFinite ? self : .infinity }
}
