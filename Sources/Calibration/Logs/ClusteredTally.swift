internal import Stochastics

/// How often each value came with each member, such as a delay or a position, in memory that does not grow with
/// the rows.
///
/// Up to 2¹⁷ pairs of a member and a value are exact. From then on members are in 256 groups by a hash,
/// which are clusters too, and values are rounded to 6 binary digits, a relative error of at most 1.6 %. Standard
/// errors of 256 groups vary by 1/√(2 · 255) = 4.4 % with the hash.
///
/// Source: Wolter, *Introduction to Variance Estimation*, 2nd ed., 2007, chapter 2 (random groups).
package struct ClusteredTally: Sendable {
  private struct Key: Hashable {
    let cluster: UInt64
    let value: Double
  }

  private var tried: [Key: Tried] = [:]
  private var isGrouped = false

  package init() {}

  package mutating func add(_ value: Double, of member: Int, isSuccess: Bool = true) {
    let key = Key(cluster: UInt64(member), value: value)
    tried[isGrouped ? Self.grouped(key) : key, default: Tried()].add(isSuccess)
    if tried.count > 1 << 17, !isGrouped { group() }
  }

  /// The values of each cluster, ascending, with how often each came.
  package var clusters: [[(value: Double, tried: Tried)]] {
    let ascending = tried.sorted {
      ($0.key.cluster, $0.key.value) < ($1.key.cluster, $1.key.value)
    }
    var clusters: [[(value: Double, tried: Tried)]] = []
    var last: UInt64?
    for (key, tried) in ascending {
      if key.cluster != last { clusters.append([]) }
      clusters[clusters.count - 1].append((key.value, tried))
      last = key.cluster
    }
    return clusters
  }

  /// The values of each cluster in another unit.
  func columns(scaledBy factor: Double) -> [CountedValues] {
    clusters.map { cluster in
      CountedValues(
        tallied: cluster.lazy.map { (value: $0.value * factor, count: $0.tried.trials) })
    }
  }

  private mutating func group() {
    isGrouped = true
    var groups: [Key: Tried] = [:]
    for (key, tried) in tried {
      groups[Self.grouped(key), default: Tried()].successes += tried.successes
      groups[Self.grouped(key), default: Tried()].trials += tried.trials
    }
    tried = groups
  }

  /// By a hash, because members who are alike may follow each other in a table.
  private static func grouped(_ key: Key) -> Key {
    Key(
      cluster: SplitMix64.hash(key.cluster, key: 0) >> 56, value: key.value.rounded(binaryDigits: 6)
    )
  }
}
