internal import PortableMath

/// Social proof.
///
/// What others did, as far as the page shows it, adds β log(1 + n) to the utility of opening a post
/// with n likes, and to that of voting for an entry with n votes. The parameters give β as the factor
/// 2^β by which one visible like or vote lifts the odds.
///
/// Source: Muchnik, Aral & Taylor, *Science* 341, 2013 (32 % more likely to be voted up).
public struct Herding: Behaviour {
  public struct Parameters: ParameterSection {
    public var opening = 0.0
    public var voting = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.herding.opening", \.herding.opening, 1.32, in: 0.1...10,
        "Factor on the odds of opening by one visible like; n likes count as log2(1 + n).",
        plausible: 1...1.6,
        because: "none to twice what a single visible vote did in a field experiment (1.32)"),
      SocietyParameter(
        "behaviour.herding.voting", \.herding.voting, 1.32, in: 0.1...10,
        "Factor on the odds of a vote by one visible vote; n votes count as log2(1 + n).",
        source: "Muchnik, Aral & Taylor, Science 341, 2013", plausible: 1...1.6,
        because: "none to twice what a single visible vote did in a field experiment (1.32)"),
    ]
  }

  static let component = BehaviourComponent(
    "herding", term: "social proof", source: "Muchnik, Aral & Taylor, Science 341, 2013",
    equation: {
      """
      U rises by log2(1 + visible likes) x ln \($0.herding.opening) when opening, \
      by votes when voting.
      """
    },
    without: "Nobody cares what others did.",
    off: [\.herding.opening: 1, \.herding.voting: 1])

  public enum Situation: Sendable {
    /// A post with so many visible likes.
    case opening(likes: Int)
    /// An entry with so many visible votes.
    case voting(votes: Int)
  }

  private let opening: Double
  private let voting: Double
  /// log(1 + n) of the first numbers, which are needed most.
  private let logarithms = (0..<256).map { Portable.log(Double(1 + $0)) }

  public init(_ parameters: SocietyParameters) {
    opening = Portable.log(parameters.herding.opening) / Portable.log(2)
    voting = Portable.log(parameters.herding.voting) / Portable.log(2)
  }

  /// What is added to the utility.
  public func decide(_ situation: Situation) -> Double {
    let (strength, count) =
      switch situation {
      case .opening(let likes): (opening, likes)
      case .voting(let votes): (voting, votes)
      }
    guard strength != 0 && count != 0 else { return 0 }
    return strength
      * (count < logarithms.count ? logarithms[count] : Portable.log(Double(1 + count)))
  }
}
