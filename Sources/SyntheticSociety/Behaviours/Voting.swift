internal import PortableMath

/// Component 19: who votes for an entry that is looked at.
///
/// P(vote) = σ(b + U + 0.7 · friend − 0.05 · votes cast today): fatigue and friend bias. Readiness
/// to act does not matter.
public struct Voting: Behaviour {
  public struct Situation: Sendable {
    /// The entry's utility, with repeats and satiation.
    public let utility: Double
    /// What herding adds to it.
    public let herding: Double
    public let isFriend: Bool
    public let votesToday: Int
    /// exp(−b); infinite when nobody votes.
    public let reluctance: Double

    public init(
      utility: Double, herding: Double, isFriend: Bool, votesToday: Int, reluctance: Double
    ) {
      self.utility = utility
      self.herding = herding
      self.isFriend = isFriend
      self.votesToday = votesToday
      self.reluctance = reluctance
    }
  }

  private let voting: SocietyParameters.Voting

  public init(_ parameters: SocietyParameters) { voting = parameters.voting }

  /// The probability of a vote.
  public func decide(_ entry: Situation) -> Double {
    let inclination =
      entry.utility + entry.herding + (entry.isFriend ? voting.friend : 0)
      - voting.fatigue * Double(entry.votesToday)
    return 1 / (1 + entry.reluctance * Portable.exp(-inclination))
  }
}
