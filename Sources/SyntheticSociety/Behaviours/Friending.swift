internal import Stochastics

/// Component 16: who asks whom to be friends, and who accepts.
///
/// In a session a member asks somebody with a probability (0.05). Who was asked answers at the next
/// session, and accepts with 0.6, and 0.1 more a mutual friend. Owners of private accounts answer
/// those who asked to follow them in the same way.
struct Friending: Sendable {
  private static let follow: UInt32 = 0x4000_0000
  private static let friendship: UInt32 = 0x8000_0000

  private let parameters: SocietyParameters.Friending
  private let stream: KeyedStream

  init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.parameters = parameters.friending
    self.stream = stream
  }

  /// The probability that a request is accepted.
  static func acceptance(
    _ parameters: SocietyParameters.Friending, mutualFriends: Int
  ) -> Double {
    parameters.acceptance + parameters.acceptancePerMutualFriend * Double(mutualFriends)
  }

  /// What the member sees of others when it looks for a friend in a session, if it does.
  func look(_ key: MemberKey, session: UInt32) -> SIMD4<Double>? {
    guard stream.uniform(key.rawValue, session, 0) < parameters.attempts else { return nil }
    return stream.uniforms(key.rawValue, session, 1)
  }

  /// Whether a request for friendship is accepted.
  func acceptsFriendship(_ key: MemberKey, of requester: MemberKey, mutualFriends: Int) -> Bool {
    accepts(key, requester, Self.friendship, mutualFriends)
  }

  /// Whether a private account lets somebody follow it.
  func acceptsFollow(_ key: MemberKey, of requester: MemberKey, mutualFriends: Int) -> Bool {
    accepts(key, requester, Self.follow, mutualFriends)
  }

  private func accepts(
    _ key: MemberKey, _ requester: MemberKey, _ purpose: UInt32, _ mutualFriends: Int
  ) -> Bool {
    stream.uniform(key.rawValue, requester.rawValue, purpose)
      < Self.acceptance(parameters, mutualFriends: mutualFriends)
  }
}
