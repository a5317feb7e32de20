public import SocialFeed

/// Component 14: who may see a post: everybody, friends alone (17 %), or its author alone (3 %).
public struct PostPrivacy: Behaviour {
  private let shares: SocietyParameters.Privacy

  public init(_ parameters: SocietyParameters) { shares = parameters.privacy }

  /// The privacy at a uniform number.
  public func decide(_ uniform: Double) -> Privacy {
    if uniform < shares.onlyMe { return .onlyMe }
    return uniform < shares.onlyMe + shares.friendsOnly ? .friendsOnly : .everyone
  }
}
