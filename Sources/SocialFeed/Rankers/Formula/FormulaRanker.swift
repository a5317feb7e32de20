/// By a score that the scenario gives as a formula: ``ScoreFormula``.
public struct FormulaRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "formula", summary: "By a score that the scenario writes as a formula.",
    order:
      "the formula's value, descending; then id, descending; where it is no number, such as 0 / 0, by the value of "
      + "else, and without one the run fails",
    parameters: [.pool], score: { FormulaRanker($1, pool: Int($0[0])) })

  public let formula: ScoreFormula
  public let pool: Int
  public let fingerprint: RankerFingerprint
  public var features: FeatureSet { formula.features }

  package init(_ formula: ScoreFormula, pool: Int = RankerParameter.defaultPool) {
    self.formula = formula
    self.pool = pool
    let written = RankerFingerprint(Self.descriptor.name).with(RankerFingerprint(formula.text))
    let weighted = formula.weights.sorted { $0.key < $1.key }.reduce(written.with(pool)) {
      $0.with(RankerFingerprint($1.key)).with($1.value)
    }
    fingerprint = formula.otherwise.map { weighted.with($0) } ?? weighted
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    formula.score(candidates, into: &scores)
  }

  public func failure(
    ofScore index: Int, among candidates: borrowing Candidates
  ) -> RankerFailure {
    RankerFailure(
      of: Self.descriptor.name,
      candidates.noScore(index) + ": \(formula.reason(ofNoNumberAt: index, among: candidates)); "
        + "guard that part, as in x / max(y, 1), or write the score of such posts as 'else'")
  }
}
