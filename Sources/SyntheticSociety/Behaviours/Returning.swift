internal import PortableMath

/// Component 23: how soon people come back.
///
/// A proportional hazard: the rate of sessions is multiplied by exp(g · s) with the satisfaction s
/// at the time when the last session began; g is 0.8 in the presets in which satisfaction drives
/// return, otherwise 0.
public struct Returning: Behaviour {
  private let gain: Double

  public init(_ parameters: SocietyParameters) { gain = parameters.returning.gain }

  /// The factor on the session rate at a satisfaction.
  public func decide(_ satisfaction: Double) -> Double {
    gain == 0 ? 1 : Portable.exp(gain * satisfaction)
  }
}
