/// A score written as a formula over ``RankerFeature``s, named weights and ``FormulaFunction``s:
///
///     w_votes * log2(1 + votes) + max(0, 10 - 0.1 * age_hours) + uniform(0, 5)
///
/// with `+ − * / ^`, comparisons and `and`, `or` and `not` (1 where they hold, else 0) and parentheses; `^` binds
/// stronger than a sign, and from the right; `not` weaker than a comparison, then `and`, then `or`. It is read once,
/// constant parts are worked out, and the rest is compiled to operations on columns. Arithmetic follows IEEE 754: 1 / 0
/// is +∞, which is first, and the logarithm of 0 is −∞, which is last. What is no number, such as 0 / 0 or the
/// logarithm of a negative number, has the score
/// ``otherwise``; without one its page fails.
public struct ScoreFormula: Sendable {
  /// The text of the formula.
  public let text: String
  /// The named weights, each of which the formula uses.
  public let weights: [String: Double]
  /// The score of a candidate for which the formula gives no number.
  public let otherwise: Double?
  let program: FormulaProgram

  /// Reads a formula.
  ///
  /// - Parameters:
  ///   - text: At most 2,000 numbers, names and operators, nested at most 100 deep.
  ///   - weights: Finite, by names of letters, digits and underscores that no feature and no function
  ///     has.
  ///   - otherwise: The score where the formula gives no number, finite; `nil` for none, so that the page fails.
  /// - Throws: All that is wrong with either.
  public init(
    _ text: String, weights: [String: Double] = [:], otherwise: Double? = nil
  ) throws(InvalidFormula) {
    if let otherwise { require(otherwise.isFinite, "the score \(otherwise) is not finite") }
    var parser = FormulaParser(text, weights: weights)
    let root = parser.parse()
    var faults = parser.faults.sorted { ($0.column ?? 0) < ($1.column ?? 0) }
    faults += Self.faults(of: weights, used: faults.isEmpty ? parser.usedWeights : nil)
    guard faults.isEmpty else { throw InvalidFormula(faults: faults) }
    self.text = text
    self.weights = weights
    self.otherwise = otherwise
    program = FormulaProgram(parser.tree, root: root)
  }

  /// The same formula with another value of one of its weights, which must be finite.
  func setting(_ name: String, to value: Double) -> ScoreFormula {
    require(weights[name] != nil, "the formula has no weight '\(name)'")
    do throws(InvalidFormula) {
      return try ScoreFormula(
        text, weights: weights.merging([name: value]) { $1 }, otherwise: otherwise)
    } catch {
      fatalError("the formula '\(text)' cannot have the weight \(name) at \(value): \(error)")
    }
  }

  /// What is wrong with the names of weights.
  ///
  /// - Parameter used: The names that the formula uses; `nil` when it could not be read, so that they are not known.
  private static func faults(
    of weights: [String: Double], used: Set<String>?
  ) -> [FormulaFault] {
    weights.keys.sorted().compactMap { name in
      if !FormulaLexer.isName(name) {
        return FormulaFault(column: nil, reason: .invalidWeightName(name))
      }
      if RankerFeature.allCases.contains(where: { $0.name == name }) {
        return FormulaFault(column: nil, reason: .takenWeightName(name, by: "feature"))
      }
      if FormulaFunction(rawValue: name) != nil {
        return FormulaFault(column: nil, reason: .takenWeightName(name, by: "function"))
      }
      if FormulaConnective(rawValue: name) != nil {
        return FormulaFault(column: nil, reason: .takenWeightName(name, by: "connective"))
      }
      if let weight = weights[name], !weight.isFinite {
        return FormulaFault(column: nil, reason: .weightNotFinite(name, weight))
      }
      guard let used, !used.contains(name) else { return nil }
      return FormulaFault(column: nil, reason: .unusedWeight(name))
    }
  }

  /// The features that it reads.
  public var features: FeatureSet { FeatureSet(program.features) }

  /// Writes the score of each candidate; NaN where none exists.
  ///
  /// - Parameters:
  ///   - candidates: With the columns of ``features``.
  ///   - scores: One element for each candidate, to be written.
  public func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) {
    program.run(candidates, otherwise: otherwise ?? .nan, into: &scores)
  }
}

extension ScoreFormula: Hashable {
  /// Formulas are equal when they were written alike, with equal weights and the same score for what is no number.
  public static func == (left: ScoreFormula, right: ScoreFormula) -> Bool {
    left.text == right.text && left.weights == right.weights && left.otherwise == right.otherwise
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(weights)
    hasher.combine(otherwise)
  }
}
