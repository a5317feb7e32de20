package import SocialFeed

extension SocietyParameters {
  /// How many people a run begins with, and how long it is.
  public struct World: ParameterSection {
    public var members = 0.0
    public var days = 0.0
    public var warmUpDays = 0.0

    static let parameters = [
      SocietyParameter(
        "world.members", \.world.members, 2000, in: 1...20_000_000, unit: "members",
        isInteger: true,
        "Members at the start."),
      SocietyParameter(
        "world.days", \.world.days, 14, in: 0.01...3650, unit: "days",
        "How long the community is simulated."),
      SocietyParameter(
        "world.warm-up", \.world.warmUpDays, 3, in: 0...3650, unit: "days",
        "Days left out of the statistics."),
    ]
  }

  /// How many groups there can be: a member's takes a byte.
  public static let mostGroups = 256

  /// A group of members.
  public struct Group: Sendable, Hashable {
    public var name: String
    public var share: Double

    public init(name: String, share: Double) {
      self.name = name
      self.share = share
    }
  }

  /// The default community with another number of members and days, all of it measured.
  package static func society(members: Int, days: Double) -> SocietyParameters {
    var parameters = SocietyParameters()
    parameters.world.members = Double(members)
    parameters.world.days = days
    parameters.world.warmUpDays = 0
    return parameters
  }

  /// Lets everybody open one feed only.
  package mutating func openOnly(_ surface: Surface) {
    for (weight, candidate) in zip(Surfaces.Parameters.parameters, Surface.allCases) {
      self[keyPath: weight.path] = candidate == surface ? 1 : 0
    }
  }

  /// The feeds that sessions open.
  package var openedSurfaces: [Surface] {
    zip(Surfaces.Parameters.parameters, Surface.allCases).filter { self[keyPath: $0.0.path] > 0 }
      .map(\.1)
  }

  /// Lets everybody pass so many items of a feed, no more and no less.
  package mutating func fixScrolling(at items: Int) {
    scrolling.cost = 0
    scrolling.gain = 0
    scrolling.worth = 0
    scrolling.deviation = 0
    scrolling.limit = Double(items)
  }
}
