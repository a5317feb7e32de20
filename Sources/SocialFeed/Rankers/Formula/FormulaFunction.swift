/// A function that formulas can use.
public enum FormulaFunction: String, CaseIterable, Hashable, Sendable {
  case log, log2, log10, exp, exp2, sqrt, abs, floor, tanh
  case pow, min, max, clamp
  case choice = "if"
  case uniform

  /// The name in formulas.
  public var name: String { rawValue }

  /// The function that has this name in other languages; `nil` for none.
  public init?(nameElsewhere name: String) {
    switch name.lowercased() {
    case "ln", "loge": self = .log
    case "lb", "ld": self = .log2
    case "lg": self = .log10
    case "power": self = .pow
    case "clip": self = .clamp
    case "iif", "ifelse", "where", "step", "heaviside": self = .choice
    case "rand", "random": self = .uniform
    default: return nil
    }
  }

  /// How it is written, such as `log2(x)`.
  public var signature: String {
    switch self {
    case .log, .log2, .log10, .exp, .exp2, .sqrt, .abs, .floor, .tanh: "\(name)(x)"
    case .pow: "pow(x, y)"
    case .min, .max: "\(name)(x, y, ...)"
    case .clamp: "clamp(x, low, high)"
    case .choice: "if(condition, x, y)"
    case .uniform: "uniform(low, high)"
    }
  }

  /// What it gives, as a sentence.
  public var summary: String {
    switch self {
    case .log: "The natural logarithm."
    case .log2: "The logarithm to base 2."
    case .log10: "The logarithm to base 10."
    case .exp: "e to the power x."
    case .exp2: "2 to the power x."
    case .sqrt: "The square root."
    case .abs: "The magnitude."
    case .floor: "The greatest whole number that is not above x."
    case .tanh: "The hyperbolic tangent, between -1 and 1."
    case .pow: "x to the power y, as x ^ y."
    case .min: "The least of two or more."
    case .max: "The greatest of two or more."
    case .clamp: "x, or the bound that it is beyond: min(max(x, low), high)."
    case .choice:
      "x where the condition holds, which is a comparison or a number that is not 0, else y."
    case .uniform:
      "A random number between low and high, drawn once for each post and refresh; every uniform "
        + "of a formula draws its own."
    }
  }

  /// How many arguments it takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .log, .log2, .log10, .exp, .exp2, .sqrt, .abs, .floor, .tanh: 1...1
    case .pow, .uniform: 2...2
    case .min, .max: 2...100
    case .clamp, .choice: 3...3
    }
  }
}
