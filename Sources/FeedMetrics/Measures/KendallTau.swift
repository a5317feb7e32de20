/// Agreement of two orders of the same things, as Kendall's τ-b, which makes up for ties.
///
/// Of the *n*(*n* − 1)/2 pairs, *C* have the same order in both and *D* opposite orders; *X* and *Y*
/// are not tied in `x` and in `y`: τ = (*C* − *D*) / √(*X* *Y*).
///
/// - Parameters:
///   - x: A finite number for each thing.
///   - y: As many.
/// - Returns: A value in `-1...1`, 1 for the same order; `nil` for fewer than two things, or when all
///   are tied in `x` or in `y`.
/// - Complexity: O(*n* log *n*), where *n* is the number of things.
///
/// Source: Knight, *JASA* 61(314), 1966.
package func kendallTauB(_ x: [Double], _ y: [Double]) -> Double? {
  precondition(x.count == y.count, "\(x.count) numbers against \(y.count)")
  for value in x + y { precondition(value.isFinite, "\(value) cannot be ordered") }
  let pairs = x.count * (x.count - 1) / 2
  let order = x.indices.sorted { (x[$0], y[$0]) < (x[$1], y[$1]) }
  let tiedInX = tiedPairs(order) { x[$0] == x[$1] }
  let tiedInBoth = tiedPairs(order) { x[$0] == x[$1] && y[$0] == y[$1] }
  var ordinates = order.map { y[$0] }
  let discordant = sortCountingInversions(&ordinates)
  let tiedInY = tiedPairs(ordinates) { $0 == $1 }
  guard tiedInX < pairs, tiedInY < pairs else { return nil }
  let untied = pairs - tiedInX - tiedInY + tiedInBoth
  let scale = (Double(pairs - tiedInX) * Double(pairs - tiedInY)).squareRoot()
  return min(1, max(-1, Double(untied - 2 * discordant) / scale))
}

/// Pairs of equal elements, in an array where equal elements are neighbours.
private func tiedPairs<Element>(
  _ elements: [Element], _ areEqual: (Element, Element) -> Bool
) -> Int {
  var pairs = 0
  var run = 0
  for (previous, next) in zip(elements, elements.dropFirst()) {
    run = areEqual(previous, next) ? run + 1 : 0
    pairs += run
  }
  return pairs
}

/// Sorts by merging, bottom up, and counts how many pairs stood in descending order.
private func sortCountingInversions(_ values: inout [Double]) -> Int {
  var merged = values
  var inversions = 0
  var width = 1
  while width < values.count {
    for start in stride(from: 0, to: values.count, by: 2 * width) {
      let middle = min(start + width, values.count)
      let end = min(middle + width, values.count)
      var left = start
      var right = middle
      for index in start..<end {
        if left < middle && (right == end || values[left] <= values[right]) {
          merged[index] = values[left]
          left += 1
        } else {
          merged[index] = values[right]
          right += 1
          inversions += middle - left
        }
      }
    }
    swap(&values, &merged)
    width *= 2
  }
  return inversions
}
