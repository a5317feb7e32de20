internal import PortableMath
internal import Stochastics

/// Components 15 and 16: whom people follow, and who follows back.
///
/// In a session a member looks around with a probability (0.3), and follows whom it meets with
/// probability σ(−2 + 4 cos(θᵤ, θᵥ)). After liking a stranger's post it follows the author with
/// another (0.02). A follow is returned with the probability that gives the reciprocity wanted: if
/// *A* follows lead to *qA* returned ones, r = 2q ÷ (1 + q); the return comes after an exponential
/// time (mean 29 h).
struct Following: Sendable {
  private static let afterLike: UInt32 = 0x8000_0000
  private static let back: UInt32 = 0xC000_0000

  private let parameters: SocietyParameters.Following
  private let graph: SocietyParameters.Graph
  private let stream: KeyedStream

  init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.parameters = parameters.following
    graph = parameters.graph
    self.stream = stream
  }

  /// The probability that a follow is returned.
  static func returning(reciprocity: Double) -> Double { reciprocity / (2 - reciprocity) }

  /// What the member sees of others when it looks around in a session, if it does.
  func look(_ key: MemberKey, session: UInt32) -> SIMD4<Double>? {
    guard stream.uniform(key.rawValue, session, 0) < parameters.attempts else { return nil }
    return stream.uniforms(key.rawValue, session, 1)
  }

  /// Whether the member follows whom it has met, given the cosine of their interests.
  func follows(_ key: MemberKey, session: UInt32, cosine: Double) -> Bool {
    let odds = graph.homophilyOffset + graph.homophily * cosine
    return stream.uniform(key.rawValue, session, 2) < Portable.logistic(odds)
  }

  /// Whether somebody who liked a stranger's post follows its author.
  func follows(_ key: MemberKey, afterLiking post: PostTraits) -> Bool {
    guard parameters.afterLike > 0 else { return false }
    let uniform = stream.uniform(key.rawValue, post.authorKey, Self.afterLike | post.occasion)
    return uniform < parameters.afterLike
  }

  /// Seconds after which the one followed follows back, or `nil` for never.
  func followBackDelay(of followee: MemberKey, to follower: MemberKey) -> Double? {
    let uniform = stream.uniform(followee.rawValue, follower.rawValue, Self.back)
    guard uniform < Self.returning(reciprocity: graph.reciprocity) else { return nil }
    return parameters.followBackHours * 3600
      * stream.exponential(followee.rawValue, follower.rawValue, Self.back | 1)
  }
}
