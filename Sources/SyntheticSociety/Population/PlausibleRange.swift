internal import PortableMath

/// The values of a community's parameter that the community under study might well have.
///
/// ``SocietyParameter/range`` holds what a scenario may set; a plausible range holds what the sources
/// leave open: their spread where there are several, an assumption elsewhere.
public struct PlausibleRange: Sendable, Hashable {
  /// How the levels between the ends are spaced.
  public enum Scale: String, Sendable, Hashable, CaseIterable {
    /// By equal differences.
    case linear
    /// By equal ratios.
    case log
    /// Off below the middle, on above: only the two ends.
    case onOff = "on-off"
  }

  /// The scenario key of the parameter.
  public let key: String
  /// The ends, the first less than the second; above 0 for ``Scale/log``.
  public let low: Double
  public let high: Double
  public let scale: Scale
  /// Why these ends.
  public let reason: String
  private let isInteger: Bool

  /// The ranges that a sensitivity analysis varies by default, in the order of the parameters.
  public static let all: [PlausibleRange] = SocietyParameter.all.compactMap(\.plausible)

  /// - Parameter key: The key of a parameter whose allowed range holds both ends.
  public init(
    _ key: String, _ low: Double, _ high: Double, _ scale: Scale = .linear, reason: String
  ) {
    let parameter = Self.parameter(key)
    self.init(
      key, low, high, scale, reason: reason, allowed: parameter.range,
      isInteger: parameter.isInteger)
  }

  /// - Parameters:
  ///   - allowed: The range of the parameter, which must hold both ends.
  ///   - isInteger: Whether the parameter must be a whole number.
  init(
    _ key: String, _ low: Double, _ high: Double, _ scale: Scale, reason: String,
    allowed: ClosedRange<Double>, isInteger: Bool
  ) {
    precondition(low < high, "\(key) from \(low) to \(high)")
    precondition(scale != .log || low > 0, "\(key) from \(low) on a log scale")
    precondition(allowed.contains(low) && allowed.contains(high), "\(key) leaves \(allowed)")
    self.key = key
    self.low = low
    self.high = high
    self.scale = scale
    self.reason = reason
    self.isInteger = isInteger
  }

  /// The parameter that has this range.
  public var parameter: SocietyParameter { Self.parameter(key) }

  private static func parameter(_ key: String) -> SocietyParameter {
    guard let parameter = SocietyParameter.all.first(where: { $0.key == key }) else {
      preconditionFailure("no society has the parameter \(key)")
    }
    return parameter
  }

  /// The value at a share of the range, with three digits, or a whole number where it must be one.
  ///
  /// - Parameter position: In `0...1`.
  public func value(at position: Double) -> Double {
    precondition((0...1).contains(position), "\(key) at \(position) of its range")
    let value =
      switch scale {
      case .linear: low + (high - low) * position
      case .log: low * Portable.exp(Portable.log(high / low) * position)
      case .onOff: position < 0.5 ? low : high
      }
    return isInteger ? value.rounded() : value.roundedToThreeDigits
  }
}

extension Double {
  /// The nearest number with three significant digits.
  fileprivate var roundedToThreeDigits: Double {
    var scale = 1.0
    while self != 0, magnitude * scale < 100 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
