/// Holm's adjusted *p*: not above α just when the hypothesis is rejected and the chance of any false
/// rejection in the family is at most α, however the tests depend on each other.
///
/// With the *m* values in ascending order *p*₍₁₎ … *p*₍ₘ₎ the *i*-th becomes the largest of
/// (*m* − *j* + 1)·*p*₍ⱼ₎ over *j* ≤ *i*, at most 1.
///
/// - Parameter pValues: In `0...1`; `nil` where nothing was tested, which does not count in *m*.
/// - Returns: In the order given.
///
/// Source: Holm, *Scandinavian Journal of Statistics* 6(2), 1979.
public func holm(_ pValues: [Double?]) -> [Double?] {
  adjusted(pValues) { ordered in
    var largest = 0.0
    return ordered.enumerated().map { index, p in
      largest = max(largest, Double(ordered.count - index) * p)
      return min(1, largest)
    }
  }
}

/// Benjamini and Hochberg's adjusted *p*: rejecting what is not above α keeps the expected share of
/// false rejections among all at most at α, for tests that are independent or positively dependent.
///
/// With the *m* values in ascending order the *i*-th becomes the least of *m*·*p*₍ⱼ₎/*j* over *j* ≥ *i*.
///
/// - Parameter pValues: In `0...1`; `nil` where nothing was tested, which does not count in *m*.
/// - Returns: In the order given.
///
/// Source: Benjamini & Hochberg, *Journal of the Royal Statistical Society B* 57(1), 1995.
public func benjaminiHochberg(_ pValues: [Double?]) -> [Double?] {
  adjusted(pValues) { ordered in
    var least = 1.0
    let descending = ordered.enumerated().reversed().map { index, p in
      least = min(least, Double(ordered.count) * p / Double(index + 1))
      return least
    }
    return descending.reversed()
  }
}

private func adjusted(
  _ pValues: [Double?], _ adjust: ([Double]) -> [Double]
) -> [Double?] {
  let tested = pValues.enumerated().compactMap { index, p in p.map { (index: index, p: $0) } }
  for (_, p) in tested { precondition((0...1).contains(p), "a p of \(p)") }
  let ascending = tested.sorted { ($0.p, $0.index) < ($1.p, $1.index) }
  var result = [Double?](repeating: nil, count: pValues.count)
  for (test, p) in zip(ascending, adjust(ascending.map(\.p))) { result[test.index] = p }
  return result
}
