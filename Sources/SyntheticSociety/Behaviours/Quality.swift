internal import Stochastics

/// How good posts are.
///
/// An author's skill is normal with mean 0, a post's quality normal around its author's skill. With
/// the default deviations, qualities have unit variance.
public struct Quality: Behaviour {
  public struct Parameters: ParameterSection {
    public var skillDeviation = 0.0
    public var postDeviation = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.quality.skill-deviation", \.quality.skillDeviation, 0.5, in: 0...10,
        "Standard deviation of authors' skill.", plausible: 0.25...1, .log,
        because:
          "half and twice; authors explain a fifth (photo contests) to most (Flickr) of success"),
      SocietyParameter(
        "behaviour.quality.post-deviation", \.quality.postDeviation, 0.87, in: 0...10,
        "Standard deviation of a post's quality around its author's skill."),
    ]
  }

  static let component = BehaviourComponent(
    "quality", term: "common and idiosyncratic quality",
    neededBy:
      "DPChallenge: votes for an entry; Flickr: opens and likes of a post; Salganik et al. 2006",
    equation: {
      """
      q = skill of the author + N(0, \($0.quality.postDeviation)^2), \
      skill ~ N(0, \($0.quality.skillDeviation)^2).
      """
    },
    without: "All posts are equally good.",
    off: [\.quality.skillDeviation: 0, \.quality.postDeviation: 0])

  public enum Situation: Sendable {
    /// Somebody's skill.
    case skill(uniform: Double)
    /// A post by somebody of a skill.
    case post(skill: Double, uniform: Double)
  }

  private let quality: Parameters

  public init(_ parameters: SocietyParameters) { quality = parameters.quality }

  public func decide(_ situation: Situation) -> Double {
    switch situation {
    case .skill(let uniform): quality.skillDeviation * Quantile.normal(uniform)
    case .post(let skill, let uniform):
      skill + quality.postDeviation * Quantile.normal(uniform)
    }
  }
}
