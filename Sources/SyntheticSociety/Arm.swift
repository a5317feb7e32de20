public import SocialFeed

/// One of the configurations under comparison: a ranker for each feed, the candidates of home, and an app.
public struct Arm: Sendable, Hashable {
  public let name: String
  /// The ranker of each surface, in the order of `Surface.allCases`.
  public private(set) var rankers: [RankerSettings]
  /// Which posts are candidates on home.
  public var pool: FeedPool
  public let app: AppSettings
  /// Seconds from the start of a world until its rankers stop learning; `nil` for never.
  ///
  /// A ranker learns the members' affinities (see `AffinityRule.end`) and, where it gets the events of the world,
  /// impressions and interactions. Counts of posts go on, and so do the events of members, ties and posts.
  public var freeze: Double?

  /// Makes an arm.
  ///
  /// - Parameter choices: Rankers of some surfaces; the others keep the domain's defaults.
  public init(
    name: String, choices: [(Surface, RankerSettings)], pool: FeedPool = .standard,
    app: AppSettings = AppSettings(), freeze: Double? = nil
  ) {
    self.init(
      name: name, choices: choices, others: Surface.allCases.map(\.defaultRanker), pool: pool,
      app: app, freeze: freeze)
  }

  private init(
    name: String, choices: [(Surface, RankerSettings)], others: [RankerSettings], pool: FeedPool,
    app: AppSettings, freeze: Double?
  ) {
    self.name = name
    self.pool = pool
    self.app = app
    self.freeze = freeze
    var rankers = others
    for (surface, settings) in choices { rankers[Int(surface.rawValue)] = settings }
    self.rankers = rankers
  }

  /// The ranker that orders a surface.
  public func ranker(of surface: Surface) -> RankerSettings { rankers[Int(surface.rawValue)] }

  /// The surfaces on which some arms have different rankers.
  package static func differingSurfaces(of arms: [Arm]) -> [Surface] {
    Surface.allCases.filter { surface in
      arms.contains { $0.ranker(of: surface) != arms[0].ranker(of: surface) }
    }
  }

  /// An arm of another name that chooses the rankers of some surfaces, and is as this one otherwise.
  public func choosing(_ choices: [(Surface, RankerSettings)], name: String) -> Arm {
    Arm(name: name, choices: choices, others: rankers, pool: pool, app: app, freeze: freeze)
  }

  /// The same, with other requests that its external rankers receive twice.
  package func probing(_ probe: RankerProbe) -> Arm {
    var arm = self
    arm.rankers = rankers.map { $0.probing(probe) }
    return arm
  }

  /// When its rankers stop to learn, in seconds.
  package var learnsUntil: Double { freeze ?? .infinity }

  /// Whether one of its rankers does not come with FeedLab.
  package var usesCustomRankers: Bool {
    allRankers.contains { RankerCatalogue.standard[$0.name] == nil }
  }

  /// Whether one of its rankers is external.
  package var usesHosts: Bool { rankers.contains(where: \.usesHost) }

  /// Whether one of its rankers serves its own pages.
  package var servesPages: Bool { allRankers.contains { $0.host?.kind == .serve } }

  /// Whether refreshes of one of its rankers may end without all candidates.
  package var leavesOut: Bool { rankers.contains(where: \.leavesOut) }

  /// Whether one of its rankers gets the events of a world.
  package var usesEvents: Bool { allRankers.contains { $0.host?.learns == true } }

  /// The bytes that external rankers keep for a member at most, to show it more pages of a refresh.
  package var frozenBytes: Double { allRankers.reduce(0) { $0 + $1.frozenBytes } }

  /// The first external ranker whose answers depend on unnamed inputs; `nil` where a
  /// finished run may be used again.
  package var unidentifiedRanker: UnidentifiedRanker? {
    for host in allRankers.lazy.compactMap(\.host) {
      if let gap = host.identityGap { return UnidentifiedRanker(name: host.name, gap: gap) }
    }
    return nil
  }

  /// The rankers of its feeds, and those inside of them.
  package var allRankers: [RankerSettings] {
    rankers.flatMap { Array(sequence(first: $0, next: \.inner)) }
  }

  /// How affinities are learnt for the arm's rankers, by the rankers that use any.
  package var affinityRules: [AffinityRule] {
    rankers.compactMap(\.affinityRule).map { rule in
      var rule = rule
      rule.end = learnsUntil
      return rule
    }
  }
}

extension FeedPool {
  /// The default candidates of home, as in a large service, which does not show a post again for a month.
  ///
  /// Source: Meta, first quarter of 2024: about 30 % of the posts on Facebook's feed, and more than 50 % on
  /// Instagram, are from outside the network.
  public static var standard: FeedPool {
    var pool = FeedPool()
    pool.audience = .mixed(discovery: 0.5)
    pool.without = .seen
    pool.exclusionTime = 30 * 86_400
    return pool
  }
}

extension Arm {
  /// An arm that differs from the defaults on one feed.
  package static func ordering(
    _ surface: Surface, by ranker: String, pool: FeedPool = .standard
  ) -> Arm {
    guard let descriptor = RankerCatalogue.standard[ranker] else {
      preconditionFailure("there is no ranker \(ranker)")
    }
    return Arm(name: ranker, choices: [(surface, RankerSettings(descriptor))], pool: pool)
  }

  /// Every feed that can be in random order; the others and the app have their defaults.
  package static func random(pool: FeedPool = .standard) -> Arm {
    let random = RandomRanker.descriptor
    return Arm(
      name: "random", choices: random.surfaces.map { ($0, RankerSettings(random)) }, pool: pool)
  }
}

/// How the app of an arm behaves, beside the order of its feeds.
public struct AppSettings: Sendable, Hashable {
  /// How an app requests the next page.
  public enum Paging: String, CaseIterable, Sendable {
    /// From where the last page ended: no post published meanwhile comes in between.
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

  /// Whether an app shows how many likes and votes a post has.
  public enum Counts: String, CaseIterable, Sendable {
    case shown
    /// People do not follow the crowd then, whatever numbers rankers see.
    case hidden
  }

  /// How many posts the app requests at once, in `1...1000`: see `FeedRequest.pageSizeLimit`.
  public var pageSize = FeedRequest.usualPageSize {
    didSet {
      precondition(
        1...FeedRequest.pageSizeLimit ~= pageSize, "an app that requests \(pageSize) posts at once")
    }
  }
  public var paging = Paging.keyset
  public var sync = Sync.foreground
  public var counts = Counts.shown

  public init() {}
}
