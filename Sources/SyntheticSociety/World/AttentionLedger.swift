internal import PortableMath
internal import SocialFeed

/// Likes that members receive for their posts, with a fading memory.
///
/// The usual number comes from the pilot of ``SolvedIntercepts``, where feeds are in random order: it is the same in
/// all arms, so that an unseen creator has no attention, whatever others have.
struct AttentionLedger: Sendable {
  private static let span = 512.0

  private let halfLife: Double
  /// Likes received under forward decay: each adds 2^((t − landmark) ÷ half-life).
  private var received: [Double] = []
  /// What is received in the long run by a member who posts as much as most and gets the usual likes.
  private let usual: Double
  private var landmark = 0.0

  /// - Parameter usualLikes: Likes a second that a member who posts receives.
  init(_ parameters: SocietyParameters, usualLikes: Double) {
    halfLife = parameters.posting.feedbackHalfLifeDays * 86_400
    usual = usualLikes * halfLife / Portable.log(2)
  }

  mutating func reserveCapacity(members: Int) { received.reserveCapacity(members) }

  mutating func addMember() { received.append(0) }

  /// Gives a member attention at the start.
  mutating func begin(_ member: MemberID, with attention: Double) {
    received[member.index] = attention * usual
  }

  /// Counts a like for an author.
  mutating func receiveLike(_ author: MemberID, at time: Double) {
    if time / halfLife - landmark > Self.span { moveLandmark(to: time / halfLife) }
    received[author.index] += Portable.exp2(time / halfLife - landmark)
  }

  /// Takes a like back that was received half a minute ago at most: it has hardly faded.
  mutating func takeLikeBack(_ author: MemberID, at time: Double) {
    received[author.index] = max(
      0, received[author.index] - Portable.exp2(time / halfLife - landmark))
  }

  /// Likes received lately ÷ the usual number; 0 without likes.
  func attention(of member: MemberID, at time: Double) -> Double {
    usual > 0 ? received[member.index] / usual * Portable.exp2(landmark - time / halfLife) : 0
  }

  private mutating func moveLandmark(to age: Double) {
    let scale = Portable.exp2(landmark - age)
    for index in received.indices { received[index] *= scale }
    landmark = age
  }
}
