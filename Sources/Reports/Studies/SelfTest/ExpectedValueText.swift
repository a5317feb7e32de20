internal import DataFiles
internal import ReportKit
internal import SelfTest
internal import Stochastics

/// Expected values for people and programs.
extension ExpectedValue {
  var target: String {
    switch self {
    case .exactly(let target), .near(let target, _), .nearly(let target, _):
      NumberText.rounded(target, figures: 6)
    case .between(let lower, let upper):
      "\(NumberText.rounded(lower, figures: 3)) to \(NumberText.rounded(upper, figures: 3))"
    case .atLeast(let least): "≥ \(NumberText.rounded(least, figures: 3))"
    case .atMost(let most): "≤ \(NumberText.rounded(most, figures: 3))"
    case .surelyNot(let value): "not \(NumberText.rounded(value, figures: 3))"
    }
  }

  /// The tolerance, such as `± 3 %`; `exact`, `band` or `bound` without one.
  var tolerance: String {
    switch self {
    case .exactly: "exact"
    case .near(_, let tolerance): "± \(NumberText.rounded(tolerance, figures: 2))"
    case .nearly(_, let tolerance): "± \(NumberText.rounded(tolerance * 100, figures: 2)) %"
    case .between: "band"
    case .atLeast, .atMost: "bound"
    case .surelyNot: "95 % sure"
    }
  }

  /// The target with its absolute or relative tolerance, or the bounds.
  var json: JSONValue {
    switch self {
    case .exactly(let target): .object(["target": .number(target), "tolerance": .number(0)])
    case .near(let target, let tolerance):
      .object(["target": .number(target), "tolerance": .number(tolerance)])
    case .nearly(let target, let tolerance):
      .object(["target": .number(target), "relative_tolerance": .number(tolerance)])
    case .between(let lower, let upper):
      .object(["lower": .number(lower), "upper": .number(upper)])
    case .atLeast(let least): .object(["lower": .number(least)])
    case .atMost(let most): .object(["upper": .number(most)])
    case .surelyNot(let value): .object(["not": .number(value)])
    }
  }

  /// An interval of observations.
  func text(of interval: ConfidenceInterval) -> String {
    "[\(text(of: interval.lower, interval)), \(text(of: interval.upper, interval))]"
  }

  /// An observation with enough decimals to show a tenth of the tolerance.
  func text(of value: Double, _ interval: ConfidenceInterval?) -> String {
    let step: Double =
      switch self {
      case .exactly: 0
      case .near(_, let tolerance): tolerance / 10
      case .nearly(let target, let tolerance): tolerance * target.magnitude / 10
      case .between(let lower, let upper): (upper - lower) / 100
      case .atLeast(let bound), .atMost(let bound): bound / 200
      case .surelyNot: (interval?.halfWidth ?? 0) / 10
      }
    return NumberText.fixed(value, decimals: NumberText.decimals(showing: step))
  }
}
