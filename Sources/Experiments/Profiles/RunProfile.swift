internal import SyntheticSociety

/// Where the processor time of an experiment went, over all its runs.
///
/// Stages are measured by wall-clock time in each thread, and then scaled to the processor time of the
/// process; the time within worlds is estimated by `WorldProfile`.
public struct RunProfile: Sendable, Hashable {
  /// A stage, event or operation, and the time spent on it.
  public struct Row: Sendable, Hashable {
    public let name: String
    /// How often it happened; `nil` where that is not counted.
    public let count: Int?
    public let seconds: Double

    public init(_ name: String, count: Int? = nil, seconds: Double) {
      self.name = name
      self.count = count
      self.seconds = seconds
    }
  }

  /// The rows, the most expensive first; equal ones in order of name.
  ///
  /// Stages add up to `seconds`; events, and their parts, to the seconds of the simulation stage.
  public let stages: [Row]
  public let events: [Row]
  public let parts: [Row]
  /// Processor time, in seconds.
  public let seconds: Double
  /// The number of simulated runs; a pair of twins counts as two.
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
  /// Names of the parts of events besides pages and sinks.
  static let looking = "looking through pages"
  static let otherwise = "all else in events"
  static let eventList = "finding the next event"

  static func name(of page: WorldProfile.PageKind) -> String {
    "pages of \(page.surface) by \(page.ranker)"
  }
}
