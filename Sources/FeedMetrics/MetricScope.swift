public import SocialFeed

/// Which pages a value is about.
public enum MetricScope: Hashable, Sendable {
  /// All pages of the window.
  case all
  /// The pages of one surface.
  case surface(Surface)
  /// The pages of one ranker, an index in the run's ranker names.
  case ranker(Int)
  /// The pages of one simulated day, from 0: the window is the part of the statistics' window that lies in
  /// it. A slate counts on the day on which it begins, with the part shown before midnight.
  case day(Int)
}

/// Values of one metric that has one for each of several things.
public struct MetricTable: Sendable, Hashable, Codable {
  public struct Row: Sendable, Hashable, Codable {
    /// A group, or a week from 1.
    public let label: String
    public let value: MetricValue

    public init(label: String, value: MetricValue) {
      self.label = label
      self.value = value
    }
  }

  /// The metric of the values.
  public let definition: MetricDefinition
  public let rows: [Row]

  public init(definition: MetricDefinition, rows: [Row]) {
    self.definition = definition
    self.rows = rows
  }
}
