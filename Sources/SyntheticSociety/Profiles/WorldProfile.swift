public import SocialFeed

/// Where the time of a world went.
///
/// Counts are exact. Times are estimates: reading a clock takes long beside what is to be timed, so that
/// few events are timed, in steps fixed beforehand, and stand for all of their kind. The parts are then
/// scaled so that they add up to the time from the first event to the last, which is measured.
public struct WorldProfile: Sendable, Hashable {
  /// One of so many sessions and visits, or searches for the next event, is timed.
  public static let visitStride = 127
  /// One of so many other events is timed; rotations and joinings are all timed.
  public static let otherStride = 7

  /// An event that stands for others is excluded from so many nanoseconds on: its thread was probably
  /// waiting for another one, and the wait would be counted for all of those as well.
  package static let longestEvent = 500_000

  /// The count and time of something that happens often.
  public struct Cost: Sendable, Hashable {
    public var count: Int
    public var seconds: Double

    public init(count: Int = 0, seconds: Double = 0) {
      self.count = count
      self.seconds = seconds
    }
  }

  /// Pages of one feed in one order.
  public struct PageKind: Sendable, Hashable {
    public let surface: Surface
    public let ranker: String

    public init(surface: Surface, ranker: String) {
      self.surface = surface
      self.ranker = ranker
    }
  }

  /// Seconds until the first event: members, ties, and what was posted before the start.
  public var growth = 0.0
  /// Seconds from the first event to the last.
  public var simulation = 0.0
  /// Finding the next event.
  public var eventList = Cost()
  /// Events, with all that happens in them.
  public var events: [EventKind: Cost] = [:]
  /// Of what happens in events: making pages, those that were shown.
  public var pages: [PageKind: Cost] = [:]
  /// Of what happens in events: looking through pages, what is looked at and what will be done with it.
  public var looking = Cost()
  /// Of what happens in events: seconds that each sink took, in the order of the sinks.
  public var sinks: [Double] = []
  /// Seconds that all else in events took.
  public var otherwise = 0.0

  public init() {}
}

extension WorldProfile {
  /// Counts another world's time, watched by as many sinks.
  public mutating func add(_ other: WorldProfile) {
    growth += other.growth
    simulation += other.simulation
    eventList.add(other.eventList)
    events.merge(other.events) { $0.adding($1) }
    pages.merge(other.pages) { $0.adding($1) }
    looking.add(other.looking)
    if sinks.isEmpty { sinks = other.sinks.map { _ in 0 } }
    for (index, seconds) in other.sinks.enumerated() { sinks[index] += seconds }
    otherwise += other.otherwise
  }
}

/// Has a world measure where its time goes, and holds the profile.
public final class WorldProfiler {
  public let clock: ProfileClock
  /// The profile of the last world that reached its horizon; `nil` before.
  public internal(set) var profile: WorldProfile?

  public init(clock: ProfileClock) { self.clock = clock }
}

extension WorldProfile.Cost {
  /// Adds a count and a time.
  public mutating func add(_ other: WorldProfile.Cost) {
    count += other.count
    seconds += other.seconds
  }

  fileprivate func adding(_ other: WorldProfile.Cost) -> WorldProfile.Cost {
    var sum = self
    sum.add(other)
    return sum
  }
}
