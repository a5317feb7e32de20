/// A ranker that is described, with a value for each of its parameters, and with the formula or the
/// other ranker that it takes.
///
/// Two are equal when their rankers have one name and they were given the same.
public struct RankerSettings: Sendable {
  public let descriptor: RankerDescriptor
  /// In the order of the descriptor's parameters.
  public let values: [Double]
  /// The score, for a ranker that takes one.
  public let formula: ScoreFormula?
  /// The scores, for a ranker that takes some from elsewhere.
  public let scores: ScoreTable?
  /// The host of an external ranker.
  public let host: (any RankerHost)?
  /// Which requests an external ranker receives twice; results do not depend on it.
  private var probe = RankerProbe.usual
  /// The other ranker, for one that takes one; none otherwise.
  private var inners: [RankerSettings]

  /// Settings with the defaults of a ranker, and some of them set by code that knows the ranker. What comes from
  /// outside goes through ``RankerCatalogue/settings(_:_:formula:scores:host:of:)``.
  ///
  /// - Parameters:
  ///   - chosen: Values by the name of a parameter of the ranker, within the range of its initialiser.
  ///   - formula: For the ranker that takes a formula, and for no other.
  ///   - scores: For the ranker that takes scores from elsewhere, and for no other.
  ///   - host: For a ranker that is external, and for no other.
  ///   - inner: For a ranker that changes the order of another; newest first by default.
  package init(
    _ descriptor: RankerDescriptor, _ chosen: [String: Double] = [:],
    formula: ScoreFormula? = nil, scores: ScoreTable? = nil, host: (any RankerHost)? = nil,
    of inner: RankerSettings? = nil
  ) {
    let error = descriptor.error(
      in: chosen, formula: formula, scores: scores, host: host, of: inner)
    if let error { fatalError(error.description) }
    self.descriptor = descriptor
    values = descriptor.parameters.map { chosen[$0.name] ?? $0.defaultValue }
    self.formula = formula
    self.scores = scores
    self.host = host
    inners =
      descriptor.takesRanker ? [inner ?? RankerSettings(RecencyRanker.descriptor)] : []
  }

  /// The ranker's name.
  public var name: String { descriptor.name }

  /// The ranker whose order this one changes, if it does.
  public var inner: RankerSettings? { inners.first }

  /// The value of a parameter; `nil` when the ranker has none of this name.
  public subscript(name: String) -> Double? {
    descriptor.parameters.firstIndex { $0.name == name }.map { values[$0] }
  }

  /// The ranker itself.
  ///
  /// - Parameters:
  ///   - world: The one that it serves, by which scores from elsewhere may differ.
  ///   - end: Simulated seconds until it stops learning from impressions and interactions; the affinities of the
  ///     community have an end of their own.
  public func makeRanker(
    world: RankerWorld = 0, learnsUntil end: Double = .infinity
  ) -> any Ranker {
    switch descriptor.maker {
    case .plain(let make): make(values, world)
    case .formula(let make): make(values, formula!)
    case .external(let make): make(values, scores!, world.number)
    case .hosted(let make): make(values, host!, world, end, probe)
    case .reranker(let make):
      make(values, inners[0].makeRanker(world: world, learnsUntil: end))
    }
  }

  /// The same, with other requests that are sent twice, of the ranker inside too.
  package func probing(_ probe: RankerProbe) -> RankerSettings {
    var settings = self
    settings.probe = probe
    settings.inners = inners.map { $0.probing(probe) }
    return settings
  }

  /// Whether it, or a ranker inside, is external.
  package var usesHost: Bool { host != nil || inner?.usesHost ?? false }

  /// Whether its refreshes may end without all candidates: see ``Ranker/leavesOut``.
  package var leavesOut: Bool {
    switch descriptor.maker {
    case .plain(let make): make(values, 0).leavesOut
    case .formula, .external: false
    case .hosted: host?.kind != .score
    case .reranker: inner?.leavesOut ?? false
    }
  }

  /// How a community has to learn affinities for this ranker, or for the one inside; `nil` when neither has a rule.
  public var affinityRule: AffinityRule? {
    guard descriptor.parameters.starts(with: AffinityRule.parameters) else {
      return inner?.affinityRule
    }
    return AffinityRule(values: values.prefix(AffinityRule.parameters.count))
  }
}

extension RankerSettings: Hashable {
  public static func == (left: RankerSettings, right: RankerSettings) -> Bool {
    left.name == right.name && left.values == right.values && left.formula == right.formula
      && left.scores == right.scores && left.host?.digest == right.host?.digest
      && left.inners == right.inners
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(values)
    hasher.combine(formula)
    hasher.combine(scores)
    hasher.combine(host?.digest)
    hasher.combine(inners)
  }
}
