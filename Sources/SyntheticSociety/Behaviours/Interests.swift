internal import PortableMath
internal import Stochastics

/// Component 3: what people like, and what creators post about.
///
/// Category shares s are Zipf's; a viewer's interests are Dir(8 s), a creator's Dir(3.4 s): gamma
/// variates of the shapes α sₖ over their sum.
public struct Interests: Behaviour {
  public struct Situation: Sendable {
    /// Whether it is about what somebody posts; otherwise about what somebody likes.
    public let isCreator: Bool
    /// Two uniform numbers a category.
    public let uniforms: [SIMD2<Double>]

    public init(isCreator: Bool, uniforms: [SIMD2<Double>]) {
      self.isCreator = isCreator
      self.uniforms = uniforms
    }
  }

  private let viewers: [GammaTable]
  private let creators: [GammaTable]

  /// Cost: 130 gamma quantiles a category, twice.
  public init(_ parameters: SocietyParameters) {
    let shares = zipfShares(
      count: Int(parameters.categories.count), exponent: parameters.categories.zipf)
    viewers = shares.map { GammaTable(shape: parameters.interests.viewerConcentration * $0) }
    creators = shares.map { GammaTable(shape: parameters.interests.creatorConcentration * $0) }
  }

  /// Weights of the categories, none negative, with sum 1.
  public func decide(_ situation: Situation) -> [Double] {
    let tables = situation.isCreator ? creators : viewers
    let logs = tables.indices.map { category in
      tables[category].logVariate(
        situation.uniforms[category].x, situation.uniforms[category].y)
    }
    let highest = logs.max()!
    let weights = logs.map { Portable.exp($0 - highest) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }
}
