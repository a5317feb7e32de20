/// The volume of what a front dominates, up to a reference: of all vectors that are lower than
/// `reference` in each objective and not lower than some vector of the front in any.
///
/// Exact for any number of objectives, by cutting along the last one. Vectors that are not lower than
/// the reference in each objective, or not finite, add 0, and so do dominated and equal ones.
///
/// - Parameters:
///   - objectives: To be low, as many in each vector as in the reference.
///   - reference: Finite, at least one objective.
/// - Returns: 0 for an empty front.
/// - Complexity: O(*n*ᵐ⁻¹ log *n*) for *n* vectors of *m* objectives, and O(*n* log *n*) for one.
///
/// Source: Zitzler & Thiele, *IEEE Transactions on Evolutionary Computation* 3(4), 1999.
public func hypervolume(of objectives: [[Double]], reference: [Double]) -> Double {
  precondition(
    !reference.isEmpty && reference.allSatisfy(\.isFinite), "a reference of \(reference)")
  let inside = objectives.filter { vector in
    precondition(
      vector.count == reference.count, "\(vector.count) objectives for \(reference.count)")
    return zip(vector, reference).allSatisfy { $0.isFinite && $0 < $1 }
  }
  return volume(inside, reference, objectives: reference.count)
}

/// Of the first `objectives` coordinates.
private func volume(_ vectors: [[Double]], _ reference: [Double], objectives: Int) -> Double {
  switch objectives {
  case 1: return vectors.reduce(0) { max($0, reference[0] - $1[0]) }
  case 2: return area(vectors, reference)
  default:
    let last = objectives - 1
    let sorted = vectors.sorted { $0[last] < $1[last] }
    var sum = 0.0
    for (index, vector) in sorted.enumerated() {
      let end = index + 1 < sorted.count ? sorted[index + 1][last] : reference[last]
      guard end > vector[last] else { continue }
      sum += (end - vector[last]) * volume(Array(sorted[...index]), reference, objectives: last)
    }
    return sum
  }
}

private func area(_ vectors: [[Double]], _ reference: [Double]) -> Double {
  var sum = 0.0
  var lowest = reference[1]
  for vector in vectors.sorted(by: { $0[0] < $1[0] }) where vector[1] < lowest {
    sum += (reference[0] - vector[0]) * (lowest - vector[1])
    lowest = vector[1]
  }
  return sum
}
