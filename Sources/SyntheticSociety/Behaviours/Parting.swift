internal import Stochastics

/// Component 17: who unfollows whom, and who blocks whom.
///
/// A follow ends in a session with the hazard 0.002 × (the followee's posts a day ÷ the mean of
/// those who post) × (1 − θᵤ[category]), the category that of the followee's newest post: flooding
/// and a low match drive followers away. One followee a session is looked at, with the hazard of
/// all, so that a session costs the same whatever the number of followees. A follower is blocked in
/// a session with a hazard of its own (0).
struct Parting: Sendable {
  private let parameters: SocietyParameters.Parting
  private let stream: KeyedStream

  init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.parameters = parameters.parting
    self.stream = stream
  }

  /// A follow that a session looks at: its place among the member's, and what decides over it.
  struct Look {
    let place: Int
    fileprivate let decision: Double
    fileprivate let count: Int
  }

  /// The followee that the member thinks about in a session.
  func followeeLook(_ key: MemberKey, session: UInt32, of count: Int) -> Look? {
    look(key, session, 0, count, parameters.unfollowing)
  }

  /// The follower that the member thinks about in a session.
  func followerLook(_ key: MemberKey, session: UInt32, of count: Int) -> Look? {
    look(key, session, 1, count, parameters.blocking)
  }

  /// Whether the follow ends.
  ///
  /// - Parameters:
  ///   - flooding: The followee's posting rate ÷ the mean of those who post.
  ///   - match: The member's interest in the followee's category.
  func unfollows(_ look: Look, flooding: Double, match: Double) -> Bool {
    look.decision < parameters.unfollowing * Double(look.count) * flooding * (1 - match)
  }

  /// Whether the follower is blocked.
  func blocks(_ look: Look) -> Bool { look.decision < parameters.blocking }

  private func look(
    _ key: MemberKey, _ session: UInt32, _ purpose: UInt32, _ count: Int, _ hazard: Double
  ) -> Look? {
    guard hazard > 0, count > 0 else { return nil }
    let uniforms = stream.uniforms(key.rawValue, session, purpose)
    return Look(place: Int(uniforms[0] * Double(count)), decision: uniforms[1], count: count)
  }
}
