import FeedMetrics
internal import SocialFeed
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

@Suite struct WorldProfileTests {
  /// A clock that only moves by hand.
  private final class Hand: Sendable {
    private let nanoseconds = Mutex<UInt64>(0)

    func move(by step: UInt64) { nanoseconds.withLock { $0 += step } }

    /// - Parameter step: How far each reading moves it.
    func clock(step: UInt64 = 0) -> ProfileClock {
      ProfileClock(
        reading: step, processorSeconds: { 0 },
        now: {
          self.nanoseconds.withLock { time in
            time += step
            return time
          }
        })
    }
  }

  /// Takes as many nanoseconds for each page that brings something.
  private final class SlowSink: ObservationSink {
    private let hand: Hand
    private let step: UInt64

    init(_ hand: Hand, step: UInt64) { (self.hand, self.step) = (hand, step) }

    func observe(_ page: borrowing PageObservation) {
      if page.posts.count + page.duplicates > 0 { hand.move(by: step) }
    }
  }

  private static var run: WorldRun {
    var run = WorldRun(
      parameters: .small(), arm: .ordering(.home, by: "affinity"), seed: 3, world: 5)
    run.intercepts = .usual
    return run
  }

  @Test func `a profile changes nothing, and its counts are exact`() throws {
    let (plain, profiled) = (DigestSink(), DigestSink())
    let profiler = WorldProfiler(clock: .machine())
    let summary = try #require(Self.run.simulate(sinks: [plain]))
    expectEqual(Self.run.simulate(sinks: [profiled], profiler: profiler), summary)
    expectEqual(plain.hexDigest, profiled.hexDigest)
    let profile = try #require(profiler.profile)
    expectEqual(profile.events.values.reduce(0) { $0 + $1.count }, summary.events)
    expectEqual(profile.pages.values.reduce(0) { $0 + $1.count }, summary.pages)
    expectEqual(profile.looking.count, summary.pages)
    // Every event is found, and then the one at or beyond the horizon.
    #expect(summary.events...summary.events + 1 ~= profile.eventList.count)
    // Three days have 72 hours.
    expectEqual(profile.events[.rotation]?.count, 72)
    #expect(profile.pages.keys.contains(.init(surface: .home, ranker: "affinity")))
    #expect(profile.growth > 0 && profile.simulation > 0)
  }

  @Test func `what is estimated adds up to what is measured`() throws {
    let profiler = WorldProfiler(clock: .machine())
    _ = Self.run.simulate(sinks: [DigestSink(), MetricSink()], profiler: profiler)
    let profile = try #require(profiler.profile)
    let events = profile.events.values.reduce(profile.eventList.seconds) { $0 + $1.seconds }
    #expect(abs(events / profile.simulation - 1) < 1e-9)
    let pages = profile.pages.values.reduce(0) { $0 + $1.seconds }
    let parts =
      pages + profile.looking.seconds + profile.sinks.reduce(0, +) + profile.otherwise
      + profile.eventList.seconds
    #expect(abs(parts / profile.simulation - 1) < 1e-9)
    expectEqual(profile.sinks.count, 2)
  }

  @Test func `time that a sink alone takes is the sink's`() throws {
    let hand = Hand()
    let profiler = WorldProfiler(clock: hand.clock())
    let summary = try #require(
      Self.run.simulate(sinks: [DigestSink(), SlowSink(hand, step: 1000)], profiler: profiler))
    let profile = try #require(profiler.profile)
    #expect(abs(profile.simulation - Double(summary.pages) * 1e-6) < 1e-12)
    #expect(abs(profile.sinks[1] - profile.simulation) < 1e-12)
    #expect(profile.sinks[0] == 0 && profile.otherwise == 0 && profile.looking.seconds == 0)
    #expect(profile.eventList.seconds == 0 && profile.growth == 0)
  }

  @Test func `an event that takes as long as an interruption stands for no others`() throws {
    let hand = Hand()
    let profiler = WorldProfiler(clock: hand.clock())
    let summary = try #require(
      Self.run.simulate(sinks: [SlowSink(hand, step: 500_000)], profiler: profiler))
    let profile = try #require(profiler.profile)
    #expect(abs(profile.simulation - Double(summary.pages) * 5e-4) < 1e-9)
    expectEqual(profile.sinks, [0])
    expectEqual(profile.events.values.reduce(0) { $0 + $1.count }, summary.events)
  }

  @Test func `the cost of reading the clock is excluded`() throws {
    let profiler = WorldProfiler(clock: Hand().clock(step: 50))
    _ = Self.run.simulate(sinks: [DigestSink()], profiler: profiler)
    let profile = try #require(profiler.profile)
    #expect(profile.simulation > 0)
    #expect(profile.otherwise == 0 && profile.sinks == [0] && profile.eventList.seconds == 0)
    #expect(profile.events.values.allSatisfy { $0.seconds == 0 })
  }

  @Test func `profiles of worlds add up`() {
    var one = WorldProfile()
    (one.growth, one.simulation, one.otherwise) = (1, 2, 0.25)
    one.events = [.visit: .init(count: 3, seconds: 0.5)]
    one.pages = [.init(surface: .home, ranker: "hot"): .init(count: 2, seconds: 0.125)]
    (one.sinks, one.looking) = ([0.5, 0.25], .init(count: 2, seconds: 0.5))
    var other = one
    other.events[.joining] = .init(count: 1, seconds: 1)
    var sum = WorldProfile()
    sum.add(one)
    sum.add(other)
    #expect((sum.growth, sum.simulation, sum.otherwise) == (2, 4, 0.5))
    expectEqual(
      sum.events, [.visit: .init(count: 6, seconds: 1), .joining: .init(count: 1, seconds: 1)])
    expectEqual(sum.pages, [.init(surface: .home, ranker: "hot"): .init(count: 4, seconds: 0.25)])
    #expect(sum.sinks == [1, 0.5] && sum.looking == .init(count: 4, seconds: 1))
  }
}
