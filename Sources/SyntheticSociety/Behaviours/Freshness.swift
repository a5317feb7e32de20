internal import PortableMath

/// How much of a post's newness is left.
///
/// 2^(−age ÷ H), from 1 for a post of this moment to 0, with the half-life H. The weight of newness in an item's
/// utility is
/// `behaviour.utility.freshness`, so that the odds of every action fall from exp(weight) times the odds of an old post
/// to 1 times. What a post receives falls faster, since rankers and scrolling bring new posts to more people: the
/// default half-life is one at which the likes of posts in a feed of the default's kind have the half-life of a network
/// of photos of friends.
///
/// Sources: Graffius, *Lifespan (half-life) of social media posts*, yearly since 2018: X 24 to 43 minutes, Facebook 75
/// to 105 minutes, Instagram 19 to 20 hours, LinkedIn 24 hours; Wu & Huberman, *PNAS* 104, 2007: 69 minutes for the news
/// of a front page. These are half-lives of what posts receive.
public struct Freshness: Behaviour {
  public struct Parameters: ParameterSection {
    public var halfLifeHours = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.freshness.half-life", \.freshness.halfLifeHours, 24, in: 0.01...87600,
        unit: "hours", "Half-life of the worth that a post has by being new.",
        source: "chosen so that half of a post's likes come within a day, as on Instagram",
        plausible: 1...168, .log,
        because:
          "published half-lives of what posts receive: half an hour on X to weeks for answers")
    ]
  }

  static let component = BehaviourComponent(
    "freshness", term: "novelty decay", source: "Wu & Huberman, PNAS 104, 2007",
    neededBy: "Wu & Huberman 2007: half-life of opens; Stack Exchange: likes by day",
    sections: ["behaviour.freshness", "behaviour.utility.freshness"],
    equation: {
      """
      U \(signed: $0.utility.freshness) 2^(-age/H), H \($0.freshness.halfLifeHours) h.
      """
    },
    without: "A post is worth the same at any age.",
    off: [\.utility.freshness: 0])

  private let halfLife: Double

  public init(_ parameters: SocietyParameters) {
    halfLife = parameters.freshness.halfLifeHours * 3600
  }

  /// What is left at an age in seconds, at least 0.
  public func decide(_ age: Double) -> Double { Portable.exp2(-age / halfLife) }
}
