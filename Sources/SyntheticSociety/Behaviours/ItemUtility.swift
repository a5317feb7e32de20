/// Components 4 and 7: what an item is worth to a viewer, before repeats, satiation and herding.
///
/// U = 3 m + 0.6 q + 0.7 · friend + 0.6 ε, with the viewer's interest m in the post's category, the
/// post's quality q and the viewer's own taste ε for the post: additive random utility. Latent
/// relevance is σ(U − 1).
///
/// Source: McFadden, in *Frontiers in Econometrics*, 1974.
public struct ItemUtility: Behaviour {
  public struct Situation: Sendable {
    /// The viewer's interest in the post's category, in `0...1`.
    public let match: Double
    /// With mean 0 and unit variance over posts, by default.
    public let quality: Double
    public let isFriend: Bool
    /// A standard normal deviate of the viewer and the post.
    public let taste: Double

    @inline(__always)
    public init(match: Double, quality: Double, isFriend: Bool, taste: Double) {
      self.match = match
      self.quality = quality
      self.isFriend = isFriend
      self.taste = taste
    }
  }

  private let weights: SocietyParameters.Utility

  public init(_ parameters: SocietyParameters) { weights = parameters.utility }

  public func decide(_ item: Situation) -> Double {
    weights.match * item.match + weights.quality * item.quality
      + (item.isFriend ? weights.friend : 0) + weights.taste * item.taste
  }
}
