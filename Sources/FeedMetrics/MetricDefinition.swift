/// A group of metrics that answer one question; a table of the report each.
public enum MetricFamily: String, CaseIterable, Sendable, Codable {
  case creators = "Fairness to creators"
  case entrants = "Fairness to contest entrants"
  case viewers = "Fairness to viewers"
  case freshness = "Freshness"
  case diversity = "Diversity"
  case ties = "Ties"
  case utility = "Utility and engagement"
  case volumes = "Volumes and retention"
  case service = "Service by rankers that serve pages"
}

/// What a metric measures. The docs, the reports and `feedlab describe` show these texts.
public struct MetricDefinition: Sendable, Hashable, Codable {
  /// Which way is good.
  public enum Direction: Sendable, Hashable, Codable {
    case higher, lower
    /// The nearer to the value, the better.
    case target(Double)
    /// Describes; no good side.
    case describes
  }

  /// The size of the smallest change that matters.
  public enum Margin: Sendable, Hashable, Codable {
    /// In the metric's unit.
    case absolute(Double)
    /// As a fraction of the baseline's mean.
    case relative(Double)
  }

  /// Whether every run reports it.
  public enum Tier: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every run reports it, and its form for some surfaces where that is named.
    case core
    /// Reported when all metrics, or this one, are requested.
    case extended
  }

  /// The name in results, scenarios and on the command line, such as `creator_exposure_gini`.
  public let id: String
  public let family: MetricFamily
  public internal(set) var tier: Tier
  /// The name where space is short: in headlines, tables, charts and cards. At most ``longestLabel`` characters, and the
  /// surfaces of a metric that counts the pages of some only.
  public let label: String
  /// What it measures, in words that a newcomer understands.
  public let name: String
  public let formula: String
  /// Such as `s`, `posts`, `nats`; empty for a pure number.
  public let unit: String
  public let direction: Direction
  /// The smallest change that matters in practice, where a scenario declares no other; every core metric has one.
  public let margin: Margin?
  /// The values it can have, such as `[0, 1]`.
  public let range: String
  /// When it has no value.
  public let undefined: String
  public let source: String

  /// The most characters of a label.
  public static let longestLabel = 28

  /// - Parameter label: Where none is given, the name if it is short enough, otherwise the id.
  public init(
    id: String, family: MetricFamily, tier: Tier = .core, label: String? = nil, name: String,
    formula: String,
    unit: String,
    direction: Direction, margin: Margin? = nil, range: String, undefined: String, source: String
  ) {
    self.id = id
    self.family = family
    self.tier = tier
    self.label = label ?? (name.count <= Self.longestLabel ? name : id)
    self.name = name
    self.formula = formula
    self.unit = unit
    self.direction = direction
    self.margin = margin
    self.range = range
    self.undefined = undefined
    self.source = source
  }
}

/// The value of a metric in one run.
public struct MetricValue: Sendable, Hashable, Codable {
  /// `nil` when undefined, never 0 or NaN instead.
  public let value: Double?
  /// Over how many things it was taken: authors, posts, requests, contests, members.
  public let support: Int

  public init(_ value: Double?, support: Int) {
    self.value = value
    self.support = support
  }
}
