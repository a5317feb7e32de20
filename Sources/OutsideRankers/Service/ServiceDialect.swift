public import SocialFeed

/// The form of the requests to a service and of its answers.
///
/// Another one has a case here with its ``traits``, a lane that ``ServiceRanker`` opens, and a section in
/// `docs/reference/ranker-protocol.md`; scenarios, the schema and the lists of commands follow from the case.
public enum ServiceDialect: String, CaseIterable, Hashable, Sendable {
  /// The messages of the protocol of rankers in other processes.
  case score
  /// That of the Prosocial Ranking Challenge, whose rankers give an order.
  case prosocial
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
    /// Whether its requests have the parameters of the arm.
    public let hasParameters: Bool
    /// What may stand in braces in the words that start a service.
    public let placeholders: [ServiceProgram.Placeholder]
    /// A clause of a list of dialects.
    public let summary: String
  }

  public var traits: Traits {
    switch self {
    case .score:
      Traits(
        scheme: .http, kind: .score, learns: false, features: nil, hasParameters: true,
        placeholders: [.port], summary: "the messages of FeedLab's protocol")
    case .prosocial:
      Traits(
        scheme: .http, kind: .order, learns: false, features: ProsocialRequest.features,
        hasParameters: false, placeholders: [.port],
        summary: "that of the Prosocial Ranking Challenge, which answers with an order")
    }
  }
}
