/// The index of the knee of a front, the compromise from which each objective can be bettered only at a
/// high price of the others.
///
/// Each objective is scaled so that 0 is the front's lowest value and 1 its highest. The knee is the
/// vector farthest below the chord between the front's extremes, the line through (0, 1) and (1, 0); with
/// more objectives, below the plane through the unit vectors. The distance of a vector is (1 − Σ *fᵢ*)/√*m*.
///
/// Source: Das, *Structural Optimization* 18, 1999 (the bulge of a front).
///
/// - Parameter objectives: A front: none dominates another; to be low, finite, at least two in each.
/// - Returns: The first of equally far ones; `nil` when none lies below the chord, as on a front of one
///   or two vectors, a straight one and one that bulges upwards only.
public func knee(of objectives: [[Double]]) -> Int? {
  guard let first = objectives.first else { return nil }
  precondition(first.count >= 2, "a knee of \(first.count) objectives")
  let ranges = first.indices.map { objective in
    let values = objectives.map { $0[objective] }
    for value in values { precondition(value.isFinite, "an objective is \(value)") }
    return (low: values.min() ?? 0, high: values.max() ?? 0)
  }
  guard ranges.allSatisfy({ $0.low < $0.high }) else { return nil }
  var farthest: (index: Int, depth: Double)?
  for (index, vector) in objectives.enumerated() {
    let depth = zip(vector, ranges).reduce(1) { $0 - ($1.0 - $1.1.low) / ($1.1.high - $1.1.low) }
    // What rounding leaves of a point on the chord is no knee.
    if depth > max(farthest?.depth ?? 0, 1e-12) { farthest = (index, depth) }
  }
  return farthest?.index
}
