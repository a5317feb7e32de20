public import SocialFeed
internal import Stochastics

/// Which feed a session opens, from fixed shares.
public struct Surfaces: Behaviour {
  /// Weights of the feeds, in the order of `Surface`; their sum need not be 1.
  public struct Parameters: ParameterSection {
    public var home = 0.0
    public var contest = 0.0
    public var friends = 0.0
    public var latest = 0.0
    public var following = 0.0
    public var global = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.surfaces.home", \.surfaces.home, 55, in: 0...1_000_000, unit: "weight",
        "How often a session opens the home feed.", plausible: 25...105,
        because: "36 to 70 % of the openings, the other feeds as they are by default"),
      SocietyParameter(
        "behaviour.surfaces.contest", \.surfaces.contest, 8, in: 0...1_000_000, unit: "weight",
        "How often a session opens the contest feed."),
      SocietyParameter(
        "behaviour.surfaces.friends", \.surfaces.friends, 12, in: 0...1_000_000, unit: "weight",
        "How often a session opens the friends feed."),
      SocietyParameter(
        "behaviour.surfaces.latest", \.surfaces.latest, 10, in: 0...1_000_000, unit: "weight",
        "How often a session opens the latest feed."),
      SocietyParameter(
        "behaviour.surfaces.following", \.surfaces.following, 10, in: 0...1_000_000, unit: "weight",
        "How often a session opens the following feed."),
      SocietyParameter(
        "behaviour.surfaces.global", \.surfaces.global, 5, in: 0...1_000_000, unit: "weight",
        "How often a session opens the global feed."),
    ]
  }

  static let component = BehaviourComponent(
    "surfaces", term: "categorical choice",
    neededBy: "no figure; the source system has several feeds",
    equation: { _ in
      "A session opens home, contest, friends, latest, following or global."
    },
    without: "Every session opens home.",
    off: [
      \.surfaces.home: 1, \.surfaces.contest: 0, \.surfaces.friends: 0, \.surfaces.latest: 0,
      \.surfaces.following: 0, \.surfaces.global: 0,
    ])

  private let shares: DiscreteDistribution

  public init(_ parameters: SocietyParameters) {
    shares = DiscreteDistribution(
      weights: Parameters.parameters.map { parameters[keyPath: $0.path] })
  }

  /// The feed at a uniform number.
  public func decide(_ uniform: Double) -> Surface {
    Surface(rawValue: UInt8(shares.quantile(uniform)))!
  }
}
