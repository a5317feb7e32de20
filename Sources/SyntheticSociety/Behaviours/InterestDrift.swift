/// Component 11: interests that follow what people like.
///
/// Exponential smoothing with mean reversion, at each like: θ ← (1 − η − κ) θ + η e + κ θ₀, with e
/// the liked post's category, the rate η (0.01) and the pull κ (0.002) back to where the member
/// started. Weights stay a distribution.
///
/// Source: Jiang, Chiappa, Lattimore, György & Kohli, AIES 2019 (degenerate feedback loops).
public struct InterestDrift: Behaviour {
  public struct Situation: Sendable {
    /// The member's interest in a category, and what it was at the start.
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

  private let drift: SocietyParameters.Drift

  public init(_ parameters: SocietyParameters) { drift = parameters.drift }

  /// The interest in the category after a like.
  public func decide(_ category: Situation) -> Double {
    (1 - drift.rate - drift.reversion) * category.weight + (category.isLiked ? drift.rate : 0)
      + drift.reversion * category.initialWeight
  }
}
