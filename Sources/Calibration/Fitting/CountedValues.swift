/// A column of numbers as its distinct values and how often each came.
///
/// Memory is in the number of distinct values, so that a log of any length fits; a column of
/// measurements, where each value comes once, is the same thing with counts of 1.
package struct CountedValues: Sendable, Hashable, Codable {
  /// The distinct values, finite, ascending.
  package let values: [Double]
  /// How often each value came, above 0.
  package let counts: [Int]
  /// How many numbers the column has: the sum of the counts.
  package let count: Int

  /// Counts numbers that come in any order.
  package init(_ numbers: some Sequence<Double>) {
    self.init(tallied: numbers.lazy.map { (value: $0, count: 1) })
  }

  /// Takes values that are counted already.
  ///
  /// - Parameter pairs: In any order; a value may come several times, its counts add up. Values are
  ///   finite; counts are not negative, and a value of count 0 is excluded.
  /// - Complexity: O(*n* log *n*), where *n* is the number of pairs.
  package init(tallied pairs: some Sequence<(value: Double, count: Int)>) {
    var values: [Double] = []
    var counts: [Int] = []
    for (value, count) in pairs.sorted(by: { $0.value < $1.value }) where count != 0 {
      precondition(value.isFinite, "a column has the value \(value)")
      precondition(count > 0, "\(value) came \(count) times")
      if values.last == value {
        counts[counts.count - 1] += count
      } else {
        values.append(value)
        counts.append(count)
      }
    }
    self.init(ascending: values, counts: counts)
  }

  private init(ascending values: [Double], counts: [Int]) {
    self.values = values
    self.counts = counts
    count = counts.reduce(0, +)
  }
}

extension CountedValues {
  package var isEmpty: Bool { count == 0 }

  /// The sum of all numbers.
  package var total: Double { sum { $0 } }

  /// The arithmetic mean; `nil` without numbers.
  package var mean: Double? { isEmpty ? nil : total / Double(count) }

  /// The numbers above 0.
  package var positive: CountedValues { filter { $0 > 0 } }

  /// The numbers that satisfy a condition.
  package func filter(_ isIncluded: (Double) -> Bool) -> CountedValues {
    let kept = values.indices.filter { isIncluded(values[$0]) }
    return CountedValues(ascending: kept.map { values[$0] }, counts: kept.map { counts[$0] })
  }

  /// The numbers in another unit.
  ///
  /// - Parameter factor: Above 0.
  package func scaled(by factor: Double) -> CountedValues {
    precondition(factor > 0 && factor.isFinite, "numbers scaled by \(factor)")
    return CountedValues(tallied: zip(values, counts).map { (value: $0 * factor, count: $1) })
  }

  /// Σ *f*(*x*) over all numbers: each distinct value once, times its count.
  func sum(_ term: (Double) -> Double) -> Double {
    var sum = 0.0
    for (value, count) in zip(values, counts) { sum += Double(count) * term(value) }
    return sum
  }
}

extension CountedValues {
  /// A quantile by linear interpolation between order statistics (type 7): with the numbers
  /// *x₀ ≤ … ≤ xₙ₋₁* and *h* = (*n* − 1) `p`, *x*₍⌊ₕ⌋₎ + (*h* − ⌊*h*⌋)(*x*₍⌊ₕ⌋₊₁₎ − *x*₍⌊ₕ⌋₎).
  ///
  /// - Parameter p: From 0 to 1.
  /// - Returns: `nil` without numbers.
  ///
  /// Source: Hyndman & Fan, *The American Statistician* 50(4), 1996.
  package func quantile(_ p: Double) -> Double? {
    precondition(p >= 0 && p <= 1, "a probability is \(p)")
    guard !isEmpty else { return nil }
    let order = Double(count - 1) * p
    let below = Int(order)
    let low = number(at: below)
    guard below + 1 < count else { return low }
    return low + (order - Double(below)) * (number(at: below + 1) - low)
  }

  /// The number at an index in ascending order, from 0.
  private func number(at index: Int) -> Double {
    var passed = 0
    for (value, count) in zip(values, counts) {
      passed += count
      if index < passed { return value }
    }
    preconditionFailure("index \(index) in a column of \(count)")
  }

  /// The share of the total that the largest numbers hold.
  ///
  /// - Parameter fraction: Of the numbers, above 0 and up to 1; their count is rounded half to even, at
  ///   least 1.
  /// - Returns: `nil` unless the total is above 0.
  package func topShare(_ fraction: Double) -> Double? {
    precondition(fraction > 0 && fraction <= 1, "the top \(fraction) of a column")
    let total = self.total
    guard total > 0 else { return nil }
    var left = max(1, Int((fraction * Double(count)).rounded(.toNearestOrEven)))
    var top = 0.0
    for (value, count) in zip(values, counts).reversed() where left > 0 {
      top += value * Double(min(left, count))
      left -= min(left, count)
    }
    return top / total
  }

  /// Inequality as a Gini coefficient: 2 Σ *i xᵢ* / (*n* Σ *xᵢ*) − (*n* + 1)/*n*, the numbers
  /// ascending, *i* from 1.
  ///
  /// - Returns: `nil` unless the total is above 0.
  package var gini: Double? {
    let total = self.total
    guard total > 0 else { return nil }
    let n = Double(count)
    var passed = 0.0
    var ranked = 0.0
    for (value, count) in zip(values, counts) {
      // The ranks of equal numbers sum to their count times the middle one; 2i − n − 1 is 0 in the
      // middle of the column, which keeps the digits.
      ranked += Double(count) * (2 * passed + Double(count) - n) * value
      passed += Double(count)
    }
    return max(0, ranked / (n * total))
  }
}
