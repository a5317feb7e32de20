internal import PortableMath

/// Component 13: how much people post, with feedback from attention.
///
/// λ = ρ · c(hour) · (1 + f · tanh(attention)) with the member's own rate ρ, f (0.5), and the
/// attention: likes received lately ÷ what is usual for those who post. Occasions come at the
/// greatest rate, ρ · c · (1 + f), and are taken with probability (1 + f · tanh(…)) ÷ (1 + f): an
/// occasion is the same post in every arm that takes it.
public struct Posting: Behaviour {
  private let feedback: Double

  public init(_ parameters: SocietyParameters) { feedback = parameters.posting.feedback }

  /// The factor on the posting rate at an attention; at most 1 + f.
  public func decide(_ attention: Double) -> Double { 1 + feedback * Portable.tanh(attention) }
}
