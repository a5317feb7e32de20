/// Interests that follow what people like.
///
/// Exponential smoothing with mean reversion, at each like: θ ← (1 − η − κ) θ + η e + κ θ₀, with e
/// the liked post's category, the rate η and the pull κ back to where the member started. Weights
/// stay a distribution.
///
/// Source: Jiang, Chiappa, Lattimore, György & Kohli, AIES 2019 (degenerate feedback loops).
public struct Drift: Behaviour {
  public struct Parameters: ParameterSection {
    public var rate = 0.0
    public var reversion = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.drift.rate", \.drift.rate, 0.01, in: 0...0.5, unit: "a like",
        "How far a like moves the member's interests towards the post's category.",
        source: "Jiang et al., AIES 2019", plausible: 0...0.03,
        because: "an assumption: none to three times the default"),
      SocietyParameter(
        "behaviour.drift.reversion", \.drift.reversion, 0.002, in: 0...0.5, unit: "a like",
        "How far a like pulls the interests back to where the member started."),
    ]
  }

  static let component = BehaviourComponent(
    "drift", term: "exponential smoothing with mean reversion",
    source: "Jiang et al., AIES 2019",
    neededBy: "Jiang et al. 2019: feedback of feeds on interests",
    equation: {
      """
      At a like: theta <- (1 - \($0.drift.rate) - \($0.drift.reversion)) theta \
      + \($0.drift.rate) e(category) + \($0.drift.reversion) theta(0).
      """
    },
    without: "Interests stay as they are.",
    off: [\.drift.rate: 0, \.drift.reversion: 0])

  public struct Situation: Sendable {
    /// The member's interest in a category, now and at the start.
    public let weight: Double
    public let initialWeight: Double
    /// Whether the liked post is of that category.
    public let isLiked: Bool

    public init(weight: Double, initialWeight: Double, isLiked: Bool) {
      self.weight = weight
      self.initialWeight = initialWeight
      self.isLiked = isLiked
    }
  }

  private let drift: Parameters

  public init(_ parameters: SocietyParameters) { drift = parameters.drift }

  /// The interest in the category after a like.
  public func decide(_ category: Situation) -> Double {
    (1 - drift.rate - drift.reversion) * category.weight + (category.isLiked ? drift.rate : 0)
      + drift.reversion * category.initialWeight
  }
}
