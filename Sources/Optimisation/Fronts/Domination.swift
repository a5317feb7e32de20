/// Whether `a` is at least as low as `b` in each objective and lower in one.
///
/// - Parameters:
///   - a: As many objectives as `b` has; NaN is neither lower nor as low.
public func dominates(_ a: [Double], _ b: [Double]) -> Bool {
  precondition(a.count == b.count, "\(a.count) objectives against \(b.count)")
  var isLower = false
  for index in a.indices {
    guard a[index] <= b[index] else { return false }
    if a[index] < b[index] { isLower = true }
  }
  return isLower
}

/// Indexes of the vectors that no other one dominates, in ascending order; equal ones are all among
/// them. Vectors with a value that is not finite are left out.
///
/// - Parameter objectives: To be low, as many in each vector.
/// - Complexity: O(*n*²).
public func paretoFront(of objectives: [[Double]]) -> [Int] {
  let finite = objectives.indices.filter { objectives[$0].allSatisfy(\.isFinite) }
  return finite.filter { index in
    !finite.contains { dominates(objectives[$0], objectives[index]) }
  }
}

/// Indexes 0, 1, …, `count` − 1 in fronts: the first front holds those that none dominates, the next those
/// that none but members of fronts before it dominates, and so on; each front is in ascending order.
///
/// Where the relation has cycles, which a statistical one may have, those that are left when each is
/// dominated by another one are the last front.
///
/// - Parameter dominates: Of two indexes, whether the first is better. If each is better than the other, the lower
///   index counts as better.
/// - Complexity: O(*n*²), with at most *n*(*n* − 1) calls.
///
/// Source: Deb, Pratap, Agarwal & Meyarivan, *IEEE Transactions on Evolutionary Computation* 6(2),
/// 2002 (fast nondominated sort).
public func nondominatedFronts(
  count: Int, dominates: (_ index: Int, _ other: Int) -> Bool
) -> [[Int]] {
  var dominated: [[Int]] = Array(repeating: [], count: count)
  var dominators = Array(repeating: 0, count: count)
  for index in 0..<count {
    for other in index + 1..<max(count, index + 1) {
      if dominates(index, other) {
        dominated[index].append(other)
        dominators[other] += 1
      } else if dominates(other, index) {
        dominated[other].append(index)
        dominators[index] += 1
      }
    }
  }
  var fronts: [[Int]] = []
  var front = (0..<count).filter { dominators[$0] == 0 }
  var remaining = count
  while !front.isEmpty {
    fronts.append(front)
    remaining -= front.count
    var next: [Int] = []
    for index in front {
      for other in dominated[index] {
        dominators[other] -= 1
        if dominators[other] == 0 { next.append(other) }
      }
    }
    front = next.sorted()
  }
  if remaining > 0 { fronts.append((0..<count).filter { dominators[$0] > 0 }) }
  return fronts
}
