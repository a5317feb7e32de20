internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

extension Scenario {
  /// The compared arms, the number of worlds, and the hypotheses.
  public struct Comparison: Sendable, Hashable {
    public internal(set) var baseline: String
    /// In the order of the file.
    public internal(set) var candidates: [String]
    public var replications: Replications
    public var questions: Questions
    /// Whether each world is a pair of antithetic twins, whose mean is the value of the world.
    public var isAntithetic: Bool

    public init(
      baseline: String, candidates: [String], replications: Replications = .fixed(8),
      questions: Questions = Questions(), isAntithetic: Bool = false
    ) {
      self.baseline = baseline
      self.candidates = candidates
      self.replications = replications
      self.questions = questions
      self.isAntithetic = isAntithetic
    }
  }

  /// How many parallel worlds an experiment has.
  public enum Replications: Sendable, Hashable, Codable {
    case fixed(Int)
    /// As many as a decision takes: looks at `first` worlds, twice as many and so on, the last at `most`,
    /// until all hypotheses are decided.
    case looks(first: Int, most: Int)

    /// Looks at 8, 16, 32 and 64 worlds.
    public static let auto = Replications.looks(first: 8, most: 64)

    /// How many there are in any case.
    public var least: Int {
      switch self {
      case .fixed(let worlds): worlds
      case .looks(let first, _): first
      }
    }

    /// How many there may be.
    public var most: Int {
      switch self {
      case .fixed(let worlds): worlds
      case .looks(_, let most): most
      }
    }
  }

  /// The hypotheses that a comparison tests, and its type I error rate.
  public struct Questions: Sendable, Hashable, Codable {
    /// The id of the metric that a candidate must improve to be shipped.
    public var primary: String?
    /// The ids of the metrics that it must not harm by more than their margin, in the order of the file.
    public var guardrails: [String]
    /// The type I error rate, in (0, 0.5].
    public var alpha: Double
    public var correction: Correction
    public var family: Family
    public var equivalence: Equivalence
    /// Stored designs have it where the primary is the default one.
    private var isPrimaryDefault: Bool?

    /// Whether neither the primary nor guardrails are written: the primary is then engagement on the surfaces on which the
    /// arms differ, and `nil` without a comparison.
    package var hasDefaultPrimary: Bool {
      get { isPrimaryDefault ?? false }
      set { isPrimaryDefault = newValue ? true : nil }
    }

    public init(
      primary: String? = nil, guardrails: [String] = [], alpha: Double = 0.05,
      correction: Correction = .holm, family: Family = .scenario,
      equivalence: Equivalence = .interval
    ) {
      self.primary = primary
      self.guardrails = guardrails
      self.alpha = alpha
      self.correction = correction
      self.family = family
      self.equivalence = equivalence
    }

    /// The tested metrics, the primary first, none twice.
    public var metrics: [String] { (primary.map { [$0] } ?? []) + guardrails }
  }

  /// How *p* values are corrected for their number.
  public enum Correction: String, Sendable, Hashable, Codable, CaseIterable {
    /// Holm's step-down procedure: the probability of any false alarm in the family is at most alpha.
    case holm
    /// Benjamini and Hochberg's step-up procedure: the expected share of false alarms among all is at most
    /// alpha.
    case benjaminiHochberg = "bh"
    case none
  }

  /// Which *p* values are corrected together.
  public enum Family: String, Sendable, Hashable, Codable, CaseIterable {
    /// The hypotheses of all candidates.
    case scenario
    /// The hypotheses of each candidate.
    case candidate
    /// Each *p* value by itself.
    case none
  }

  /// When a candidate is called equivalent.
  public enum Equivalence: String, Sendable, Hashable, Codable, CaseIterable {
    /// When the printed interval, of level 1 − alpha, is within the margin.
    case interval
    /// When the interval of level 1 − 2 alpha is within the margin: two one-sided tests at alpha each.
    case tost
  }
}

extension Scenario.Comparison: KeyedSection {
  static let keys = [
    Key<Self>(
      "baseline", \.baseline, .arm, "The arm that the others are compared with.",
      default: .computed("the first arm") { $0.baseline = $2.armNames.first ?? "" }),
    Key(
      "candidates", \.candidates,
      .list(of: .arm, "a list of arms, such as [affinity]", least: "at least one arm"),
      "The arms that are compared with it.",
      default: .computed("the other arms") { comparison, _, scenario in
        comparison.candidates = scenario.armNames.filter { $0 != comparison.baseline }
      }),
    Key(
      "replications", \.replications, .replications,
      "Number of parallel worlds; every arm is simulated in each of them. With a range, such as 8..64,"
        + " an experiment looks at 8 worlds, 16 and so on, and ends when the primary and the guardrails are"
        + " decided.",
      default: .words("auto where a primary or guardrails are written, otherwise 8")),
    Key(
      "primary", \.questions.primary, primaryForm,
      "The metric that a candidate must improve to be shipped; none where guardrails only are tested.",
      default: .words(
        "engagement_per_member_day on the surfaces on which the arms have different rankers, such as"
          + " engagement_per_member_day(surface=home), or on all surfaces; none where guardrails are"
          + " written")
    ).writing { $0.questions.hasDefaultPrimary ? nil : .string($0.questions.primary ?? noPrimary) },
    Key(
      "guardrails", \.questions.guardrails,
      .list(of: .metric, "a list of metrics, such as [creator_exposure_gini]"),
      "Metrics that a candidate must not harm by more than their margin.", default: .none),
    Key("alpha", \.questions.alpha, .alpha, "Type I error rate."),
    Key(
      "correction", \.questions.correction, .choice("correction"),
      "Correction of the p values of the primary and the guardrails for their number.",
      source: "Holm 1979"),
    Key(
      "family", \.questions.family, .choice("family"),
      "Hypothesis family, whose p values are corrected together: of all candidates, of each"
        + " candidate, or each p value by itself."),
    Key(
      "equivalence", \.questions.equivalence, .choice("equivalence"),
      "Whether equivalence is decided by the printed interval, or by two one-sided tests at alpha each."
    ),
    Key(
      "antithetic", \.isAntithetic, .flag,
      "Whether each world is a pair of antithetic twins, one with 1 - u for every random number u of the"
        + " other, whose mean is the value of the world. A pair takes twice the time, and has less variance"
        + " where a metric rises or falls with the random numbers.",
      source: "Hammersley & Morton 1956"),
  ]

  private static let noPrimary = "none"

  private static let primaryForm = ValueForm<String?>(
    .scalar(.primary),
    inScenario: { cursor, scenario in
      if case .scalar(noPrimary, _) = cursor.node.content { return .some(nil) }
      return ValueForm.metric.read(cursor, scenario).map { $0 }
    }, write: { $0.map(JSONValue.string) })

  init() { self.init(baseline: "", candidates: []) }

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    questions.hasDefaultPrimary = map?["primary"] == nil && questions.guardrails.isEmpty
    // Without hypotheses, looks would have nothing to stop by.
    if map?["replications"] == nil, !questions.metrics.isEmpty { replications = .auto }
    map?["candidates"]?.refuse(baseline, "is the baseline")
    if let primary = questions.primary { map?["guardrails"]?.refuse(primary, "is the primary") }
    if questions.hasDefaultPrimary {
      setDefaultPrimary(among: scenario.arms, opened: scenario.openedSurfaces)
    }
  }

  /// Makes engagement the primary, on the opened surfaces on which the compared arms differ; on all surfaces where these are all
  /// or none of the opened ones.
  mutating func setDefaultPrimary(among arms: [Arm], opened: [Surface]) {
    let compared = arms.filter { $0.name == baseline || candidates.contains($0.name) }
    let differing = Arm.differingSurfaces(of: compared).filter(opened.contains)
    let surfaces = differing == opened ? nil : SurfaceSet(differing)
    let id = "engagement_per_member_day"
    questions.primary =
      compared.count < 2 ? nil : surfaces.map { MetricCatalogue.id(of: id, on: $0) } ?? id
  }
}

extension DocumentCursor {
  /// Adds a fault where a list has a name.
  fileprivate func refuse(_ name: String, _ why: String) {
    guard case .list(let elements) = node.content else { return }
    let isMeant = { (node: DocumentNode) in
      if case .scalar(name, _) = node.content { true } else { false }
    }
    if let element = elements.first(where: isMeant) {
      faults.add(
        LocatedFault(
          location: element.location, key: key, reason: .contradiction("'\(name)' \(why)")))
    }
  }

  /// Where the file names a metric, by the metric's id: among the guardrails, as the primary, or under
  /// `metrics`, whichever comes first in this order.
  var metricLocations: [String: LocatedFault.Location] {
    var locations: [String: LocatedFault.Location] = [:]
    for (metric, entry) in self["metrics"]?.entries ?? [] { locations[metric] = entry.keyLocation }
    let primary = find("ab.primary").map { [$0.node] } ?? []
    var guardrails: [DocumentNode] = []
    if case .list(let elements)? = find("ab.guardrails")?.node.content { guardrails = elements }
    for node in primary + guardrails {
      if case .scalar(let metric, _) = node.content { locations[metric] = node.location }
    }
    return locations
  }
}
