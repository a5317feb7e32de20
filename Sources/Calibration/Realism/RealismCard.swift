package import FeedMetrics
package import SocialFeed
internal import SyntheticSociety

/// What is known of a real community, as far as it is known.
package struct RealCommunity: Sendable, Hashable, Codable {
  /// Impressions of each member over the time of the log, of those who had any.
  package var activity: CountedValues?
  /// The share of each hour of the day in the impressions, from midnight.
  package var hours: [Double]?
  /// How many follow each member.
  package var followers: CountedValues?
  /// Share of impressions that were opened where the ranker produced the order, and where it was random.
  package var producedClickRate: Double?
  package var uniformClickRate: Double?
  /// Actions for each impression where the ranker produced the order.
  package var actionRates: [ActionRate] = []
  /// The same where the order was random.
  package var uniformActionRates: [ActionRate] = []
  /// Impressions of each post, of those that were shown.
  package var postPopularity: CountedValues?
  /// Share of follows that are returned.
  package var reciprocity: Double?
  /// Mean local clustering coefficient.
  package var clustering: Double?

  /// How often one kind of action is done for each impression.
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
}

/// How a simulated community compares with a real one, statistic by statistic.
package struct RealismCard: Sendable, Hashable, Codable {
  package let statistics: [RealismStatistic]

  package init(_ statistics: [RealismStatistic]) { self.statistics = statistics }

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

  /// Compares a run with a real community; what is not known of it is left out.
  ///
  /// Rates are taken for each impression that was looked at. Activity is taken relative
  /// to its mean, and the popularity of posts is brought to the mean of the log, since a run and a log
  /// last differently long.
  ///
  /// - Parameters:
  ///   - real: What is known.
  ///   - produced: A run whose pages a ranker ordered.
  ///   - uniform: The same run with pages in random order; `nil` leaves that click rate out.
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

  /// Counts of a run brought to the mean of those of a log, as whole numbers from 1: most posts of a
  /// log may have been shown once, and no shape of a run's larger counts is like that.
  private static func counts(_ counts: [Int], asFewAs real: CountedValues) -> CountedValues {
    let shown = counts.filter { $0 > 0 }
    guard let mean = real.mean, !shown.isEmpty else { return CountedValues([]) }
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
