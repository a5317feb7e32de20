/// Who unfollows whom, and who blocks whom.
///
/// A follow ends in a session with a hazard × (the followee's posts a day ÷ the mean of those who
/// post) × (1 − θᵤ[category]), with the category of the followee's newest post: flooding and a low
/// match drive followers away. One followee a session is considered, with the hazard of all, so that
/// a session costs the same whatever the number of followees. Blocking a follower has its own hazard.
public struct Unfollowing: Behaviour {
  public struct Parameters: ParameterSection {
    public var hazard = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.unfollowing.hazard", \.unfollowing.hazard, 0.002, in: 0...1,
        unit: "a session and followee",
        "Hazard of unfollowing, times flooding and lack of interest.",
        source: "Kivran-Swaine et al., CHI 2011: 30.6 % of follows ended within nine months")
    ]
  }

  public struct Blocking: ParameterSection {
    public var hazard = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.blocking.hazard", \.blocking.hazard, 0, in: 0...1, unit: "a session",
        "How often a member blocks a follower.")
    ]
  }

  static let component = BehaviourComponent(
    "unfollowing", term: "hazard on flooding and low match",
    neededBy: "Kivran-Swaine et al. 2011: follows that end",
    sections: ["behaviour.unfollowing", "behaviour.blocking"],
    equation: {
      """
      \($0.unfollowing.hazard) x (posts a day / mean) x (1 - theta[category]) \
      a session and followee.
      """
    },
    without: "Nobody unfollows or blocks.",
    off: [\.unfollowing.hazard: 0, \.blocking.hazard: 0])

  public enum Situation: Sendable {
    /// A followee: one of `count`, with a posting rate `flooding` times the mean of those who post
    /// and a last post of a category that interests the member by `match`.
    case followee(count: Int, flooding: Double, match: Double, uniform: Double)
    /// A follower.
    case follower(uniform: Double)
  }

  private let unfollowing: Double
  private let blocking: Double

  public init(_ parameters: SocietyParameters) {
    unfollowing = parameters.unfollowing.hazard
    blocking = parameters.blocking.hazard
  }

  /// Whether the follow ends, or the follower is blocked.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .followee(let count, let flooding, let match, let uniform):
      uniform < unfollowing * Double(count) * flooding * (1 - match)
    case .follower(let uniform): uniform < blocking
    }
  }
}
