/// The worth of an item to a viewer, before repeats, satiation and herding.
///
/// Additive random utility: a weighted sum of the viewer's interest in the post's category, the
/// post's quality, whether its author is a friend, the viewer's own taste ε for the post, and how fresh it is
/// (``Freshness``). Latent relevance is σ(U + offset).
///
/// Source: McFadden, in *Frontiers in Econometrics*, 1974.
public struct Utility: Behaviour {
  public struct Parameters: ParameterSection {
    public var match = 0.0
    public var quality = 0.0
    public var friend = 0.0
    public var taste = 0.0
    public var offset = 0.0
    public var freshness = 0.0
    public var seen = 0.0
    public var satiation = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.utility.match", \.utility.match, 3, in: -20...20,
        "Weight of the viewer's interest in the post's category.", plausible: 1.5...4.5,
        because: "an assumption: half of the default either way"),
      SocietyParameter(
        "behaviour.utility.quality", \.utility.quality, 0.6, in: -20...20, "Weight of quality.",
        plausible: 0.2...1.2, because: "an assumption: a third of the default to twice"),
      SocietyParameter(
        "behaviour.utility.friend", \.utility.friend, 0.7, in: -20...20,
        "Added for a friend's post.", plausible: 0...1.4,
        because: "an assumption: none to twice the default"),
      SocietyParameter(
        "behaviour.utility.taste", \.utility.taste, 0.6, in: -20...20,
        "Weight of the viewer's own taste for the post, a normal draw.", plausible: 0.2...1.2,
        because: "an assumption: a third of the default to twice"),
      SocietyParameter(
        "behaviour.utility.offset", \.utility.offset, -1, in: -20...20,
        "Added to the utility under latent relevance only."),
      SocietyParameter(
        "behaviour.utility.freshness", \.utility.freshness, 0.4, in: -20...20,
        "Weight of a post's freshness, which is 1 for a new one and 0 for an old one.",
        plausible: 0...0.8, because: "an assumption: none to twice the default"),
      SocietyParameter(
        "behaviour.utility.seen", \.utility.seen, -1.5, in: -20...20,
        "Weight of the familiarity of a post that the viewer looked at before.", plausible: -3...0,
        because: "an assumption: from indifference to twice the default"),
      SocietyParameter(
        "behaviour.utility.satiation", \.utility.satiation, -0.5, in: -20...20,
        "Weight of the satiation with the category.",
        source: "Leqi et al., NeurIPS 2021", plausible: -0.5...0, .onOff,
        because: "satiation as it is by default, and none"),
    ]
  }

  static let component = BehaviourComponent(
    "utility", term: "additive random utility",
    source: "McFadden, Frontiers in Econometrics, 1974",
    neededBy: "Krauth et al. 2020: nDCG and opens; KuaiRand: opens as ranked and in random order",
    equation: {
      """
      U = \($0.utility.match) m \(signed: $0.utility.quality) q \
      \(signed: $0.utility.friend) friend \(signed: $0.utility.taste) e \(signed: $0.utility.freshness) freshness \
      \(signed: $0.utility.satiation) satiation \(signed: $0.utility.seen) familiarity + herding.
      """
    },
    without: "All items are worth the same to everybody.",
    off: [
      \.utility.match: 0, \.utility.quality: 0, \.utility.friend: 0, \.utility.taste: 0,
      \.utility.freshness: 0, \.utility.seen: 0, \.utility.satiation: 0,
    ])

  public struct Situation: Sendable {
    /// The viewer's interest in the post's category, in `0...1`.
    public let match: Double
    /// With mean 0 and unit variance over posts, by default.
    public let quality: Double
    public let isFriend: Bool
    /// A standard normal deviate of the viewer and the post.
    public let taste: Double
    /// What is left of its newness, in `0...1`: the decision of ``Freshness``.
    public let freshness: Double

    @inline(__always)
    public init(
      match: Double, quality: Double, isFriend: Bool, taste: Double, freshness: Double
    ) {
      self.match = match
      self.quality = quality
      self.isFriend = isFriend
      self.taste = taste
      self.freshness = freshness
    }
  }

  private let weights: Parameters

  public init(_ parameters: SocietyParameters) { weights = parameters.utility }

  public func decide(_ item: Situation) -> Double {
    weights.match * item.match + weights.quality * item.quality
      + (item.isFriend ? weights.friend : 0) + weights.taste * item.taste
      + weights.freshness * item.freshness
  }
}
