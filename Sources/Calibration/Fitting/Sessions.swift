internal import FeedMetrics

/// How long users wait between successive impressions, in bins.
package struct GapBins: Sendable, Hashable {
  /// The lower edges of the bins, in seconds; the last bin has no end.
  package static let edges = [0.0, 1, 10, 60, 300, 1_800, 7_200]

  /// How many gaps each bin has.
  package private(set) var counts: [Int]

  package init() { counts = [Int](repeating: 0, count: Self.edges.count) }

  /// - Parameter counts: One for each of `edges`, none negative.
  package init(counts: [Int]) {
    precondition(counts.count == Self.edges.count, "\(counts.count) bins of gaps")
    for count in counts { precondition(count >= 0, "a bin of \(count) gaps") }
    self.counts = counts
  }

  /// Counts a gap.
  ///
  /// - Parameter gap: Seconds between two impressions of one user, not negative.
  package mutating func add(gap: Double) {
    precondition(gap >= 0, "a gap of \(gap) s")
    var bin = Self.edges.count - 1
    while gap < Self.edges[bin] { bin -= 1 }
    counts[bin] += 1
  }

  /// How many gaps last at least so long.
  ///
  /// - Parameter edge: One of `edges`.
  package func count(from edge: Double) -> Int {
    guard let bin = Self.edges.firstIndex(of: edge) else {
      preconditionFailure("no bin of gaps begins at \(edge) s")
    }
    return counts[bin...].reduce(0, +)
  }
}

/// Sessions, separated by gaps between impressions: a gap of 30 minutes starts a session, a gap of one
/// second a page load.
package struct SessionStatistics: Sendable, Hashable {
  /// The gap that starts a session, in seconds.
  package static let sessionGap = RunColumns.sessionGap
  /// The gap that starts a page load, in seconds.
  package static let loadGap = 1.0

  package let impressions: Int
  package let loads: Int
  package let sessions: Int
  package let sessionsPerUserDay: Double
  /// Shares of the bins from a second on among the gaps of a second or more; `nil` without any.
  package let gapShares: [Double]?

  /// - Parameters:
  ///   - gaps: Between the successive impressions of each user.
  ///   - users: Those with an impression: each begins with a session and a load.
  ///   - days: The length of the observation, above 0.
  /// - Returns: `nil` without users.
  package init?(gaps: GapBins, users: Int, days: Double) {
    precondition(days > 0 && days.isFinite, "sessions of \(days) days")
    precondition(users >= 0, "\(users) users")
    guard users > 0 else { return nil }
    impressions = gaps.count(from: 0) + users
    loads = gaps.count(from: Self.loadGap) + users
    sessions = gaps.count(from: Self.sessionGap) + users
    sessionsPerUserDay = Double(sessions) / (Double(users) * days)
    let long = gaps.count(from: Self.loadGap)
    gapShares = long > 0 ? gaps.counts.dropFirst().map { Double($0) / Double(long) } : nil
  }

  package var impressionsPerSession: Double { Double(impressions) / Double(sessions) }
  package var loadsPerSession: Double { Double(loads) / Double(sessions) }
  package var impressionsPerLoad: Double { Double(impressions) / Double(loads) }
}

/// How bursty gaps are: (σ − μ)/(σ + μ), −1 for a clock, 0 for a Poisson process, near 1 for bursts.
///
/// - Parameter gaps: Above 0; σ has *n* in the denominator.
/// - Returns: `nil` unless the mean is above 0.
///
/// Source: Goh & Barabási, *Europhysics Letters* 81, 2008.
package func burstiness(_ gaps: CountedValues) -> Double? {
  guard let mean = gaps.mean, mean > 0 else { return nil }
  let deviation =
    (gaps.sum { ($0 - mean) * ($0 - mean) } / Double(gaps.count)).squareRoot()
  return (deviation - mean) / (deviation + mean)
}
