internal import PortableMath

/// Whom people follow, and who becomes friends.
///
/// When joining and in a session a member may look around, some far more readily than others, and follows a
/// member that it meets with a probability that grows with the cosine of their interests θ and is smaller for
/// those who never post. After liking a stranger's post the member may follow the author. ``Reciprocity`` returns
/// follows. `Encounters` decides who is met.
///
/// In a session a member may also send a request to be friends. The recipient answers at the next session, and
/// accepts with a probability that grows with the number of mutual friends. Owners of private accounts answer
/// requests to follow them in the same way.
public struct Following: Behaviour {
  public struct Parameters: ParameterSection {
    public var attempts = 0.0
    public var spread = 0.0
    public var atJoining = 0.0
    public var afterLike = 0.0
    public var followBackHours = 0.0
    public var friendRequests = 0.0
    public var acceptance = 0.0
    public var acceptancePerMutualFriend = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.following.attempts", \.following.attempts, 0.17, in: 0...1, unit: "a session",
        "How often a member looks for somebody to follow: as often as balances unfollowing.",
        plausible: 0.05...0.5, .log,
        because: "an assumption: a third of the default to three times as much"),
      SocietyParameter(
        "behaviour.following.spread", \.following.spread, 1.5, in: 0...3,
        "How much members differ in how readily they look: the deviation of its logarithm.",
        source:
          "chosen for the follows of a member, whose log deviates by 1.27 in Advogato, 1.62 in KuaiRand",
        plausible: 0.75...1.9, because: "half the default to a quarter more"),
      SocietyParameter(
        "behaviour.following.at-joining", \.following.atJoining, 140, in: 0...1000, unit: "times",
        "How often a new member looks for somebody to follow when joining, on average.",
        plausible: 0...280,
        because:
          "an assumption: none to twice the default; services suggest accounts to new members"),
      SocietyParameter(
        "behaviour.following.after-like", \.following.afterLike, 0.02, in: 0...1,
        "Probability of following a stranger whose post was liked.", plausible: 0...0.06,
        because: "an assumption: none to three times the default"),
      SocietyParameter(
        "behaviour.following.follow-back", \.following.followBackHours, 29, in: 0...8760,
        unit: "hours", "Mean time until a follow is returned, where it is.",
        source: "81 % of follow-backs within 48 h"),
      SocietyParameter(
        "behaviour.following.friend-requests", \.following.friendRequests, 0.05, in: 0...1,
        unit: "a session", "How often a member sends a friend request.", plausible: 0.02...0.15,
        .log, because: "an assumption: a third of the default to three times as much"),
      SocietyParameter(
        "behaviour.following.acceptance", \.following.acceptance, 0.6, in: 0...1,
        "Probability that a request is accepted, to be friends or to follow a private account."),
      SocietyParameter(
        "behaviour.following.acceptance-per-mutual", \.following.acceptancePerMutualFriend, 0.1,
        in: 0...1, unit: "a mutual friend", "Gain of the probability of acceptance."),
    ]
  }

  /// The follows and friendships that a run starts with (``FollowGraph``), and how alike those are
  /// who follow each other.
  public struct Graph: ParameterSection {
    public var follows = 0.0
    public var friends = 0.0
    public var closure = 0.0
    public var homophilyOffset = 0.0
    public var homophily = 0.0
    public var silentAppeal = 0.0
    public var reciprocity = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.graph.follows", \.graph.follows, 50, in: 0...1000, unit: "a member",
        "Mean follows of a grown graph.",
        source:
          "chosen for the supply of a home feed: three new posts for each that a member looks at",
        plausible: 20...80, .log,
        because: "an assumption: two fifths to eight fifths of the default"),
      SocietyParameter(
        "behaviour.graph.friends", \.graph.friends, 6, in: 0...1000, unit: "a member",
        "Mean friends of a grown graph."),
      SocietyParameter(
        "behaviour.graph.closure", \.graph.closure, 0.65, in: 0...1,
        "Share of candidates that are two follows away; of the rest, half are anybody and half"
          + " met by their followers.",
        source: "preferential attachment and triadic closure; clustering of Advogato: 0.248"),
      SocietyParameter(
        "behaviour.graph.homophily-offset", \.graph.homophilyOffset, -2, in: -20...20,
        "Log odds of following a candidate of no common interest."),
      SocietyParameter(
        "behaviour.graph.homophily", \.graph.homophily, 4, in: -20...20,
        "Gain of the log odds by the cosine of the interests.", plausible: 1...7,
        because: "an assumption: three less or more than the default"),
      SocietyParameter(
        "behaviour.graph.silent-appeal", \.graph.silentAppeal, 0.7, in: 0...1,
        "Factor on the probability of following a candidate who never posts.",
        plausible: 0.2...1,
        because: "an assumption: from a fifth to as often as somebody who posts"),
      SocietyParameter(
        "behaviour.graph.reciprocity", \.graph.reciprocity, 0.3, in: 0...0.95,
        "Share of follows whose reverse exists.", plausible: 0.15...0.6,
        because:
          "0.29 in KuaiRand, 0.33 in Advogato, 0.64 among a college's students; half of the least"),
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
    "following", term: "preferential attachment, triadic closure, homophily, delayed reciprocity",
    neededBy: "Advogato, KuaiRand: followers, reciprocity and clustering",
    sections: ["behaviour.following", "behaviour.graph", "behaviour.accounts"],
    equation: {
      """
      \($0.following.attempts) attempts a session on average, times exp(\($0.following.spread) z - \
      \($0.following.spread)^2 / 2) of the member, and \($0.following.atJoining) when joining; accepted with \
      logistic(\($0.graph.homophilyOffset) \(signed: $0.graph.homophily) cos(theta, theta')), \
      \($0.graph.silentAppeal) times as often where the other never posts; returned after \
      Exp(\($0.following.followBackHours) h). \($0.following.friendRequests) friend requests a session, \
      accepted with \($0.following.acceptance) \(signed: $0.following.acceptancePerMutualFriend) mutual.
      """
    },
    without: "Nobody follows anybody new or sends a friend request.",
    off: [
      \.following.attempts: 0, \.following.atJoining: 0, \.following.afterLike: 0,
      \.following.friendRequests: 0,
    ])

  public enum Situation: Sendable {
    /// A session begins, of a member who looks so many times as readily as the mean.
    case session(readiness: Double, uniform: Double)
    /// Somebody was met, with interests that have a cosine with one's own, who posts or never does.
    case meeting(cosine: Double, posts: Bool, uniform: Double)
    /// A stranger's post was liked.
    case like(uniform: Double)
    /// A session begins, in which a friend may be looked for.
    case befriending(uniform: Double)
    /// A request waits for an answer.
    case request(mutualFriends: Int, uniform: Double)
  }

  private let following: Parameters
  private let graph: Graph

  public init(_ parameters: SocietyParameters) {
    following = parameters.following
    graph = parameters.graph
  }

  /// Whether the member looks around, follows, looks for a friend, or accepts a request.
  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .session(let readiness, let uniform): uniform < following.attempts * readiness
    case .meeting(let cosine, let posts, let uniform):
      uniform < graph.acceptance(cosine: cosine, posts: posts)
    case .like(let uniform): uniform < following.afterLike
    case .befriending(let uniform): uniform < following.friendRequests
    case .request(let mutualFriends, let uniform):
      uniform < following.acceptance(mutualFriends: mutualFriends)
    }
  }
}

extension Following.Parameters {
  /// The probability that a request is accepted.
  func acceptance(mutualFriends: Int) -> Double {
    acceptance + acceptancePerMutualFriend * Double(mutualFriends)
  }
}

extension Following.Graph {
  /// The probability of following somebody who is met.
  func acceptance(cosine: Double, posts: Bool) -> Double {
    Portable.logistic(homophilyOffset + homophily * cosine) * (posts ? 1 : silentAppeal)
  }
}
