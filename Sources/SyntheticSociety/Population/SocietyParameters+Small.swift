package import SocialFeed

extension SocietyParameters {
  /// The default society with another number of members and days, all of it measured.
  package static func society(members: Int, days: Double) -> SocietyParameters {
    var parameters = SocietyParameters()
    parameters.world.members = Double(members)
    parameters.world.days = days
    parameters.world.warmUpDays = 0
    return parameters
  }

  /// Lets everybody open one feed only.
  package mutating func openOnly(_ surface: Surface) {
    surfaces.home = surface == .home ? 1 : 0
    surfaces.contest = surface == .contest ? 1 : 0
    surfaces.friends = surface == .friends ? 1 : 0
    surfaces.latest = surface == .latest ? 1 : 0
    surfaces.following = surface == .following ? 1 : 0
    surfaces.global = surface == .global ? 1 : 0
  }

  /// Lets everybody pass so many items of a feed, no more and no less.
  package mutating func fixScrolling(at items: Int) {
    scrolling.cost = 0
    scrolling.gain = 0
    scrolling.deviation = 0
    scrolling.limit = Double(items)
  }
}

extension Arm {
  /// An arm that differs from the defaults on one feed.
  package static func ordering(_ surface: Surface, by ranker: String) -> Arm {
    guard let descriptor = RankerCatalogue.standard[ranker] else {
      preconditionFailure("there is no ranker \(ranker)")
    }
    return Arm(name: ranker, choices: [(surface, RankerSettings(descriptor))])
  }
}
