/// Who sends whom a request to be friends, and who accepts.
///
/// In a session a member may send a request. Its recipient answers at the next session, and accepts
/// with a probability that grows with the number of mutual friends. Owners of private accounts answer
/// requests to follow them in the same way.
public struct Friending: Behaviour {
  public struct Parameters: ParameterSection {
    public var attempts = 0.0
    public var acceptance = 0.0
    public var acceptancePerMutualFriend = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.friending.attempts", \.friending.attempts, 0.05, in: 0...1, unit: "a session",
        "How often a member sends a friend request.", plausible: 0.02...0.15, .log,
        because: "an assumption: a third of the default to three times as much"),
      SocietyParameter(
        "behaviour.friending.acceptance", \.friending.acceptance, 0.6, in: 0...1,
        "Probability that a request is accepted, to be friends or to follow a private account."),
      SocietyParameter(
        "behaviour.friending.acceptance-per-mutual", \.friending.acceptancePerMutualFriend, 0.1,
        in: 0...1, unit: "a mutual friend", "Gain of the probability of acceptance."),
    ]
  }

  /// Whose account is private.
  public struct Accounts: ParameterSection {
    public var privateShare = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.accounts.private", \.accounts.privateShare, 0, in: 0...1, unit: "of members",
        "Share of private accounts: followers need approval, and they and friends alone see posts.")
    ]
  }

  static let component = BehaviourComponent(
    "friending", term: "delayed reciprocity",
    sections: ["behaviour.friending", "behaviour.accounts"],
    equation: {
      """
      A follow is returned after Exp(\($0.following.followBackHours) h); a request accepted with \
      \($0.friending.acceptance) \(signed: $0.friending.acceptancePerMutualFriend) mutual.
      """
    },
    without: "Nobody sends a friend request.",
    off: [\.friending.attempts: 0])

  public enum Situation: Sendable {
    /// A session begins.
    case session(uniform: Double)
    /// A request waits for an answer.
    case request(mutualFriends: Int, uniform: Double)
  }

  private let friending: Parameters

  public init(_ parameters: SocietyParameters) { friending = parameters.friending }

  /// Whether the member looks for a friend, or accepts.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .session(let uniform): uniform < friending.attempts
    case .request(let mutualFriends, let uniform):
      uniform < friending.acceptance(mutualFriends: mutualFriends)
    }
  }
}

extension Friending.Parameters {
  /// The probability that a request is accepted.
  func acceptance(mutualFriends: Int) -> Double {
    acceptance + acceptancePerMutualFriend * Double(mutualFriends)
  }
}
