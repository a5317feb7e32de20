public import SocialFeed
internal import Stochastics

/// Component 20: which feed a session opens, from fixed shares.
public struct SurfaceChoice: Behaviour {
  private let shares: DiscreteDistribution

  public init(_ parameters: SocietyParameters) {
    let surfaces = parameters.surfaces
    shares = DiscreteDistribution(weights: [
      surfaces.home, surfaces.contest, surfaces.friends, surfaces.latest, surfaces.following,
      surfaces.global,
    ])
  }

  /// The feed at a uniform number.
  public func decide(_ uniform: Double) -> Surface {
    Surface(rawValue: UInt8(shares.quantile(uniform)))!
  }
}
