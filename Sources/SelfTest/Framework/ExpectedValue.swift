public import Stochastics

/// What an observation has to be.
public enum ExpectedValue: Sendable, Hashable {
  case exactly(Double)
  /// The target, within an absolute tolerance.
  case near(Double, within: Double)
  /// The target, within a tolerance relative to it.
  case nearly(Double, within: Double)
  /// In a band.
  case between(Double, Double)
  case atLeast(Double)
  case atMost(Double)
  /// Surely another than this: outside the interval of the observation.
  case surelyNot(Double)

  /// Whether an observation with this interval is what is expected; never when it is no number.
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

  /// The same for an observation on a smaller sample: tolerances, and bands about their middle, are
  /// `factor` times as wide; bounds stay.
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
