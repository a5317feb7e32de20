/// One thing wrong in a formula, and where.
public struct FormulaFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    case empty
    /// A character that no formula has.
    case unexpectedCharacter(String)
    /// A number above the greatest that there is.
    case numberTooLarge(String)
    /// A number, a name or a parenthesis should stand here, before what is found.
    case missingOperand(before: String)
    /// An operator should stand here, before what is found.
    case missingOperator(before: String)
    case unclosedParenthesis
    case unopenedParenthesis
    /// A comma that separates no arguments.
    case strayComma
    /// A comparison of a comparison without parentheses.
    case chainedComparison
    /// A `not` behind an operator.
    case looseNot
    /// An unknown name; the known ones, in the order of features, weights and functions.
    case unknownName(String, allowed: [String])
    /// A function's name without arguments.
    case functionWithoutArguments(String)
    /// Arguments behind the name of a feature or a weight.
    case notAFunction(String)
    case wrongArgumentCount(signature: String, found: Int)
    /// Parentheses, signs and powers nested deeper than this.
    case tooDeep(limit: Int)
    /// More numbers, names and operators than this.
    case tooLong(limit: Int)
    /// A weight that is no name.
    case invalidWeightName(String)
    /// A weight with the name of a feature, a function or a connective.
    case takenWeightName(String, by: String)
    /// A weight that the formula does not use.
    case unusedWeight(String)
    /// A weight that is infinite or no number.
    case weightNotFinite(String, Double)
  }

  /// In Unicode scalars of the formula, from 1; `nil` for a fault of a weight.
  public let column: Int?
  public let reason: Reason
}

extension FormulaFault: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String { reason.description }
}

extension FormulaFault.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the formula is empty"
    case .unexpectedCharacter("="): "'=' has no meaning here; equality is '=='"
    case .unexpectedCharacter("&"), .unexpectedCharacter("&&"): "write 'and' for '&&'"
    case .unexpectedCharacter("|"), .unexpectedCharacter("||"): "write 'or' for '||'"
    case .unexpectedCharacter("!"): "write 'not' for '!'"
    case .unexpectedCharacter(let found): "'\(found)' has no meaning in a formula"
    case .numberTooLarge(let text): "\(text) is greater than every number there is"
    case .missingOperand(let found):
      "a number, a name or a parenthesis is missing before \(found)"
    case .missingOperator(let found): "an operator is missing before \(found)"
    case .unclosedParenthesis: "this parenthesis is not closed"
    case .unopenedParenthesis: "this parenthesis was not opened"
    case .strayComma: "a comma stands between the arguments of a function alone"
    case .chainedComparison:
      "a comparison of a comparison needs parentheses; two conditions are joined by 'and'"
    case .looseNot: "'not' needs parentheses behind an operator, as in 2 * (not x)"
    case .unknownName(let name, _): "there is no feature, weight or function '\(name)'"
    case .functionWithoutArguments(let signature): "a function has arguments, as in \(signature)"
    case .notAFunction(let name): "'\(name)' is no function and has no arguments"
    case .wrongArgumentCount(let signature, let found):
      "\(signature) does not take \(found) argument\(found == 1 ? "" : "s")"
    case .tooDeep(let limit): "this is nested more than \(limit) deep"
    case .tooLong(let limit): "the formula has more than \(limit) numbers, names and operators"
    case .invalidWeightName(let name):
      "'\(name)' is no name for a weight: letters, digits and underscores, no digit first"
    case .takenWeightName(let name, let owner): "'\(name)' is the name of a \(owner)"
    case .unusedWeight(let name): "the formula does not use the weight '\(name)'"
    case .weightNotFinite(let name, let value):
      "the weight '\(name)' is \(value), which is not finite"
    }
  }
}

/// A text that is no formula, with everything that is wrong in it.
public struct InvalidFormula: Error, Hashable, Sendable {
  /// By column, faults of weights at the end by name; at least one.
  public let faults: [FormulaFault]
}

extension InvalidFormula: CustomStringConvertible {
  /// A line for each fault.
  public var description: String {
    faults.map { fault in
      (fault.column.map { "column \($0): " } ?? "") + fault.description
    }.joined(separator: "\n")
  }
}
