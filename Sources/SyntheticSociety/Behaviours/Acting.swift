internal import PortableMath

/// Component 8: what people do with an item that they look at.
///
/// Independent logits: P(action) = σ(b + v + U) with the member's readiness v and the action's
/// intercept b, which is solved so that under a random ranker the mean rates are those asked for
/// (``SolvedIntercepts``). Herding acts on opening.
public struct Acting: Behaviour {
  public struct Situation: Sendable {
    /// The item's utility, with repeats and satiation, plus the member's readiness.
    public let inclination: Double
    /// What herding adds to it for opening.
    public let herding: Double
    /// exp(−b) of opening, liking, commenting and saving; infinite for what nobody does.
    public let reluctance: SIMD4<Double>

    @inline(__always)
    public init(inclination: Double, herding: Double, reluctance: SIMD4<Double>) {
      self.inclination = inclination
      self.herding = herding
      self.reluctance = reluctance
    }
  }

  public init(_ parameters: SocietyParameters) {}

  /// Probabilities of opening, liking, commenting and saving. One exponential serves for all.
  public func decide(_ item: Situation) -> SIMD4<Double> {
    var against = item.reluctance * Portable.exp(-item.inclination)
    if item.herding != 0 { against.x *= Portable.exp(-item.herding) }
    return SIMD4(repeating: 1) / (SIMD4(repeating: 1) + against)
  }
}
