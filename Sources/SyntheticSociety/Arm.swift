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
    self.init(
      name: name, choices: choices, others: Surface.allCases.map(\.defaultRanker), app: app)
  }

  private init(
    name: String, choices: [(Surface, RankerSettings)], others: [RankerSettings], app: AppSettings
  ) {
    self.name = name
    self.app = app
    var rankers = others
    for (surface, settings) in choices { rankers[Int(surface.rawValue)] = settings }
    self.rankers = rankers
  }

  /// The ranker that orders a surface.
  public func ranker(of surface: Surface) -> RankerSettings { rankers[Int(surface.rawValue)] }

  /// An arm of another name that chooses the rankers of some surfaces, and is as this one otherwise.
  public func choosing(_ choices: [(Surface, RankerSettings)], name: String) -> Arm {
    Arm(name: name, choices: choices, others: rankers, app: app)
  }
}
