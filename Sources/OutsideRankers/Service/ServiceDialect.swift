public import SocialFeed

/// The form of the requests to a service and of its answers.
///
/// Another one has a case here with its ``traits``, a lane that ``ServiceRanker`` opens, and a section in
/// `docs/reference/ranker-protocol.md`; scenarios, the schema and the lists of commands follow from the case.
public enum ServiceDialect: String, CaseIterable, Hashable, Sendable {
  /// The messages of the protocol of rankers in other processes.
  case score
  /// The dialect of the Prosocial Ranking Challenge, whose rankers give an order.
  case prosocial
  /// The dialect of Metarank, which learns from events.
  case metarank
  /// The daemon of Vowpal Wabbit with a contextual bandit, which gives probabilities and learns from what came of them.
  case vw
  /// Feed generators of the AT Protocol, as Bluesky asks them, which read a relay.
  case atproto
}

extension ServiceDialect {
  /// What differs from dialect to dialect.
  public struct Traits: Sendable {
    /// How its services are talked to.
    public let scheme: ServiceAddress.Scheme
    /// What its services answer with.
    public let kind: RankerKind
    /// Whether its services get events and keep a state, so that each lane needs one of its own.
    public let learns: Bool
    /// The features that each request has; `nil` where the scenario names them.
    public let features: FeatureSet?
    /// The parameters that an arm may have.
    public let parameters: Parameters
    /// What stands in braces in the words that start a service.
    public let placeholders: [ServiceProgram.Placeholder]
    /// Whether FeedLab has to start its services, since each needs what FeedLab makes for its lane.
    public var needsStart: Bool { placeholders.contains(.relay) }
    /// A clause of a list of dialects.
    public let summary: String
  }

  /// Names of parameters.
  public enum Parameters: Hashable, Sendable {
    case none
    /// Those that the service knows.
    case any
    case of([String])
  }

  public var traits: Traits {
    switch self {
    case .score:
      Traits(
        scheme: .http, kind: .score, learns: false, features: nil, parameters: .any,
        placeholders: [.port], summary: "the messages of FeedLab's protocol")
    case .prosocial:
      Traits(
        scheme: .http, kind: .order, learns: false, features: ProsocialRequest.features,
        parameters: .none, placeholders: [.port],
        summary: "for the Prosocial Ranking Challenge, which answers with an order")
    case .metarank:
      Traits(
        scheme: .http, kind: .score, learns: true, features: nil, parameters: .none,
        placeholders: [.port], summary: "for Metarank, which learns from events")
    case .vw:
      Traits(
        scheme: .tcp, kind: .score, learns: true, features: nil,
        parameters: .of(VWDecisions.rewards.keys.sorted()), placeholders: [.port],
        summary:
          "for a Vowpal Wabbit daemon with --cb_explore_adf, which learns from what members do")
    case .atproto:
      Traits(
        scheme: .http, kind: .serve, learns: true, features: [], parameters: .none,
        placeholders: [.port, .relay],
        summary:
          "for feed generators for Bluesky, which read a relay and serve pages of their own")
    }
  }
}
