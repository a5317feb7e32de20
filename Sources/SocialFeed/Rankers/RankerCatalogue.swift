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
  /// Whether it stands under `weights:` in a scenario.
  public let isWeight: Bool

  public init(
    name: String, summary: String, unit: String = "", defaultValue: Double,
    range: ClosedRange<Double>, isWeight: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.defaultValue = defaultValue
    self.range = range
    self.isWeight = isWeight
  }
}

/// What there is to know about a ranker without running it, and how one is made.
public struct RankerDescriptor: Sendable {
  /// The name in scenarios and reports.
  public let name: String
  public let summary: String
  /// The order it gives, as a formula or in words.
  public let order: String
  /// The feeds that it can order.
  public let surfaces: [Surface]
  /// In the order in which ``make`` takes their values.
  public let parameters: [RankerParameter]
  /// Whether it sees what no production ranker could: a scale's end, not a candidate.
  public let isYardstick: Bool
  /// Makes the ranker from the values of its parameters, in their order.
  public let make: @Sendable ([Double]) -> any Ranker

  public init(
    name: String, summary: String, order: String, surfaces: [Surface],
    parameters: [RankerParameter] = [], isYardstick: Bool = false,
    make: @escaping @Sendable ([Double]) -> any Ranker
  ) {
    self.name = name
    self.summary = summary
    self.order = order
    self.surfaces = surfaces
    self.parameters = parameters
    self.isYardstick = isYardstick
    self.make = make
  }
}

/// A ranker chosen by name, with a value for each of its parameters.
public struct RankerSettings: Sendable, Hashable {
  /// Of a ranker in the catalogue.
  public let name: String
  /// In the order of the descriptor's parameters.
  public let values: [Double]

  /// Settings for a ranker of the catalogue.
  ///
  /// - Precondition: The catalogue has the name, and there is a value for each parameter.
  public init(name: String, values: [Double]) {
    precondition(
      RankerCatalogue.descriptor(named: name)?.parameters.count == values.count,
      "ranker \(name) does not take \(values.count) values")
    self.name = name
    self.values = values
  }

  /// Settings with the defaults of a ranker of the catalogue, and some of them set.
  public init(_ name: String, _ chosen: [String: Double] = [:]) {
    let parameters = RankerCatalogue.descriptor(named: name)?.parameters
    precondition(parameters != nil, "the catalogue has no ranker \(name)")
    self.init(
      name: name, values: parameters!.map { chosen[$0.name] ?? $0.defaultValue })
  }

  /// The ranker itself.
  public func makeRanker() -> any Ranker {
    RankerCatalogue.descriptor(named: name)!.make(values)
  }
}

/// The rankers that scenarios can name.
///
/// To add one: a file in this folder with a type that conforms to ``Ranker`` (or to
/// ``ScoringRanker``, which needs a score alone) and its descriptor, and a line in ``all``.
public enum RankerCatalogue {
  /// In the order of reports; the yardsticks last.
  public static let all: [RankerDescriptor] = [
    RecencyRanker.descriptor, AffinityRanker.descriptor, ContestScoreRanker.descriptor,
    RandomRanker.descriptor, IdealRanker.descriptor,
  ]

  /// The ranker of a name, if there is one.
  public static func descriptor(named name: String) -> RankerDescriptor? {
    all.first { $0.name == name }
  }

  /// What orders a feed where nothing else is said.
  public static func defaultRanker(of surface: Surface) -> RankerSettings {
    switch surface {
    case .home: RankerSettings("affinity")
    case .contest: RankerSettings("contest-score")
    case .friends, .latest, .following, .global: RankerSettings("recency")
    }
  }
}
