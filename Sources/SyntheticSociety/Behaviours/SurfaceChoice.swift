internal import SocialFeed
internal import Stochastics

/// Component 20: which feed a session opens, drawn from fixed shares.
struct SurfaceChoice: Sendable {
  private let shares: DiscreteDistribution
  private let stream: KeyedStream

  init(_ surfaces: SocietyParameters.Surfaces, _ stream: KeyedStream) {
    self.stream = stream
    shares = DiscreteDistribution(weights: [
      surfaces.home, surfaces.contest, surfaces.friends, surfaces.latest, surfaces.following,
      surfaces.global,
    ])
  }

  func surface(_ key: MemberKey, session: UInt32) -> Surface {
    Surface(rawValue: UInt8(shares.quantile(stream.uniform(key.rawValue, session))))!
  }
}
