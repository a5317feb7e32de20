internal import PortableMath
internal import Stochastics

/// What people like, and what creators post about.
///
/// Category shares s are Zipf's; the interests of a viewer or a creator are Dir(α s), each with its
/// concentration α: gamma variates of the shapes α sₖ over their sum.
public struct Interests: Behaviour {
  public struct Parameters: ParameterSection {
    public var viewerConcentration = 0.0
    public var creatorConcentration = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.interests.viewer-concentration", \.interests.viewerConcentration, 8,
        in: 0.05...1000,
        "Concentration of viewers' Dirichlet interests around the category shares.",
        plausible: 3...24, .log,
        because: "an assumption: a third of the default to three times as much"),
      SocietyParameter(
        "behaviour.interests.creator-concentration", \.interests.creatorConcentration, 10,
        in: 0.05...1000, "Concentration of creators' Dirichlet interests.",
        source:
          "chosen for the posts of an author, whose entropy of categories is 1.13 nats in Flickr Dresden",
        plausible: 3...20, .log,
        because:
          "3.0 in Flickr Dresden if the posts of a batch count one by one; twice the default"
      ),
    ]
  }

  public struct Categories: ParameterSection {
    public var count = 0.0
    public var zipf = 0.0

    static let parameters = [
      SocietyParameter(
        "world.categories.count", \.categories.count, 12, in: 1...64, isInteger: true,
        "Categories of posts."),
      SocietyParameter(
        "world.categories.zipf", \.categories.zipf, 0.95, in: 0...3,
        "Slope of the category shares: share of the k-th is proportional to k^-zipf.",
        source: "KuaiRand, 20 largest categories: 0.948", plausible: 0.6...1.4,
        because: "0.95 in KuaiRand, 1.13 in Stack Exchange, either way by a third"),
    ]
  }

  static let component = BehaviourComponent(
    "interests", term: "latent Dirichlet vectors",
    source: "KuaiRand: Zipf slope; Flickr Dresden: concentration",
    neededBy: "KuaiRand, Flickr: categories of posts and authors; Chaney et al. 2018",
    sections: ["behaviour.interests", "world.categories"],
    equation: {
      """
      Category shares s are Zipf's; viewers are Dir(\($0.interests.viewerConcentration) s), \
      creators Dir(\($0.interests.creatorConcentration) s).
      """
    },
    without: "All like and post about all categories by their shares.",
    off: [\.interests.viewerConcentration: 1000, \.interests.creatorConcentration: 1000])

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
