/// Component 17: who unfollows whom, and who blocks whom.
///
/// A follow ends in a session with the hazard 0.002 × (the followee's posts a day ÷ the mean of
/// those who post) × (1 − θᵤ[category]), the category that of the followee's newest post: flooding
/// and a low match drive followers away. One followee a session is looked at, with the hazard of
/// all, so that a session costs the same whatever the number of followees. A follower is blocked in
/// a session with a hazard of its own (0).
public struct Unfollowing: Behaviour {
  public enum Situation: Sendable {
    /// A followee: one of `count`, with a posting rate `flooding` times the mean of those who post
    /// and a last post of a category in which the member's interest is `match`.
    case followee(count: Int, flooding: Double, match: Double, uniform: Double)
    /// A follower.
    case follower(uniform: Double)
  }

  private let parting: SocietyParameters.Parting

  public init(_ parameters: SocietyParameters) { parting = parameters.parting }

  /// Whether the follow ends, or the follower is blocked.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .followee(let count, let flooding, let match, let uniform):
      uniform < parting.unfollowing * Double(count) * flooding * (1 - match)
    case .follower(let uniform): uniform < parting.blocking
    }
  }
}
