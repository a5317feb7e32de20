internal import FeedMetrics
internal import SocialFeed

/// Counts the events of a world and times some of them, and the parts of those.
///
/// ``World/run(shouldContinue:)`` calls the marks in order. Between timed events the timer only counts;
/// sinks are wrapped in ones that read the clock only while an event is timed.
struct WorldTimer {
  /// Events of one kind.
  fileprivate struct Tally {
    var count = 0
    var timed = 0
    /// How many events until one is timed.
    var due: Int
    /// Nanoseconds of the timed ones, by part.
    var parts: [Int]
  }

  /// A part of the time of events, by number: all else, looking, then sinks, then pages by surface and
  /// ranker.
  private typealias Part = Int
  private static let otherwise: Part = 0
  private static let looking: Part = 1
  private static let firstSink: Part = 2

  private let clock: ProfileClock
  private let rankers: [String]
  /// Wraps around the world's sinks; the sinks themselves while an event is timed.
  private var sinks: [any ObservationSink]
  private let timedSinks: [TimedSink]
  /// How many of them are the run's; the sink of the rankers that learn comes after these.
  private let observers: Int
  private var tallies: [Tally]
  private var pages: [Int]
  private var kind = 0
  /// Whether the current event is timed.
  private var isTiming = false
  /// Nanoseconds of the current event, by part.
  private var atHand: [Int]
  private var lastReading: UInt64 = 0

  private var (taken, timedTakings, takingTime) = (0, 0, 0)
  private var takingDue = Self.middle(of: WorldProfile.visitStride)
  private var isTimingTaking = false

  private let start: UInt64

  init(_ clock: ProfileClock, rankers: [String], sinks: [any ObservationSink], observers: Int) {
    self.clock = clock
    self.rankers = rankers
    self.observers = observers
    timedSinks = sinks.map { TimedSink($0, clock) }
    self.sinks = timedSinks
    pages = Array(repeating: 0, count: Surface.allCases.count * rankers.count)
    let parts = Self.firstSink + sinks.count + pages.count
    tallies = EventKind.allCases.map {
      Tally(due: Self.middle(of: $0.stride), parts: Array(repeating: 0, count: parts))
    }
    atHand = Array(repeating: 0, count: parts)
    start = clock.now()
  }

  /// The first one that is timed is in the middle of its step, since the first events are not like others.
  private static func middle(of stride: Int) -> Int { stride / 2 + 1 }
}

// MARK: Marks

extension WorldTimer {
  /// The next event is looked for.
  mutating func beginTaking() {
    takingDue -= 1
    guard takingDue == 0 else { return }
    takingDue = WorldProfile.visitStride
    isTimingTaking = true
    lastReading = clock.now()
  }

  /// The next event has been found.
  mutating func endTaking() {
    taken += 1
    guard isTimingTaking else { return }
    isTimingTaking = false
    let time = sinceLastReading()
    guard time < WorldProfile.longestEvent else { return }
    timedTakings += 1
    takingTime += time
  }

  /// An event begins.
  ///
  /// - Parameter worldSinks: Those that watch the world, which are timed with the event.
  mutating func begin(_ event: EventKind, _ worldSinks: inout [any ObservationSink]) {
    kind = event.index
    tallies[kind].count += 1
    tallies[kind].due -= 1
    guard tallies[kind].due == 0 else { return }
    tallies[kind].due = event.stride
    isTiming = true
    swap(&sinks, &worldSinks)
    lastReading = clock.now()
  }

  /// The event has ended.
  mutating func end(_ worldSinks: inout [any ObservationSink]) {
    guard isTiming else { return }
    charge(Self.otherwise)
    for (number, sink) in timedSinks.enumerated() {
      let (elapsed, count) = sink.take()
      let readings = count * Int(clock.reading)
      atHand[Self.firstSink + number] += elapsed - readings
      atHand[Self.otherwise] -= elapsed + readings
    }
    isTiming = false
    swap(&sinks, &worldSinks)
    settle()
  }

  /// Adds the times of the current event to the times of its kind, unless it seems to have been interrupted.
  private mutating func settle() {
    let isWhole =
      EventKind.allCases[kind].stride == 1 || atHand.reduce(0, +) < WorldProfile.longestEvent
    tallies[kind].timed += isWhole ? 1 : 0
    for part in atHand.indices {
      if isWhole { tallies[kind].parts[part] += atHand[part] }
      atHand[part] = 0
    }
  }

  /// A page is about to be made, or looked through.
  mutating func beginPart() {
    if isTiming { charge(Self.otherwise) }
  }

  /// A page has been made.
  ///
  /// - Parameter isShown: Whether there is anything on it.
  mutating func endPage(_ surface: Surface, ranker: Int, isShown: Bool) {
    let page = Int(surface.rawValue) * rankers.count + ranker
    if isShown { pages[page] += 1 }
    if isTiming { charge(Self.firstSink + timedSinks.count + page) }
  }

  /// A page has been looked through.
  mutating func endLooking() {
    if isTiming { charge(Self.looking) }
  }

  private mutating func charge(_ part: Part) { atHand[part] += sinceLastReading() }

  private mutating func sinceLastReading() -> Int {
    let reading = clock.now()
    defer { lastReading = reading }
    return Int(reading - lastReading) - Int(clock.reading)
  }
}

// MARK: Profile

extension WorldTimer {
  /// Where the time went.
  ///
  /// - Parameter growth: When the community began to grow. The first event came after the timer was made.
  func profile(from growth: UInt64) -> WorldProfile {
    var profile = WorldProfile()
    profile.growth = Double(start - growth) * 1e-9
    profile.simulation = Double(clock.now() - start) * 1e-9
    let total = tallies.reduce(takingEstimate) { $0 + $1.estimate.total }
    let scale = total > 0 ? profile.simulation / total : 0
    profile.eventList = .init(count: taken, seconds: takingEstimate * scale)
    var parts = Array(repeating: 0.0, count: tallies[0].parts.count)
    for (kind, tally) in zip(EventKind.allCases, tallies) where tally.count > 0 {
      let estimate = tally.estimate
      profile.events[kind] = .init(count: tally.count, seconds: estimate.total * scale)
      for part in parts.indices { parts[part] += estimate.parts[part] * scale }
    }
    let sinks = parts[Self.firstSink..<Self.firstSink + timedSinks.count]
    profile.otherwise = parts[Self.otherwise] + sinks.dropFirst(observers).reduce(0, +)
    profile.looking = .init(count: pages.reduce(0, +), seconds: parts[Self.looking])
    profile.sinks = Array(sinks.prefix(observers))
    for (page, count) in pages.enumerated() {
      let seconds = parts[Self.firstSink + timedSinks.count + page]
      guard count > 0 || seconds > 0 else { continue }
      let (surface, ranker) = page.quotientAndRemainder(dividingBy: rankers.count)
      let kind = WorldProfile.PageKind(
        surface: Surface(rawValue: UInt8(surface))!, ranker: rankers[ranker])
      profile.pages[kind, default: .init()].add(.init(count: count, seconds: seconds))
    }
    return profile
  }

  /// The time of all searches for the next event, estimated from the timed ones, in nanoseconds.
  private var takingEstimate: Double {
    timedTakings > 0 ? Double(max(0, takingTime)) / Double(timedTakings) * Double(taken) : 0
  }
}

extension WorldTimer.Tally {
  /// The time of all events of the kind, estimated from the timed ones, in nanoseconds.
  fileprivate var estimate: (parts: [Double], total: Double) {
    let factor = timed > 0 ? Double(count) / Double(timed) : 0
    let parts = self.parts.map { Double(max(0, $0)) * factor }
    return (parts, parts.reduce(0, +))
  }
}
