internal import SyntheticSociety

/// Standard errors of rows that are nested in members or authors, who differ: a member's thousand impressions
/// are no thousand members.
extension Estimate {
  /// The ratio of two totals over clusters, such as likes a post over authors, or opens an impression over
  /// members: *R* = Σ *s* ÷ Σ *n*, with SE² = *G*/(*G* − 1) · Σ (*s* − *R n*)² ÷ (Σ *n*)² over the *G* clusters
  /// with any row. Where each row is a cluster of its own and *n* = 1 it is the standard error of a mean.
  ///
  /// - Parameters:
  ///   - sums: What is counted, by the cluster's number; those that are missing at the end are 0.
  ///   - sizes: How many rows it is counted over, likewise.
  /// - Returns: `nil` without rows; without a standard error for a single cluster.
  ///
  /// Source: Cochran, *Sampling Techniques*, 3rd ed., 1977, section 9A.1 (ratio to size); Liang & Zeger,
  /// *Biometrika* 73(1), 1986.
  package static func ratio(of sums: [Int], to sizes: [Int]) -> Estimate? {
    let clusters = (0..<max(sums.count, sizes.count)).map { index in
      (
        sum: index < sums.count ? sums[index] : 0, size: index < sizes.count ? sizes[index] : 0
      )
    }.filter { $0.sum != 0 || $0.size != 0 }
    return ratio(of: clusters.map { Double($0.sum) }, to: clusters.map { Double($0.size) })
  }

  /// The ratio of two totals that are no counts, such as rewards by weights; each element is a cluster.
  package static func ratio(of sums: [Double], to sizes: [Double]) -> Estimate? {
    let total = sizes.reduce(0, +)
    guard total > 0 else { return nil }
    let ratio = sums.reduce(0, +) / total
    let squares = zip(sums, sizes).reduce(0) { squares, cluster in
      let rest = cluster.0 - ratio * cluster.1
      return squares + rest * rest
    }
    let count = Double(sums.count)
    return Estimate(
      ratio,
      standardError: count > 1 ? (count / (count - 1) * squares).squareRoot() / total : nil)
  }

  /// One estimate with its standard errors SE₀ for independent rows, and by clusters of one kind, or of two that cross,
  /// such as the members who act and the authors of what they act on: SE² = SE₁² + SE₂² − SE₀², which is at least the
  /// larger of SE₁² and SE₂².
  ///
  /// - Parameter estimates: For independent rows, and then by each kind of cluster, two at most.
  /// - Returns: Without a standard error where a kind has a single cluster.
  ///
  /// Source: Cameron, Gelbach & Miller, *Journal of Business & Economic Statistics* 29(2), 2011.
  package static func crossed(_ estimates: [Estimate]) -> Estimate {
    precondition((1...3).contains(estimates.count), "\(estimates.count) estimates")
    guard estimates.count == 3 else { return estimates[estimates.count - 1] }
    let squares = estimates.compactMap(\.standardError).map { $0 * $0 }
    return Estimate(
      estimates[0].value,
      standardError: squares.count == 3
        ? max(squares[1], squares[2], squares[1] + squares[2] - squares[0]).squareRoot() : nil)
  }

  /// The ratio of two totals over pairs of members, such as returned follows over follows, where a member
  /// is in many pairs.
  ///
  /// With *u* = *s* − *R n* of each pair, SE² = *G*/(*G* − 1) · (Σᵢ (Σ *u* of member *i*'s pairs)² − Σ *u*²) ÷ (Σ *n*)²
  /// for *G* members: all products of pairs that share a member. Σ *u*², the variance of pairs without
  /// common members, is the least that counts, since the difference may be below it by chance.
  ///
  /// - Returns: `nil` without pairs.
  ///
  /// Source: Fafchamps & Gubert, *Journal of Development Economics* 83(2), 2007; Aronow, Samii & Assenova,
  /// *Political Analysis* 23(4), 2015.
  package static func ratio(over pairs: [MemberPair]) -> Estimate? {
    let total = pairs.reduce(0) { $0 + $1.size }
    guard total > 0 else { return nil }
    let ratio = pairs.reduce(0) { $0 + $1.sum } / total
    var members: [UInt32: Double] = [:]
    var squares = 0.0
    for pair in pairs {
      let rest = pair.sum - ratio * pair.size
      members[pair.low, default: 0] += rest
      members[pair.high, default: 0] += rest
      squares += rest * rest
    }
    // In a fixed order, since rounding depends on it.
    let shared = members.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
    let count = Double(members.count)
    return Estimate(
      ratio,
      standardError: (count / (count - 1) * max(shared - squares, squares)).squareRoot() / total)
  }
}

extension [CountedValues] {
  /// The standard error of an estimate from the numbers of these clusters, such as a mean of logarithms: the
  /// error of the mean of the numbers' influences.
  ///
  /// - Parameter influence: How far a number moves the estimate, times *n*; 0 on average over what was fitted.
  /// - Returns: `nil` for fewer than two clusters.
  ///
  /// Source: Huber, *Robust Statistics*, 1981, section 1.5; Liang & Zeger, *Biometrika* 73(1), 1986.
  func standardError(of influence: (Double) -> Double) -> Double? {
    Estimate.ratio(of: map { $0.sum(influence) }, to: map { Double($0.count) })?.standardError
  }

  /// The standard error of a median by cluster, as ``CountedValues/medianError(shareError:)``.
  ///
  /// - Parameter whole: The column whose median it is.
  package func standardError(ofMedianOf whole: CountedValues) -> Double? {
    guard let median = whole.quantile(0.5) else { return nil }
    return standardError { $0 <= median ? 1 : 0 }.flatMap(whole.medianError)
  }
}

extension CountedValues {
  /// The standard error of the median: the distance between the quantiles at ½ ± 1.96 `shareError`, divided by 3.92.
  ///
  /// - Parameter shareError: The standard error of the share of numbers that are not above the median.
  /// - Returns: `nil` without numbers, and where that share can be any.
  ///
  /// Source: Woodruff, *JASA* 47(260), 1952.
  package func medianError(shareError: Double) -> Double? {
    let reach = 1.96 * shareError
    guard reach < 0.5, let low = quantile(0.5 - reach), let high = quantile(0.5 + reach) else {
      return nil
    }
    return (high - low) / (2 * 1.96)
  }
}

extension FollowGraph {
  /// The standard error of an estimate from followers, where each member is a number and also counts in the numbers of
  /// those whom the member follows: the jackknife that leaves out a member at a time, to first order.
  ///
  /// With the influence ψ(*k*) of a number, member *i* takes away *gᵢ* = ψ(*kᵢ*) + Σ (ψ(*kⱼ*) − ψ(*kⱼ* − 1)) over the *j*
  /// whom *i* follows: SE² = *N*/(*N* − 1) · Σ (*gᵢ* − mean)² for *N* members.
  ///
  /// - Parameter influence: How far a number moves the estimate; 0 for numbers that were not fitted.
  ///
  /// Source: Snijders & Borgatti, *Connections* 22(2), 1999; Lin, Lunde & Sarkar, *ICML* 2020.
  func jackknife(of influence: (Int) -> Double) -> Double {
    let followers = inDegrees
    var known: [Int: Double] = [:]
    func moved(by count: Int) -> Double {
      if let move = known[count] { return move }
      let move = influence(count)
      known[count] = move
      return move
    }
    var parts = followers.map(moved)
    for edge in edges {
      let count = followers[Int(edge.to)]
      parts[Int(edge.from)] += moved(by: count) - moved(by: count - 1)
    }
    let n = Double(parts.count)
    let mean = parts.reduce(0, +) / n
    return (n / (n - 1) * parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
  }

  /// The same members, where each follows those by whom the member was followed.
  var reversed: FollowGraph {
    FollowGraph(nodeCount: nodeCount, edges: edges.map { Edge(from: $0.to, to: $0.from) })
  }
}

/// What is counted of two different members.
package struct MemberPair: Sendable, Hashable {
  package let low: UInt32
  package let high: UInt32
  package let sum: Double
  /// How many rows it is counted over.
  package let size: Double

  package init(_ one: UInt32, _ other: UInt32, sum: Double, size: Double) {
    precondition(one != other, "a pair of member \(one) alone")
    (low, high) = (min(one, other), max(one, other))
    (self.sum, self.size) = (sum, size)
  }
}
