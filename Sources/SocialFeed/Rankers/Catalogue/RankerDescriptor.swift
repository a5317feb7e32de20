/// The description of a ranker, and how one is made.
public struct RankerDescriptor: Sendable {
  /// The name in scenarios and reports: small letters, digits and hyphens.
  public let name: String
  public let summary: String
  /// The order it gives, as a formula or in words.
  public let order: String
  /// The feeds that it can order.
  public let surfaces: [Surface]
  /// The parameters, in the order of the ranker's initialiser.
  public let parameters: [RankerParameter]
  /// Whether it is a reference ranker, which metrics are scaled by: it sees what no production ranker could.
  public let isReference: Bool
  /// Whether all its weights times one number above 0 give the same order, but for thresholds.
  public let hasFreeScale: Bool
  /// Where the order comes from; empty for FeedLab's own.
  public let source: String
  let maker: Maker

  /// The inputs of a ranker besides the values of its parameters.
  enum Maker: Sendable {
    case plain(@Sendable ([Double], RankerWorld) -> any Ranker)
    case formula(@Sendable ([Double], ScoreFormula) -> any Ranker)
    case external(@Sendable ([Double], ScoreTable, _ world: Int) -> any Ranker)
    case hosted(
      @Sendable (
        [Double], any RankerHost, RankerWorld, _ learnsUntil: Double, RankerProbe
      ) -> any Ranker)
    case reranker(@Sendable ([Double], any Ranker) -> any Ranker)
  }

  /// Describes a ranker.
  ///
  /// - Parameters:
  ///   - name: One that no other ranker of a catalogue has.
  ///   - surfaces: At least one.
  ///   - parameters: No name twice, and none of the keys that scenarios have for what else a ranker
  ///     takes, such as `ranker`, `weights` or `of`.
  ///   - make: Makes the ranker from the values of its parameters, in their order.
  public init(
    name: String, summary: String, order: String, surfaces: [Surface],
    parameters: [RankerParameter] = [], isReference: Bool = false, hasFreeScale: Bool = false,
    source: String = "", make: @escaping @Sendable ([Double]) -> any Ranker
  ) {
    self.init(
      name: name, summary: summary, order: order, surfaces: surfaces, parameters: parameters,
      isReference: isReference, hasFreeScale: hasFreeScale, source: source,
      maker: .plain { values, _ in make(values) })
  }

  /// Describes a ranker that is another one in each world.
  ///
  /// - Parameter makeInWorld: Makes the ranker from the values of its parameters and the world.
  package init(
    name: String, surfaces: [Surface], parameters: [RankerParameter],
    makeInWorld: @escaping @Sendable ([Double], RankerWorld) -> any Ranker
  ) {
    self.init(
      name: name, summary: "", order: "", surfaces: surfaces, parameters: parameters,
      isReference: false, hasFreeScale: false, source: "", maker: .plain(makeInWorld))
  }

  /// Describes a ranker that changes the order of another.
  ///
  /// - Parameter rerank: Makes the ranker from the values of its parameters and the other ranker.
  init(
    name: String, summary: String, order: String, parameters: [RankerParameter],
    source: String = "", rerank: @escaping @Sendable ([Double], any Ranker) -> any Ranker
  ) {
    self.init(
      name: name, summary: summary, order: order, surfaces: Surface.allCases,
      parameters: parameters, isReference: false, hasFreeScale: false, source: source,
      maker: .reranker(rerank))
  }

  /// Describes the ranker whose score is a formula.
  init(
    name: String, summary: String, order: String, parameters: [RankerParameter],
    score: @escaping @Sendable ([Double], ScoreFormula) -> any Ranker
  ) {
    self.init(
      name: name, summary: summary, order: order, surfaces: Surface.allCases,
      parameters: parameters, isReference: false, hasFreeScale: false, source: "",
      maker: .formula(score))
  }

  /// Describes the ranker whose scores were worked out elsewhere.
  ///
  /// - Parameter rank: Makes the ranker from the values of its parameters, the scores, and the number of the
  ///   world.
  init(
    name: String, summary: String, order: String, parameters: [RankerParameter],
    rank: @escaping @Sendable ([Double], ScoreTable, Int) -> any Ranker
  ) {
    self.init(
      name: name, summary: summary, order: order, surfaces: Surface.allCases,
      parameters: parameters, isReference: false, hasFreeScale: false, source: "",
      maker: .external(rank))
  }

  /// Describes a ranker that is external.
  ///
  /// - Parameter host: Makes the ranker from the values of its parameters, its host, the world, when it
  ///   stops to learn, and which requests are sent twice.
  init(
    name: String, summary: String, order: String, parameters: [RankerParameter],
    host:
      @escaping @Sendable ([Double], any RankerHost, RankerWorld, Double, RankerProbe) -> any Ranker
  ) {
    self.init(
      name: name, summary: summary, order: order, surfaces: Surface.allCases,
      parameters: parameters, isReference: false, hasFreeScale: false, source: "",
      maker: .hosted(host))
  }

  /// What scenarios have beside the parameters in the map of a ranker.
  private static let takenNames: Set = [
    "ranker", "weights", "score", "scores", "missing", "of", "command", "kind", "reads",
    "parameters", "learns", "files", "encoding", "batch", "timeout", "path", "url", "dialect",
    "version", "lanes", "headers-from-env", "start", "explore", "feed", "sentinel", "phrase",
  ]

  private init(
    name: String, summary: String, order: String, surfaces: [Surface],
    parameters: [RankerParameter], isReference: Bool, hasFreeScale: Bool, source: String,
    maker: Maker
  ) {
    require(!surfaces.isEmpty, "the ranker \(name) orders no feed")
    let names = parameters.map(\.name)
    for (index, parameter) in names.enumerated() {
      let isFree =
        !names[..<index].contains(parameter)
        && !Self.takenNames.contains(parameter)
      require(isFree, "the ranker \(name) cannot have a parameter '\(parameter)'")
    }
    self.name = name
    self.summary = summary
    self.order = order
    self.surfaces = surfaces
    self.parameters = parameters
    self.isReference = isReference
    self.hasFreeScale = hasFreeScale
    self.source = source
    self.maker = maker
  }

  /// Whether its score is a ``ScoreFormula``.
  public var takesFormula: Bool { if case .formula = maker { true } else { false } }

  /// Whether its scores are a ``ScoreTable``.
  public var takesScores: Bool { if case .external = maker { true } else { false } }

  /// Whether it is external, through a ``RankerHost``.
  public var takesHost: Bool { if case .hosted = maker { true } else { false } }

  /// Whether it needs something besides its name: a formula, scores or a host.
  public var needsMore: Bool { takesFormula || takesScores || takesHost }

  /// Whether it changes the order of another ranker.
  public var takesRanker: Bool { if case .reranker = maker { true } else { false } }
}
