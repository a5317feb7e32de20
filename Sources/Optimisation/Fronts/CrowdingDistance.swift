/// How far apart the neighbours of each vector of a front are: for each objective, the difference between
/// the next higher and the next lower value of the front as a share of the front's range, summed over
/// the objectives. The first and the last in any objective are infinitely far from the others.
///
/// Of equal values the one that comes first counts as the lower. An objective with the same value in all
/// vectors, or with one that is not finite, adds 0. All are infinitely far in a front of two.
///
/// - Parameter objectives: One vector for each member of the front, of the same length.
/// - Returns: One distance for each member, in order.
/// - Complexity: O(*mn* log *n*) for *m* objectives and *n* members.
///
/// Source: Deb, Pratap, Agarwal & Meyarivan, *IEEE Transactions on Evolutionary Computation* 6(2),
/// 2002.
public func crowdingDistances(of objectives: [[Double]]) -> [Double] {
  guard objectives.count > 2 else { return objectives.map { _ in .infinity } }
  var distances = Array(repeating: 0.0, count: objectives.count)
  for objective in objectives[0].indices {
    let values = objectives.map { $0[objective] }
    guard values.allSatisfy(\.isFinite) else { continue }
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    let (first, last) = (order[0], order[order.count - 1])
    let range = values[last] - values[first]
    guard range > 0 else { continue }
    distances[first] = .infinity
    distances[last] = .infinity
    for index in 1..<order.count - 1 {
      distances[order[index]] += (values[order[index + 1]] - values[order[index - 1]]) / range
    }
  }
  return distances
}
