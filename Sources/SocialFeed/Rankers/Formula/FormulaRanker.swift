/// By a score that the scenario gives as a formula: ``ScoreFormula``.
public struct FormulaRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "formula", summary: "By a score that the scenario writes as a formula.",
    order:
      "the formula's value, descending; then id, descending; a post for which it is not finite "
      + "is behind all others that are scored",
    parameters: [.pool], score: { FormulaRanker($1, pool: Int($0[0])) })

  public let formula: ScoreFormula
  public let pool: Int
  public let fingerprint: RankerFingerprint
  public var features: FeatureSet { formula.features }

  package init(_ formula: ScoreFormula, pool: Int = RankerParameter.defaultPool) {
    self.formula = formula
    self.pool = pool
    let written = RankerFingerprint(Self.descriptor.name).with(RankerFingerprint(formula.text))
    fingerprint = formula.weights.sorted { $0.key < $1.key }.reduce(written.with(pool)) {
      $0.with(RankerFingerprint($1.key)).with($1.value)
    }
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    formula.score(candidates, into: &scores)
  }
}
