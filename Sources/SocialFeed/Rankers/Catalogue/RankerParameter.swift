/// A named number of a ranker.
public struct RankerParameter: Sendable, Hashable {
  /// The name in scenarios, such as `half-life`.
  public let name: String
  public let summary: String
  /// `s` for a duration, which scenarios write as `7d`; otherwise a unit, or empty.
  public let unit: String
  /// In the parameter's unit, within the range.
  public let defaultValue: Double
  /// What scenarios may set, both ends included.
  public let range: ClosedRange<Double>
  /// Whether only whole numbers are values.
  public let isWhole: Bool
  /// Whether it stands under `weights:` in a scenario.
  public let isWeight: Bool
  /// The feeds on which it has a meaning; scenarios may set it on no other.
  public let surfaces: [Surface]

  public init(
    name: String, summary: String, unit: String = "", defaultValue: Double,
    range: ClosedRange<Double>, isWhole: Bool = false, isWeight: Bool = false,
    surfaces: [Surface] = Surface.allCases
  ) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.defaultValue = defaultValue
    self.range = range
    self.isWhole = isWhole
    self.isWeight = isWeight
    self.surfaces = surfaces
  }
}

extension RankerParameter {
  /// How many of the newest posts a ranker scores by default.
  public static let defaultPool = 1000

  /// How many of the newest posts a ranker scores: ``ScoringRanker/pool``.
  public static let pool = RankerParameter(
    name: "pool", summary: "How many of the newest posts are scored; older ones follow by age.",
    unit: "posts", defaultValue: Double(defaultPool), range: 20...10_000_000, isWhole: true,
    surfaces: Surface.allCases.filter { $0 != .contest })

  /// A parameter under `weights:`, from 0 to 1000.
  static func weight(
    _ name: String, _ summary: String, _ defaultValue: Double,
    range: ClosedRange<Double> = 0...1000
  ) -> RankerParameter {
    RankerParameter(
      name: name, summary: summary, defaultValue: defaultValue, range: range, isWeight: true)
  }

  /// A duration from a minute to ten years.
  ///
  /// - Parameter defaultValue: In seconds.
  static func duration(
    _ name: String, _ summary: String, _ defaultValue: Double
  ) -> RankerParameter {
    RankerParameter(
      name: name, summary: summary, unit: "s", defaultValue: defaultValue, range: 60...315_360_000)
  }
}

extension AffinityRule {
  /// The first parameters of a ranker that decides how affinities are learnt, in the order
  /// of `init(values:)`.
  public static let parameters = [
    RankerParameter.weight("view", "What a view adds.", 1),
    RankerParameter.weight("like", "What a like adds.", 3),
    RankerParameter.weight("comment", "What a comment adds.", 4),
    RankerParameter.weight("save", "What a save adds.", 5),
    RankerParameter.duration("half-life", "After this an interaction counts half.", 7 * 86_400),
  ]

  /// The values of ``parameters`` that give this rule.
  package var values: [Double] { [view, like, comment, save, halfLife] }

  /// The rule that values of ``parameters`` give.
  init(values v: some Collection<Double>) {
    let v = Array(v)
    self.init(view: v[0], like: v[1], comment: v[2], save: v[3], halfLife: v[4])
  }
}
