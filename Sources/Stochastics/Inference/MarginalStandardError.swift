/// The warm-up that a series of observations proposes, by the marginal standard error rule with batches of
/// five (MSER-5).
///
/// With *Y₁ … Yₙ* the means of successive batches and *Ȳ_d* the mean of those after the first *d*, the
/// truncation point is the *d* that minimises MSER(*d*) = Σ_{*i* > *d*} (*Yᵢ* − *Ȳ_d*)² ÷ (*n* − *d*)²,
/// the smallest one of several. The last five batches are never the point, since a few batches may agree
/// by chance. A point in the second half means that the series is too short to show where its transient
/// ends, so that the rule gives none.
///
/// Source: White, *Simulation* 69(6), 1997; White, Cobb & Spratt, *Winter Simulation Conference*, 2000
/// (batches of five); Hoad & Robinson, *Winter Simulation Conference*, 2011 (the last five batches, and the
/// rejection of the second half).
public enum MarginalStandardError {
  /// Observations in a batch.
  public static let batchSize = 5
  /// The fewest batches that a truncation leaves.
  public static let fewestBatches = 5

  /// How many observations to leave out: a multiple of five, at most half of them.
  ///
  /// - Parameter observations: Finite, in order of time. Observations after the last complete batch are not used.
  /// - Returns: `nil` where no truncation point lies in the first half, and for fewer than five batches.
  /// - Complexity: O(*n*).
  public static func truncation(of observations: [Double]) -> Int? {
    let batches = (0..<observations.count / batchSize).map { batch in
      observations[batch * batchSize..<(batch + 1) * batchSize].reduce(0, +) / Double(batchSize)
    }
    return truncation(ofBatches: batches).map { $0 * batchSize }
  }

  /// How many batches to leave out, at most half of them.
  ///
  /// - Parameter means: The batches' means, finite, in order of time.
  /// - Returns: `nil` where no truncation point lies in the first half, and for fewer than five batches.
  public static func truncation(ofBatches means: [Double]) -> Int? {
    for mean in means { precondition(mean.isFinite, "the mean of a batch is \(mean)") }
    var kept = Summary()
    var best: (point: Int, error: Double)?
    for point in means.indices.reversed() {
      kept.add(means[point])
      guard kept.count >= fewestBatches, let error = kept.standardError else { continue }
      // The rule's value is this standard error squared, times (count − 1) ÷ count.
      let value = error * error * Double(kept.count - 1) / Double(kept.count)
      if best.map({ value <= $0.error }) ?? true { best = (point, value) }
    }
    return best.flatMap { 2 * $0.point <= means.count ? $0.point : nil }
  }
}
