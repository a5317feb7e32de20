public import Stochastics

/// The values that an observation may have.
public enum ExpectedValue: Sendable, Hashable {
  case exactly(Double)
  /// The target, within an absolute tolerance.
  case near(Double, within: Double)
  /// The target, within a tolerance relative to it.
  case nearly(Double, within: Double)
  /// A value in a band.
  case between(Double, Double)
  case atLeast(Double)
  case atMost(Double)
  /// A value significantly different from this one, which the observation's interval must exclude.
  case surelyNot(Double)

  /// Whether an observation with this interval is as expected; `false` for NaN.
  public func admits(_ observed: Double, _ interval: ConfidenceInterval?) -> Bool {
    switch self {
    case .exactly(let target): observed == target
    case .near(let target, let tolerance): (observed - target).magnitude <= tolerance
    case .nearly(let target, let tolerance):
      (observed - target).magnitude <= tolerance * target.magnitude
    case .between(let lower, let upper): lower <= observed && observed <= upper
    case .atLeast(let least): observed >= least
    case .atMost(let most): observed <= most
    case .surelyNot(let value): interval.map { !$0.contains(value) } ?? false
    }
  }

  /// The expectation for a smaller sample: tolerances, and bands about their middle, are `factor` times as
  /// wide; bounds do not change.
  func widened(by factor: Double) -> ExpectedValue {
    switch self {
    case .near(let target, let tolerance): .near(target, within: tolerance * factor)
    case .nearly(let target, let tolerance): .nearly(target, within: tolerance * factor)
    case .between(let lower, let upper):
      .between(
        lower - (upper - lower) * (factor - 1) / 2, upper + (upper - lower) * (factor - 1) / 2)
    case .exactly, .atLeast, .atMost, .surelyNot: self
    }
  }
}
