internal import PortableMath
internal import SocialFeed

/// Likes that members receive for their posts, with a fading memory.
struct AttentionLedger: Sendable {
  private static let span = 512.0

  private let halfLife: Double
  /// Likes received under forward decay: each adds 2^((t − landmark) ÷ half-life).
  private var received: [Double] = []
  private var total = 0.0
  private var landmark = 0.0
  private var posters = 0

  init(_ parameters: SocietyParameters) {
    halfLife = parameters.posting.feedbackHalfLifeDays * 86_400
  }

  mutating func reserveCapacity(members: Int) { received.reserveCapacity(members) }

  mutating func addMember(isPoster: Bool) {
    received.append(0)
    if isPoster { posters += 1 }
  }

  /// Counts a like for an author.
  mutating func receiveLike(_ author: MemberID, at time: Double) {
    if time / halfLife - landmark > Self.span { moveLandmark(to: time / halfLife) }
    let weight = Portable.exp2(time / halfLife - landmark)
    received[author.index] += weight
    total += weight
  }

  /// Likes received ÷ the mean over members who post. The decay is common to both and falls out.
  func attention(of member: MemberID) -> Double {
    total > 0 ? received[member.index] * Double(posters) / total : 0
  }

  private mutating func moveLandmark(to age: Double) {
    let scale = Portable.exp2(landmark - age)
    for index in received.indices { received[index] *= scale }
    total *= scale
    landmark = age
  }
}
