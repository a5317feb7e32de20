public import SocialFeed

/// One of the configurations under comparison: a ranker for each feed, and an app.
public struct Arm: Sendable, Hashable {
  public let name: String
  /// The ranker of each surface, in the order of `Surface.allCases`.
  public let rankers: [RankerSettings]
  public let app: AppSettings

  /// Makes an arm.
  ///
  /// - Parameter choices: Rankers of some surfaces; the others keep the domain's defaults.
  public init(
    name: String, choices: [(Surface, RankerSettings)], app: AppSettings = AppSettings()
  ) {
    self.name = name
    self.app = app
    var rankers = Surface.allCases.map(\.defaultRanker)
    for (surface, settings) in choices { rankers[Int(surface.rawValue)] = settings }
    self.rankers = rankers
  }

  /// The ranker that orders a surface.
  public func ranker(of surface: Surface) -> RankerSettings { rankers[Int(surface.rawValue)] }
}
