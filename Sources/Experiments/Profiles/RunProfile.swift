internal import SyntheticSociety

/// Where the time of an experiment went, over all its runs.
///
/// Times are of the processor. Stages are measured by the time that passes, in each thread for itself, and
/// then scaled to the seconds that processors worked for the process; what happens within worlds is
/// estimated, as ``WorldProfile`` has it.
public struct RunProfile: Sendable, Hashable {
  /// One thing that time went to.
  public struct Row: Sendable, Hashable {
    public let name: String
    /// `nil` where it is not counted.
    public let count: Int?
    public let seconds: Double

    public init(_ name: String, count: Int? = nil, seconds: Double) {
      self.name = name
      self.count = count
      self.seconds = seconds
    }
  }

  /// The dearest first; of equal ones by name.
  ///
  /// Stages add up to the seconds in all; events, and what they spend time on, to those of the lives.
  public let stages: [Row]
  public let events: [Row]
  public let parts: [Row]
  /// Seconds of the processor.
  public let seconds: Double
  /// How many worlds were lived through, one for each arm; twins are two.
  public let worlds: Int

  public init(stages: [Row], events: [Row], parts: [Row], seconds: Double, worlds: Int) {
    self.stages = Self.ordered(stages)
    self.events = Self.ordered(events)
    self.parts = Self.ordered(parts)
    self.seconds = seconds
    self.worlds = worlds
  }

  private static func ordered(_ rows: [Row]) -> [Row] {
    rows.sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
  }
}

extension RunProfile {
  /// Names of what events spend time on, beside pages and sinks.
  static let looking = "looking through pages"
  static let otherwise = "all else in events"
  static let eventList = "finding the next event"

  static func name(of page: WorldProfile.PageKind) -> String {
    "pages of \(page.surface) by \(page.ranker)"
  }
}
