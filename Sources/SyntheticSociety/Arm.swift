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

extension Arm {
  /// An arm that differs from the defaults on one feed.
  package static func ordering(_ surface: Surface, by ranker: String) -> Arm {
    guard let descriptor = RankerCatalogue.standard[ranker] else {
      preconditionFailure("there is no ranker \(ranker)")
    }
    return Arm(name: ranker, choices: [(surface, RankerSettings(descriptor))])
  }

  /// Every feed that can be in random order, the others and the app as they are by default.
  package static var random: Arm {
    let random = RandomRanker.descriptor
    return Arm(name: "random", choices: random.surfaces.map { ($0, RankerSettings(random)) })
  }
}

/// How the app of an arm behaves, beside the order of its feeds.
public struct AppSettings: Sendable, Hashable {
  /// How an app requests the next page.
  public enum Paging: String, CaseIterable, Sendable {
    /// From where the last page ended: nothing published meanwhile comes in between.
    case keyset
    /// From the number of posts it has: whatever is published meanwhile pushes posts onto two pages.
    case offset
  }

  /// When an app fetches the state of the buttons that it shows.
  public enum Sync: String, CaseIterable, Sendable {
    /// Whenever it comes to the foreground.
    case foreground
    /// Never: a stale button stays stale until its post is loaded again.
    case never
  }

  public var paging = Paging.keyset
  public var sync = Sync.foreground

  public init() {}
}
