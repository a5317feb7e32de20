internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// The candidates of home as a scenario writes them: a kind, such as `mixed`, or a map.
struct PoolSection: KeyedSection {
  private enum Kind: String, CaseIterable {
    case everyone, network, mixed
  }

  private var kind = Kind.everyone
  private var discovery = 0.0
  private var without = FeedPool.Exclusion.nothing
  private var time = 0.0

  static let keys = [
    Key<Self>(
      "of", \.kind, .choice("pool"),
      "Whose posts are candidates: everyone's, those by friends and followees, or these with discoveries.",
      default: .required("is missing; it is everyone, network or mixed")),
    Key(
      "discovery", \.discovery, .number(0...1),
      "Share of a mixed pool that is from outside the network.",
      source:
        "Meta, first quarter of 2024: about 30 % of the posts on Facebook's feed, more than 50 % on Instagram"
    ).writing { $0.kind == .mixed ? .number($0.discovery) : nil },
    Key(
      "without", \.without, .choice("kind of posts"), "What is left out after the last look at it."),
    Key("for", \.time, .duration(1...3650 * 86_400), "How long it is left out.")
      .writing { $0.without == .nothing ? nil : .string(DurationForm.text($0.time)) },
  ]

  init() { self.init(.standard) }

  init(_ pool: FeedPool) {
    switch pool.audience {
    case .everyone: kind = .everyone
    case .network: kind = .network
    case .mixed(let share): (kind, discovery) = (.mixed, share)
    }
    (without, time) = (pool.without, pool.exclusionTime)
  }

  private var pool: FeedPool {
    var pool = FeedPool()
    pool.audience =
      switch kind {
      case .everyone: .everyone
      case .network: .network
      case .mixed: .mixed(discovery: discovery)
      }
    (pool.without, pool.exclusionTime) = (without, time)
    return pool
  }

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    if let cursor = map?.find("discovery"), kind != .mixed {
      cursor.fault(.contradiction("only a mixed pool has discoveries; this one is of '\(kind)'"))
    }
    if let cursor = map?.find("for"), without == .nothing {
      cursor.fault(.contradiction("'for' needs posts to leave out, such as without: seen"))
    }
  }

  static func key<Section>(
    _ property: any WritableKeyPath<Section, FeedPool?> & Sendable, default words: String
  ) -> Key<Section> {
    Key(
      "pool", property, form, "Which posts are candidates on home.", default: .words(words))
  }

  private static let form = ValueForm<FeedPool>(
    .either([.choice(Kind.allCases.map(\.rawValue)), .map(keys.map(\.syntax))]),
    inScenario: { cursor, scenario in
      var section = PoolSection()
      guard cursor.isMap else {
        guard let kind = ValueForm<Kind>.choice("pool").read(cursor, scenario) else { return nil }
        section.kind = kind
        return section.pool
      }
      section.readMap(cursor, scenario)
      return section.pool
    },
    write: { PoolSection($0).resolved })
}
