/// How much of the variance of a response each factor explains, by Sobol's indices, when all factors
/// vary over their ranges independently of each other.
///
/// With the responses *a*, *b* and *cᵢ* of a ``SaltelliDesign`` at *A*, *B* and *ABᵢ* in *n* rows, and
/// *V* the variance of the 2*n* responses *a* and *b* about their mean, Jansen's estimators are
///
/// - *Sᵢ* = 1 − Σ (*b* − *cᵢ*)² / (2*nV*): the share that the factor explains by itself, which would go if it
///   were known;
/// - *Tᵢ* = Σ (*a* − *cᵢ*)² / (2*nV*): the share that it has a part in, its interactions with others included,
///   which would be left if all others were known. It is never negative, and 0 only where the factor has no effect at
///   any point.
///
/// An index is estimated with an error: a first-order index near 0 may come out below 0, and a total one
/// below the first-order one.
///
/// Source: Jansen, *Computer Physics Communications* 117(1–2), 1999; Saltelli et al., *Computer Physics
/// Communications* 181(2), 2010, table 2.
public struct SobolIndices: Sendable, Hashable {
  /// An index of one factor.
  public struct Index: Sendable, Hashable {
    public let estimate: Double
    /// The percentile interval of the resampled rows; `nil` for fewer than two rows.
    public let interval: ConfidenceInterval?
  }

  /// *Sᵢ*, by factor.
  public let first: [Index]
  /// *Tᵢ*, by factor.
  public let total: [Index]
  /// *V*, in the square of the response's unit, above 0.
  public let variance: Double
  /// *n*
  public let rows: Int

  /// Estimates the indices, with bootstrap intervals from resampled rows.
  ///
  /// The limits of an interval are the resampled estimates at (1 ∓ `level`)/2 of their order. A resample
  /// whose responses do not vary has no indices and is left out.
  ///
  /// - Parameters:
  ///   - rows: Of one design, all finite.
  ///   - level: Coverage of the intervals, such as 0.95.
  ///   - resamples: How many; 0 for no intervals.
  ///   - stream: Gives the draws of the resamples.
  /// - Returns: `nil` without rows and where the responses at *A* and *B* do not vary by more than rounding.
  /// - Complexity: O(`resamples`·*n*·*k*).
  public init?(
    _ rows: [SaltelliDesign.Row], level: Double = 0.95, resamples: Int = 1_000, stream: KeyedStream
  ) {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    precondition(resamples >= 0 && resamples <= Int(UInt32.max), "\(resamples) resamples")
    for row in rows {
      for value in [row.a, row.b] + row.mixed {
        precondition(value.isFinite, "a response is \(value)")
      }
    }
    guard let estimates = Estimates(rows) else { return nil }
    let others: [Estimates] =
      rows.count < 2
      ? []
      : (0..<UInt32(resamples)).compactMap { resample in
        Estimates(Self.resampled(rows, resample, stream))
      }
    self.rows = rows.count
    variance = estimates.variance
    first = estimates.first.indices.map { factor in
      Index(estimates.first[factor], others.map { $0.first[factor] }, level: level)
    }
    total = estimates.total.indices.map { factor in
      Index(estimates.total[factor], others.map { $0.total[factor] }, level: level)
    }
  }

  /// As many rows, drawn with replacement.
  private static func resampled(
    _ rows: [SaltelliDesign.Row], _ resample: UInt32, _ stream: KeyedStream
  ) -> [SaltelliDesign.Row] {
    rows.indices.map { index in
      let word = stream.bits(resample, UInt32(index / 4))[index % 4]
      return rows[Int((UInt64(word) * UInt64(rows.count)) >> 32)]
    }
  }
}

extension SobolIndices.Index {
  fileprivate init(_ estimate: Double, _ resampled: [Double], level: Double) {
    self.estimate = estimate
    guard !resampled.isEmpty else {
      interval = nil
      return
    }
    let ascending = resampled.sorted()
    let risk = (1 - level) / 2
    interval = ConfidenceInterval(
      lower: quantile(ascending, risk), upper: quantile(ascending, 1 - risk), level: level)
  }
}

/// The value at a share of an ascending order, linear between two.
private func quantile(_ ascending: [Double], _ share: Double) -> Double {
  let position = share * Double(ascending.count - 1)
  let below = Int(position)
  let above = min(below + 1, ascending.count - 1)
  return ascending[below] + (position - Double(below)) * (ascending[above] - ascending[below])
}

/// The indices of one set of rows.
private struct Estimates {
  let variance: Double
  let first: [Double]
  let total: [Double]

  init?(_ rows: [SaltelliDesign.Row]) {
    let values = rows.flatMap { [$0.a, $0.b] }
    guard let factors = rows.first?.mixed.count, isSpread(values) else { return nil }
    let summary = Summary(values)
    let variance = summary.variance! * Double(values.count - 1) / Double(values.count)
    let scale = 2 * Double(rows.count) * variance
    self.variance = variance
    first = (0..<factors).map { factor in
      1 - rows.reduce(0) { $0 + ($1.b - $1.mixed[factor]) * ($1.b - $1.mixed[factor]) } / scale
    }
    total = (0..<factors).map { factor in
      rows.reduce(0) { $0 + ($1.a - $1.mixed[factor]) * ($1.a - $1.mixed[factor]) } / scale
    }
  }
}
