/// Pearson's chi-square: Σ (observed − expected)² / expected.
///
/// - Parameters:
///   - observed: How often each class came.
///   - probabilities: Of the classes, each above 0; they add up to 1.
public func chiSquare(observed: [Int], probabilities: [Double]) -> Double {
  precondition(observed.count == probabilities.count, "as many counts as probabilities")
  let total = Double(observed.reduce(0, +))
  return zip(observed, probabilities).reduce(0) { sum, pair in
    let expected = total * pair.1
    let excess = Double(pair.0) - expected
    return sum + excess * excess / expected
  }
}

/// Pearson's chi-square against classes that are equally likely.
public func chiSquare(uniform observed: [Int]) -> Double {
  chiSquare(
    observed: observed,
    probabilities: Array(repeating: 1 / Double(observed.count), count: observed.count))
}
