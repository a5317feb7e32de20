internal import PortableMath

/// Who votes for an entry that is examined.
///
/// P(vote) = σ(b + U + friend bias − fatigue · votes cast today). Readiness to act does not matter. Where an app lets
/// people vote outside of the contest feed, they do so a part as often: for entries of the running contest, and
/// for friends' photos that were not entered, which do not become more attractive by votes.
public struct Voting: Behaviour {
  public struct Parameters: ParameterSection {
    public var friend = 0.0
    public var fatigue = 0.0
    public var elsewhere = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.voting.friend", \.voting.friend, 0.7, in: -20...20,
        "Added to the utility of a friend's entry when voting."),
      SocietyParameter(
        "behaviour.voting.fatigue", \.voting.fatigue, 0.05, in: 0...20, unit: "a vote",
        "Taken from the utility of voting for each vote cast that day.", plausible: 0...0.15,
        because: "an assumption: none to three times the default"),
      SocietyParameter(
        "behaviour.voting.elsewhere", \.voting.elsewhere, 0, in: 0...1,
        "Factor on the probability of a vote in other feeds, for an entry or a friend's photo."),
    ]
  }

  static let component = BehaviourComponent(
    "voting", term: "logit with fatigue and friend bias",
    neededBy: "DPChallenge: votes for an entry; Muchnik et al. 2013",
    sections: ["behaviour.voting", "behaviour.actions.vote"],
    equation: {
      """
      P(vote) = logistic(b + U \(signed: $0.voting.friend) friend \
      \(signed: -$0.voting.fatigue) votes today), x \($0.voting.elsewhere) outside the contest feed.
      """
    },
    without: "Nobody votes.",
    off: [\.actions.vote: 0])

  public struct Situation: Sendable {
    /// The entry's utility, with repeats and satiation.
    public let utility: Double
    /// What herding adds to it.
    public let herding: Double
    public let isFriend: Bool
    public let votesToday: Int
    /// exp(−b); infinite when no one votes.
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

  private let voting: Parameters

  public init(_ parameters: SocietyParameters) { voting = parameters.voting }

  /// The probability of a vote.
  public func decide(_ entry: Situation) -> Double {
    let inclination =
      entry.utility + entry.herding + (entry.isFriend ? voting.friend : 0)
      - voting.fatigue * Double(entry.votesToday)
    return 1 / (1 + entry.reluctance * Portable.exp(-inclination))
  }
}
