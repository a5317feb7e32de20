extension CountedValues {
  /// The largest gap between the numbers' cumulative distribution and a continuous one, taken on both
  /// sides of each step: max |*F*(*x*) − *Fₙ*(*x*)|.
  ///
  /// - Returns: 0 without numbers.
  func gapToContinuous(_ cumulative: (Double) -> Double) -> Double {
    largestGap { value, before, upTo in
      let fitted = cumulative(value)
      return max((fitted - before).magnitude, (upTo - fitted).magnitude)
    }
  }

  /// The largest gap between P(*X* ≤ *x*) of the numbers and of a distribution on whole numbers, at the
  /// values that were seen.
  func gapToDiscrete(_ cumulative: (Double) -> Double) -> Double {
    largestGap { value, _, upTo in (upTo - cumulative(value)).magnitude }
  }

  /// - Parameter gap: Of a value, from the shares of the numbers below it and up to it.
  private func largestGap(_ gap: (Double, Double, Double) -> Double) -> Double {
    var passed = 0
    var largest = 0.0
    for (value, times) in zip(values, counts) {
      let before = Double(passed) / Double(count)
      passed += times
      largest = max(largest, gap(value, before, Double(passed) / Double(count)))
    }
    return largest
  }
}

/// The two-sample Kolmogorov–Smirnov distance: the largest gap between the cumulative distributions
/// of two columns.
///
/// - Returns: A value in `0...1`; `nil` when a column is empty.
/// - Complexity: O(*a* + *b*) in the numbers of distinct values.
///
/// Source: Smirnov, *The Annals of Mathematical Statistics* 19(2), 1948.
package func kolmogorovSmirnov(_ a: CountedValues, _ b: CountedValues) -> Double? {
  guard !a.isEmpty, !b.isEmpty else { return nil }
  var (i, j, passedA, passedB) = (0, 0, 0, 0)
  var largest = 0.0
  while i < a.values.count && j < b.values.count {
    let value = min(a.values[i], b.values[j])
    if a.values[i] == value {
      passedA += a.counts[i]
      i += 1
    }
    if b.values[j] == value {
      passedB += b.counts[j]
      j += 1
    }
    let gap = Double(passedA) / Double(a.count) - Double(passedB) / Double(b.count)
    largest = max(largest, gap.magnitude)
  }
  return largest
}
