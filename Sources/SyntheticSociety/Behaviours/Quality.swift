internal import Stochastics

/// Component 4: how good posts are.
///
/// An author's skill is N(0, 0.5²), a post's quality skill + N(0, 0.87²), so that qualities have
/// unit variance.
public struct Quality: Behaviour {
  public enum Situation: Sendable {
    /// Somebody's skill.
    case skill(uniform: Double)
    /// A post by somebody of a skill.
    case post(skill: Double, uniform: Double)
  }

  private let quality: SocietyParameters.Quality

  public init(_ parameters: SocietyParameters) { quality = parameters.quality }

  public func decide(_ situation: Situation) -> Double {
    switch situation {
    case .skill(let uniform): quality.skillDeviation * Quantile.normal(uniform)
    case .post(let skill, let uniform): skill + quality.postDeviation * Quantile.normal(uniform)
    }
  }
}
