internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Component 13: when members post, with feedback from attention.
///
/// λ = ρ · c(hour) · (1 + f · tanh(likes received ÷ expected)), where likes received are an
/// exponentially weighted sum and *expected* is its mean over members who post. Occasions come at
/// the greatest rate, ρ · c · (1 + f), and are taken with probability (1 + f · tanh(…)) ÷ (1 + f):
/// an occasion is the same post in every arm that takes it.
struct Posting: Sendable {
  private static let span = 512.0

  let curve: DailyCurve
  let gain: Double
  private let halfLife: Double
  private let stream: KeyedStream
  /// Likes received under forward decay: each adds 2^((t − landmark) ÷ half-life).
  private var received: [Double] = []
  private var total = 0.0
  private var landmark = 0.0
  private var posters = 0

  init(_ parameters: SocietyParameters, _ stream: KeyedStream, curve: DailyCurve) {
    self.curve = curve
    self.stream = stream
    gain = parameters.posting.feedback
    halfLife = parameters.posting.feedbackHalfLifeDays * 86_400
  }

  mutating func reserveCapacity(members: Int) { received.reserveCapacity(members) }

  mutating func addMember(isPoster: Bool) {
    received.append(0)
    if isPoster { posters += 1 }
  }

  /// When the member might post next, in whole seconds.
  func nextOccasion(_ traits: MemberTraits, after time: Double) -> Double {
    curve.occasion(
      after: time, phase: Double(traits.phase), rate: Double(traits.postRate) * (1 + gain),
      exponential: stream.exponential(traits.key.rawValue, traits.postOccasions, 0)
    ).rounded(.up)
  }

  /// Whether the member takes the occasion.
  func takes(_ traits: MemberTraits, _ member: MemberID, occasion: UInt32) -> Bool {
    let uniform = stream.uniform(traits.key.rawValue, occasion, 1)
    return uniform * (1 + gain) < 1 + gain * Portable.tanh(attention(of: member))
  }

  /// Counts a like for an author.
  mutating func receiveLike(_ author: MemberID, at time: Double) {
    if time / halfLife - landmark > Self.span { moveLandmark(to: time / halfLife) }
    let weight = Portable.exp2(time / halfLife - landmark)
    received[author.index] += weight
    total += weight
  }

  /// Likes received ÷ expected. The decay is common to both and falls out.
  private func attention(of member: MemberID) -> Double {
    total > 0 ? received[member.index] * Double(posters) / total : 0
  }

  private mutating func moveLandmark(to age: Double) {
    let scale = Portable.exp2(landmark - age)
    for index in received.indices { received[index] *= scale }
    total *= scale
    landmark = age
  }
}
