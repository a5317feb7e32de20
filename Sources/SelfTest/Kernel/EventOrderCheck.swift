internal import DataFiles
internal import DiscreteEvents
internal import Stochastics

/// K9: events leave in the order of time, priority and scheduling.
///
/// Events at a hundred instants and of three priorities, a thousand of them before the first is taken and each
/// of the others when one is, at the current time or later. No event leaves before one that precedes it.
///
/// Wrong rules that it catches: a heap that forgets the order of scheduling, priorities the wrong way round, an
/// event at the current time that overtakes others.
struct EventOrderCheck: SelfCheck {
  let id = "K9"
  let suites = [SelfTestSuite.kernel]
  let source = "total order of simultaneous events"

  private static let instants = 100.0
  private static let pending = 1000

  private struct Position {
    let time: Double
    let priority: UInt8
    let number: Int

    func precedes(_ other: Position) -> Bool {
      (time, priority, number) < (other.time, other.priority, other.number)
    }
  }

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let total = setting.sample(of: 100_000, atLeast: 10_000)
    let stream = KeyedStream(seed: setting.seed(53), world: 0, name: StreamName("events"))
    var events = EventList<Position>()
    var scheduled = 0
    func schedule(from now: Double) {
      let uniforms = stream.uniforms(UInt32(scheduled))
      // Whole numbers from the present one on; they are few.
      let time = max(now, (uniforms.x * Self.instants).rounded(.down))
      let priority = UInt8(uniforms.y * 3)
      events.schedule(
        Position(time: time, priority: priority, number: scheduled), at: time, priority: priority)
      scheduled += 1
    }
    for _ in 0..<Self.pending { schedule(from: 0) }
    var (taken, wrong) = (0, 0)
    var last: Position?
    while let event = events.popNext()?.payload {
      taken += 1
      // What was scheduled after the last event was taken may precede it by priority alone.
      if let last, event.precedes(last), event.number < scheduledBefore(taken - 2) { wrong += 1 }
      last = event
      if scheduled < total.count { schedule(from: event.time) }
    }
    return [
      Finding(
        never: "events that leave out of order", size: "\(taken.grouped) events", times: wrong),
      Finding(
        never: "events that are lost", size: "\(total.count.grouped) events",
        times: scheduled - taken),
    ]
  }

  /// How many had been scheduled when so many had been taken.
  private func scheduledBefore(_ taken: Int) -> Int { Self.pending + taken }
}
