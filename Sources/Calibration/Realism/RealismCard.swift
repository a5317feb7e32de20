internal import DataFiles
package import FeedMetrics
package import SocialFeed
internal import SyntheticSociety

/// The statistics of a real community; `nil` where its logs do not have them.
package struct RealCommunity: Sendable, Hashable, Codable {
  /// Impressions of each member over the time of the log, without members who had none.
  package var activity: CountedValues?
  /// The share of each hour of the day in the impressions, from midnight.
  package var hours: [Double]?
  /// Followers of each member.
  package var followers: CountedValues?
  /// Share of impressions that were opened in the logging ranker's order, and in random order.
  package var producedClickRate: Double?
  package var uniformClickRate: Double?
  /// Actions for each impression in the logging ranker's order.
  package var actionRates: [ActionRate] = []
  /// Actions for each impression in random order.
  package var uniformActionRates: [ActionRate] = []
  /// Impressions of each post, without posts that were not shown.
  package var postPopularity: CountedValues?
  /// Share of follows that are returned.
  package var reciprocity: Double?
  /// Mean local clustering coefficient.
  package var clustering: Double?

  /// The rate of a kind of action per impression.
  package struct ActionRate: Sendable, Hashable, Codable {
    private let kindNumber: InteractionKind.RawValue
    package let rate: Double

    package var kind: InteractionKind { InteractionKind(rawValue: kindNumber)! }

    package init(_ kind: InteractionKind, _ rate: Double) {
      kindNumber = kind.rawValue
      self.rate = rate
    }
  }

  package init() {}

  /// Whether the logs have any statistic.
  package var isKnown: Bool { self != RealCommunity() }

  /// Whether people open clearly more in the logs' order than in a random one, so that the order was personal.
  package var isPersonal: Bool {
    guard let producedClickRate, let uniformClickRate else { return false }
    return producedClickRate > Self.personalLift * uniformClickRate
  }

  /// By how much an order has to raise the rate of opens to be called personal.
  private static let personalLift = 1.2

  /// Whether the logs have pages in random order.
  package var hasUniformOrder: Bool { uniformClickRate != nil || !uniformActionRates.isEmpty }
}

/// The comparison of a simulated community with a real one, by statistic.
package struct RealismCard: Sendable, Hashable, Codable {
  package let statistics: [RealismStatistic]

  package init(_ statistics: [RealismStatistic]) { self.statistics = statistics }

  /// Whether its numbers are measured numbers, and its distances not negative.
  package var isMeasured: Bool {
    statistics.allSatisfy { statistic in
      [statistic.real, statistic.simulated, statistic.distance, statistic.tolerance]
        .allSatisfy(\.isMeasured) && statistic.distance >= 0
    }
  }

  /// Whether all statistics pass.
  package var passes: Bool { statistics.allSatisfy(\.passes) }
}

extension RealismCard {
  /// The tolerances of the card.
  package enum Tolerance {
    /// Kolmogorov–Smirnov distance of distributions.
    package static let distribution = 0.06
    /// Total variation of the hours.
    package static let hours = 0.05
    /// Difference of the share of follows that are returned.
    package static let reciprocity = 0.04
    /// Difference of the mean clustering coefficient.
    package static let clustering = 0.05
    /// Difference of a rate, as a fraction of the real one.
    package static let relativeRate = 0.1
  }

  /// Compares a run with a real community, in the statistics that are known.
  ///
  /// Rates are per examined impression. Activity is relative to its mean, and the popularity of posts is
  /// scaled to the mean of the log, because a run and a log have different lengths.
  ///
  /// - Parameters:
  ///   - real: The statistics of the real community.
  ///   - produced: A run whose pages a ranker ordered.
  ///   - uniform: The same run with pages in random order; with `nil` the statistics of random order are
  ///     excluded.
  package init(real: RealCommunity, produced: RunColumns, uniform: RunColumns?) {
    let graph = FollowGraphStatistics(produced.graph)
    let curve = HourCurve(counts: produced.impressionsOfHour)
    let rows = [
      real.activity.flatMap {
        RealismStatistic.distribution(
          "impressions of a member", real: $0,
          simulated: CountedValues(whole: produced.impressionsOfMember).positive, isRelative: true,
          tolerance: Tolerance.distribution)
      },
      both(real.hours, curve).map {
        RealismStatistic.shares(
          "hours of the day", real: $0, simulated: $1.shares, tolerance: Tolerance.hours)
      },
      real.followers.flatMap {
        RealismStatistic.distribution(
          "followers of a member", real: $0,
          simulated: CountedValues(whole: produced.followersOfMember),
          tolerance: Tolerance.distribution)
      },
      Self.rate("click rate, as ranked", real.producedClickRate, produced.rate(of: .view)),
      Self.rate("click rate, in random order", real.uniformClickRate, uniform?.rate(of: .view)),
      real.postPopularity.flatMap {
        RealismStatistic.distribution(
          "impressions of a post", real: $0,
          simulated: Self.counts(produced.impressionsOfPost, asFewAs: $0),
          tolerance: Tolerance.distribution)
      },
      both(real.reciprocity, graph.reciprocity).map {
        RealismStatistic.difference(
          "reciprocity", real: $0, simulated: $1, tolerance: Tolerance.reciprocity)
      },
      both(real.clustering, graph.meanClustering).map {
        RealismStatistic.difference(
          "clustering", real: $0, simulated: $1, tolerance: Tolerance.clustering)
      },
    ]
    let actions =
      real.actionRates.map {
        Self.rate("\($0.kind) rate, as ranked", $0.rate, produced.rate(of: $0.kind))
      }
      + real.uniformActionRates.map {
        Self.rate("\($0.kind) rate, in random order", $0.rate, uniform?.rate(of: $0.kind))
      }
    self.init((rows + actions).compactMap { $0 })
  }

  private static func counts(_ counts: [Int], asFewAs real: CountedValues) -> CountedValues {
    let shown = counts.filter { $0 > 0 }
    guard let mean = real.mean, !shown.isEmpty else { return CountedValues([]) }
    return Self.counts(shown, scaledTo: mean)
  }

  /// Counts of a run scaled to the mean of a log's counts, as whole numbers from 1: most posts of a log may
  /// have been shown once, which the unscaled larger counts of a run cannot match.
  ///
  /// - Parameters:
  ///   - shown: At least one; each above 0.
  ///   - mean: Of the log's counts, above 0.
  package static func counts(_ shown: [Int], scaledTo mean: Double) -> CountedValues {
    let scale = mean * Double(shown.count) / Double(shown.reduce(0, +))
    return CountedValues(shown.map { max(1, (Double($0) * scale).rounded()) })
  }

  private static func rate(_ name: String, _ real: Double?, _ simulated: Double?)
    -> RealismStatistic?
  {
    both(real, simulated).map {
      .difference(name, real: $0, simulated: $1, tolerance: Tolerance.relativeRate * $0)
    }
  }
}

private func both<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
  guard let a, let b else { return nil }
  return (a, b)
}

extension CountedValues {
  fileprivate init(whole numbers: [Int]) { self.init(numbers.lazy.map { Double($0) }) }
}

extension RunColumns {
  /// The follows at the end, with each member as a node.
  fileprivate var graph: FollowGraph {
    FollowGraph(
      nodeCount: impressionsOfMember.count,
      edges: follows.map { FollowGraph.Edge(from: $0.from.rawValue, to: $0.to.rawValue) })
  }
}
