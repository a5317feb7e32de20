internal import PortableMath
internal import Stochastics

/// Component 23: who leaves for good after a session.
///
/// A shifted beta-geometric life: a member's own probability p is Beta(0.67, 3.8), and its logit is
/// shifted by −1.0 s − 0.3 log(1 + friends), and, for those who post, by −0.5 (tanh(attention) −
/// tanh 1): creators leave when nobody looks. Without shifts 0.850, 0.488 and 0.225 of the members
/// are left after 1, 7 and 30 sessions.
///
/// Source: Fader & Hardie, *Journal of Interactive Marketing* 21, 2007.
public struct Leaving: Behaviour {
  public struct Situation: Sendable {
    /// Uniform numbers of the member: two for each of two gamma variates, whose part p is.
    public let character: SIMD4<Double>
    public let satisfaction: Double
    public let friends: Int
    /// Likes received lately ÷ what is usual for those who post; `nil` for who does not.
    public let attention: Double?
    /// Uniform, of the member and the session.
    public let uniform: Double

    public init(
      character: SIMD4<Double>, satisfaction: Double, friends: Int, attention: Double?,
      uniform: Double
    ) {
      self.character = character
      self.satisfaction = satisfaction
      self.friends = friends
      self.attention = attention
      self.uniform = uniform
    }
  }

  private let leaving: SocietyParameters.Leaving
  private let leaver: GammaTable
  private let stayer: GammaTable

  public init(_ parameters: SocietyParameters) {
    leaving = parameters.leaving
    leaver = GammaTable(shape: leaving.alpha)
    stayer = GammaTable(shape: leaving.beta)
  }

  /// Whether the member leaves for good.
  public func decide(_ session: Situation) -> Bool {
    guard leaving.scale > 0 else { return false }
    let character = session.character
    // The logit of a beta variate is the difference of the logs of two gamma variates.
    var logit =
      leaver.logVariate(character.x, character.y) - stayer.logVariate(character.z, character.w)
    logit -= leaving.satisfaction * session.satisfaction
    logit -= leaving.friends * Portable.log(Double(1 + session.friends))
    if let attention = session.attention {
      logit -= leaving.attention * (Portable.tanh(attention) - Portable.tanh(1))
    }
    return session.uniform < leaving.scale * Portable.logistic(logit)
  }
}
