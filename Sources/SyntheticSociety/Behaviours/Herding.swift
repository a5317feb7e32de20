internal import PortableMath

/// Component 12: social proof.
///
/// What others did, as far as the page shows it, adds β log(1 + n) to the utility of opening a post
/// with n likes, and to that of voting for an entry with n votes. β is given as the factor by which
/// one visible like or vote lifts the odds: factor = 2^β; one vote lifts those of another by 1.32.
///
/// Source: Muchnik, Aral & Taylor, *Science* 341, 2013 (32 % more likely to be voted up).
public struct Herding: Behaviour {
  public enum Situation: Sendable {
    /// A post with so many visible likes.
    case opening(likes: Int)
    /// An entry with so many visible votes.
    case voting(votes: Int)
  }

  private let opening: Double
  private let voting: Double
  /// log(1 + n) of the first numbers, which are asked for most.
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
