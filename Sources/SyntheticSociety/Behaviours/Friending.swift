/// Component 16: who asks whom to be friends, and who accepts.
///
/// In a session a member asks somebody with a probability (0.05). Who was asked answers at the next
/// session, and accepts with 0.6, and 0.1 more a mutual friend. Owners of private accounts answer
/// those who asked to follow them in the same way.
public struct Friending: Behaviour {
  public enum Situation: Sendable {
    /// A session begins.
    case session(uniform: Double)
    /// A request waits for an answer.
    case request(mutualFriends: Int, uniform: Double)
  }

  private let friending: SocietyParameters.Friending

  public init(_ parameters: SocietyParameters) { friending = parameters.friending }

  /// Whether the member looks for a friend, or accepts.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .session(let uniform): uniform < friending.attempts
    case .request(let mutualFriends, let uniform):
      uniform < Self.acceptance(friending, mutualFriends: mutualFriends)
    }
  }

  /// The probability that a request is accepted.
  static func acceptance(
    _ parameters: SocietyParameters.Friending, mutualFriends: Int
  ) -> Double {
    parameters.acceptance + parameters.acceptancePerMutualFriend * Double(mutualFriends)
  }
}
