public import SocialFeed

/// Who may see a post: everybody, only friends, or only its author.
public struct PostPrivacy: Behaviour {
  public struct Parameters: ParameterSection {
    public var friendsOnly = 0.0
    public var onlyMe = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.privacy.friends-only", \.privacy.friendsOnly, 0.17, in: 0...1, unit: "of posts",
        "Share of posts that friends alone see."),
      SocietyParameter(
        "behaviour.privacy.only-me", \.privacy.onlyMe, 0.03, in: 0...1, unit: "of posts",
        "Share of posts that nobody else sees."),
    ]
  }

  static let component = BehaviourComponent(
    "privacy", term: "categorical choice",
    neededBy: "no figure; the source system has posts for friends and for oneself",
    equation: {
      """
      A post is for friends only with \($0.privacy.friendsOnly), \
      for its author only with \($0.privacy.onlyMe).
      """
    },
    without: "All posts are public.",
    off: [\.privacy.friendsOnly: 0, \.privacy.onlyMe: 0])

  private let shares: Parameters

  public init(_ parameters: SocietyParameters) { shares = parameters.privacy }

  /// The privacy at a uniform number.
  public func decide(_ uniform: Double) -> Privacy {
    if uniform < shares.onlyMe { return .onlyMe }
    return uniform < shares.onlyMe + shares.friendsOnly ? .friendsOnly : .everyone
  }
}
