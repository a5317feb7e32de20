internal import PortableMath

/// Component 15: whom people follow.
///
/// In a session a member looks around with a probability (0.3), and follows whom it meets with
/// probability σ(−2 + 4 cos(θᵤ, θᵥ)). After liking a stranger's post it follows the author with
/// another (0.02). Whom it meets is half of the time a friend of a friend, otherwise found in
/// proportion to followers + 1.
public struct Following: Behaviour {
  public enum Situation: Sendable {
    /// A session begins.
    case session(uniform: Double)
    /// Somebody was met, with interests that have a cosine with one's own.
    case meeting(cosine: Double, uniform: Double)
    /// A stranger's post was liked.
    case like(uniform: Double)
  }

  private let following: SocietyParameters.Following
  private let graph: SocietyParameters.Graph

  public init(_ parameters: SocietyParameters) {
    following = parameters.following
    graph = parameters.graph
  }

  /// Whether the member looks around, or follows.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .session(let uniform): uniform < following.attempts
    case .meeting(let cosine, let uniform):
      uniform < Portable.logistic(graph.homophilyOffset + graph.homophily * cosine)
    case .like(let uniform): uniform < following.afterLike
    }
  }
}
