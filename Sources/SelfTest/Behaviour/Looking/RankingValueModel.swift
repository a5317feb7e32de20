internal import PortableMath
internal import SocialFeed
internal import Stochastics
package import SyntheticSociety

/// The value of ranking by utility by the declared model of people, in a seeded sample of viewers and unseen posts,
/// without friends, satiation and herding.
///
/// The intercept is where the mean probability of opening is the declared one; the value of the best *k* posts
/// of each viewer is their mean probability ÷ the mean of all. Over samples of 500 viewers and 480 posts it varies
/// by 2 %, for the most because the posts do.
package struct RankingValueModel: Sendable {
  /// The intercept of opening.
  package let intercept: Double
  /// Of each rank among a viewer's posts, the mean probability of opening.
  private let chances: [Double]

  /// - Parameters:
  ///   - parameters: Of a community with more members than there are viewers.
  ///   - world: Of the sample's draws.
  package init(
    _ parameters: SocietyParameters, viewers: Int, posts: Int, seed: UInt64, world: UInt32
  ) {
    let inclinations = Self.inclinations(
      parameters, viewers: viewers, posts: posts, SocietyStreams(seed: seed, world: world))
    var (low, high) = (-60.0, 60.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      let mean = Self.meanChances(inclinations, middle).reduce(0, +) / Double(posts)
      if mean > parameters.actions.open { high = middle } else { low = middle }
    }
    intercept = (low + high) / 2
    chances = Self.meanChances(inclinations, intercept)
  }

  /// How many times as often as all posts the best of each viewer are opened.
  package func value(ofBest count: Int) -> Double {
    chances.prefix(count).reduce(0, +) / Double(count)
      / (chances.reduce(0, +) / Double(chances.count))
  }

  private static func meanChances(_ inclinations: [[Double]], _ intercept: Double) -> [Double] {
    var sums = [Double](repeating: 0, count: inclinations.first?.count ?? 0)
    for viewer in inclinations {
      for (rank, inclination) in viewer.enumerated() {
        sums[rank] += Portable.logistic(intercept + inclination)
      }
    }
    return sums.map { $0 / Double(inclinations.count) }
  }

  /// Utility plus readiness of each viewer's posts, the highest first.
  private static func inclinations(
    _ parameters: SocietyParameters, viewers: Int, posts: Int, _ streams: SocietyStreams
  ) -> [[Double]] {
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let people = (0..<Int(parameters.world.members)).map { source.member(.initial($0)) }
    let authors = DiscreteDistribution(weights: people.map { Double($0.postRate) })
    let items = (0..<UInt32(posts)).map { number in
      source.post(
        by: people[authors.quantile(streams.calibration.uniform(number))],
        opportunity: number << 8)
    }
    let utility = Utility(parameters)
    return (0..<viewers).map { viewer in
      var interests: [Float] = []
      source.appendViewerTaste(of: people[viewer].key, to: &interests)
      return items.enumerated().map { number, item in
        Double(people[viewer].readiness)
          + utility.decide(
            Utility.Situation(
              match: Double(interests[Int(item.category)]), quality: Double(item.quality),
              isFriend: false, taste: streams.taste.normal(UInt32(viewer), UInt32(number)),
              freshness: 0))
      }.sorted(by: >)
    }
  }
}
