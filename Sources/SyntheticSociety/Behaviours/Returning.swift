internal import PortableMath

/// How soon people come back.
///
/// A proportional hazard: the rate of sessions is multiplied by exp(g · tanh s) with the gain g and the
/// satisfaction s at the time when the last session began. It is bounded: however pleased people are, they
/// come at most exp(g) times as often.
public struct Returning: Behaviour {
  public struct Parameters: ParameterSection {
    public var gain = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.returning.gain", \.returning.gain, 0.8, in: 0...10,
        "Session rates are multiplied by exp(gain x tanh(satisfaction)).",
        source:
          "chosen for the time that a chronological feed loses: Guess et al., Science 381, 2023",
        plausible: 0...1.2, because: "an assumption: from none to half as much again as the default"
      )
    ]
  }

  static let component = BehaviourComponent(
    "returning", formerly: "return", term: "proportional hazard; shifted beta-geometric life",
    source: "Fader & Hardie, J. Interactive Marketing 21, 2007",
    neededBy: "Fader & Hardie 2007: newcomers who stay; Guess et al. 2023",
    sections: ["behaviour.returning", "behaviour.churn"],
    equation: {
      """
      Session rate x exp(\($0.returning.gain) tanh s); leaves with \
      Beta(\($0.churn.alpha), \($0.churn.beta)), logit - \(factor: $0.churn.satisfaction)s \
      - \($0.churn.friends) log(1 + friends).
      """
    },
    without: "Satisfaction changes no return, and nobody leaves.",
    off: [\.returning.gain: 0, \.churn.scale: 0])

  private let gain: Double

  public init(_ parameters: SocietyParameters) { gain = parameters.returning.gain }

  /// The factor on the session rate at a satisfaction.
  public func decide(_ satisfaction: Double) -> Double {
    gain == 0 ? 1 : Portable.exp(gain * Portable.tanh(satisfaction))
  }
}
