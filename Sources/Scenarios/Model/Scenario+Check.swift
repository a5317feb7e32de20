public import DataFiles

extension Scenario {
  /// What an arm must not lose against its recorded baseline.
  public struct Check: Sendable, Hashable {
    /// The arm that is checked.
    public let arm: String
    /// The file of the baseline, as the scenario names it.
    public let path: String
    /// The same from where the program runs.
    public let baseline: String
    public var replications: Replications
    /// The risk of a false alarm of all rules together, in (0, 0.5].
    public var alpha: Double
    /// At least one, no metric twice, in the order of the file.
    public let rules: [Rule]
    /// `nil` where the order of posts is not looked at.
    public let rankingOverlap: Overlap?
  }
}

extension Scenario.Check {
  /// What comes of a rule that is broken.
  public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
    /// The check fails.
    case error
    /// It is told.
    case warning
  }

  /// What is asked of a metric.
  public struct Rule: Sendable, Hashable {
    /// The metric's id; it has a good side.
    public let metric: String
    public let level: Level
    /// The largest loss against the baseline that does not matter; any loss does where it is `nil`.
    public let margin: Scenario.Margin.Size?
    /// Bounds of the level, in the metric's unit.
    public let minimum: Double?
    public let maximum: Double?
    /// Whether a bound that the baseline itself does not keep is an alarm too.
    public let isStrict: Bool
    /// Where the file has it.
    public let place: LocatedFault.Location
  }

  /// What is asked of the order of posts.
  public struct Overlap: Sendable, Hashable {
    public let level: Level
    /// The least mean rank-biased overlap with the posts that the baseline shows most, in `0...1`.
    public let minimum: Double
    /// Where the file has it; of the section where it says nothing of it.
    public let place: LocatedFault.Location
  }
}
