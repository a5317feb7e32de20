extension Scenario {
  /// Which arms are compared, in how many worlds, and what the comparison is to decide.
  public struct Comparison: Sendable, Hashable {
    public let baseline: String
    /// In the order of the file.
    public let candidates: [String]
    public var replications: Replications
    public var questions: Questions
    /// Whether each world is a pair of antithetic twins, whose mean is its value.
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
    /// As many as it takes: looks at `first` worlds, twice as many and so on, the last at `most`, until
    /// what is asked is decided.
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

  /// What a comparison is to decide, and at which risk.
  public struct Questions: Sendable, Hashable, Codable {
    /// The metric for whose sake a candidate would be shipped, by its id.
    public var primary: String?
    /// Those that it must not harm by more than their margin, in the order of the file.
    public var guardrails: [String]
    /// The risk of a false alarm, in (0, 0.5].
    public var alpha: Double
    public var correction: Correction
    public var family: Family
    public var equivalence: Equivalence

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

    /// The metrics that something is asked of, the primary first, none twice.
    public var metrics: [String] { (primary.map { [$0] } ?? []) + guardrails }
  }

  /// How *p* values are corrected for their number.
  public enum Correction: String, Sendable, Hashable, Codable, CaseIterable {
    /// Holm's step-down procedure: the risk of any false alarm in the family is at most alpha.
    case holm
    /// Benjamini and Hochberg's step-up procedure: of the alarms a share of at most alpha is false.
    case benjaminiHochberg = "bh"
    case none
  }

  /// Which comparisons *p* values are corrected for together.
  public enum Family: String, Sendable, Hashable, Codable, CaseIterable {
    /// All that is asked of all candidates.
    case scenario
    /// All that is asked of one candidate.
    case candidate
    /// Each by itself.
    case none
  }

  /// When a candidate is called equivalent.
  public enum Equivalence: String, Sendable, Hashable, Codable, CaseIterable {
    /// When the interval of level 1 − alpha, which is printed, is nearer to 0 than the margin.
    case interval
    /// When that of level 1 − 2 alpha is: two one-sided tests at alpha each.
    case tost
  }
}
