internal import DataFiles
internal import DiscreteEvents
internal import Stochastics

/// K3: a race of exponential clocks of rates 2 and 3, in which the loser's event has an old version.
///
/// The first clock wins with probability 2 ÷ 5, and the mean wait is 1 ÷ 5. Over 10⁵ races the
/// standard errors are 0.0016 and 0.3 %, so that the bounds of 0.007 and 1.4 % are exceeded by chance once in
/// 10⁵ seeds.
struct RaceCheck: SelfCheck {
  let id = "K3"
  let suites = [SelfTestSuite.kernel]
  let source = "competing exponential clocks (Gibson & Bruck 2000)"

  private struct Ring {
    let clock: Int
    let version: UInt32
  }

  /// Two clocks, which are restarted after each race.
  private struct Race {
    private static let rates = [2.0, 3.0]
    private let stream: KeyedStream
    private var clocks = CompetingClocks(count: 2)
    private var events = EventList<Ring>()
    private(set) var wins = [0, 0]
    private(set) var waits = Summary()
    private var start = 0.0

    init(_ stream: KeyedStream) { self.stream = stream }

    private mutating func wind(_ race: Int) {
      for clock in 0..<2 {
        let wait = stream.exponential(UInt32(race), UInt32(clock)) / Self.rates[clock]
        let version = clocks.restart(clock)
        events.schedule(Ring(clock: clock, version: version), at: start + wait)
      }
    }

    mutating func run(races: Int) {
      wind(0)
      while waits.count < races, let event = events.popNext() {
        guard clocks.isCurrent(event.payload.version, of: event.payload.clock) else { continue }
        wins[event.payload.clock] += 1
        waits.add(event.time - start)
        start = event.time
        wind(waits.count)
      }
    }
  }

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let races = setting.sample(of: 100_000, atLeast: 10_000)
    let size = "\(races.count.grouped) races"
    var race = Race(
      KeyedStream(seed: setting.seed(2), world: 0, name: StreamName("race")))
    race.run(races: races.count)
    return [
      Finding(
        "clocks of rates 2 and 3: P(first wins)", size: size,
        expect: .near(0.4, within: 0.007).widened(by: races.widening), successes: race.wins[0],
        of: races.count),
      Finding(
        "clocks of rates 2 and 3: mean wait", size: size,
        expect: .nearly(0.2, within: 0.014).widened(by: races.widening),
        observed: race.waits.mean, interval: race.waits.interval(level: Finding.level)),
    ]
  }
}
