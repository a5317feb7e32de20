internal import PortableMath

/// Social proof.
///
/// What others did, as far as the page shows it, adds β (log₂(1 + n) − u) to the utility of opening a post
/// with n likes, and to the utility of voting for an entry with n votes. u is the mean of log₂(1 + n) over posts
/// that as many people have looked at in random order (`UsualCounts`): usual numbers have no effect, so that social
/// proof moves no mean rate under a random ranker. The parameters give β as the factor e^β by which one visible like or
/// vote lifts the odds.
///
/// Source: Muchnik, Aral & Taylor, *Science* 341, 2013 (32 % more likely to be voted up).
public struct Herding: Behaviour {
  public struct Parameters: ParameterSection {
    public var opening = 0.0
    public var voting = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.herding.opening", \.herding.opening, 1.32, in: 0.1...10,
        "Factor on the odds of opening by one visible like; n likes count as log2(1 + n) - usual.",
        plausible: 1...1.6,
        because: "none to twice what a single visible vote did in a field experiment (1.32)"),
      SocietyParameter(
        "behaviour.herding.voting", \.herding.voting, 1.32, in: 0.1...10,
        "Factor on the odds of a vote by one visible vote; n votes count as log2(1 + n) - usual.",
        source: "Muchnik, Aral & Taylor, Science 341, 2013", plausible: 1...1.6,
        because: "none to twice what a single visible vote did in a field experiment (1.32)"),
    ]
  }

  static let component = BehaviourComponent(
    "herding", term: "social proof", source: "Muchnik, Aral & Taylor, Science 341, 2013",
    neededBy: "Salganik et al. 2006; Muchnik et al. 2013; Fleder & Hosanagar 2009",
    equation: {
      """
      U rises by (log2(1 + visible likes) - usual) x ln \($0.herding.opening) when opening, \
      by votes when voting; usual for a post that as many people have looked at.
      """
    },
    without: "Nobody cares what others did.",
    off: [\.herding.opening: 1, \.herding.voting: 1])

  public enum Situation: Sendable {
    /// A post with so many visible likes, and the usual log₂(1 + likes).
    case opening(likes: Int, usual: Double)
    /// An entry with so many visible votes, and the usual log₂(1 + votes).
    case voting(votes: Int, usual: Double)
  }

  private let opening: Double
  private let voting: Double
  /// log₂(1 + n) of the first numbers, which are needed most.
  private let logarithms = (0..<256).map { Portable.log2(Double(1 + $0)) }

  public init(_ parameters: SocietyParameters) {
    opening = Portable.log(parameters.herding.opening)
    voting = Portable.log(parameters.herding.voting)
  }

  /// What is added to the utility.
  public func decide(_ situation: Situation) -> Double {
    let (strength, count, usual) =
      switch situation {
      case .opening(let likes, let usual): (opening, likes, usual)
      case .voting(let votes, let usual): (voting, votes, usual)
      }
    guard strength != 0 else { return 0 }
    let shown = count < logarithms.count ? logarithms[count] : Portable.log2(Double(1 + count))
    return strength * (shown - usual)
  }
}
