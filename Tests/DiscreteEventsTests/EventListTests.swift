import DiscreteEvents
import TestSupport
import Testing

@Suite struct EventListTests {
  private struct Pending {
    let time: Double
    let priority: UInt8
    let number: Int
  }

  /// Against an array that is searched for the least (time, priority, number of scheduling).
  @Test func `events leave in the order of time, priority and scheduling`() {
    for seed in 0..<UInt64(1000) {
      var generator = SeededGenerator(seed: seed)
      var list = EventList<Int>()
      var pending: [Pending] = []
      var clock = -5.0
      for number in 0..<150 {
        if generator.unit() < 0.6 || pending.isEmpty {
          // Few distinct times and priorities, so that most events have a tie.
          let time = clock + Double(Int.random(in: 0...4, using: &generator))
          let priority = UInt8.random(in: 0...2, using: &generator)
          list.schedule(number, at: time, priority: priority)
          pending.append(Pending(time: time, priority: priority, number: number))
        } else {
          let least = pending.indices.min {
            (pending[$0].time, pending[$0].priority, pending[$0].number)
              < (pending[$1].time, pending[$1].priority, pending[$1].number)
          }!
          let expected = pending.remove(at: least)
          expectEqual(list.nextTime, expected.time, "seed \(seed)")
          let event = list.popNext()
          expectEqual(event?.payload, expected.number, "seed \(seed)")
          #expect(event?.time == expected.time && event?.priority == expected.priority)
          clock = expected.time
        }
        expectEqual(list.count, pending.count, "seed \(seed)")
      }
    }
  }

  @Test func `an empty list has no next event`() {
    var list = EventList<Int>()
    #expect(list.isEmpty && list.nextTime == nil)
    #expect(list.popNext() == nil)
    list.schedule(1, at: 2)
    expectEqual(list.popNext()?.payload, 1)
    #expect(list.popNext() == nil)
  }

  @Test func `priorities decide within an instant, and scheduling within a priority`() {
    var events = EventList<String>()
    events.schedule("later", at: 2)
    events.schedule("low, first", at: 1, priority: 7)
    events.schedule("high, first", at: 1)
    events.schedule("low, second", at: 1, priority: 7)
    events.schedule("high, second", at: 1)
    events.schedule("lowest", at: 1, priority: 255)
    var order: [String] = []
    while let event = events.popNext() { order.append(event.payload) }
    expectEqual(
      order, ["high, first", "high, second", "low, first", "low, second", "lowest", "later"])
  }

  @Test func `shuffled events are taken in sorted order, whatever their number`() {
    for seed in 0..<UInt64(1000) {
      var generator = SeededGenerator(seed: seed)
      let times = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        Double(Int.random(in: -9...9, using: &generator)) / 2
      }
      var events = EventList<Int>()
      for (number, time) in times.enumerated() { events.schedule(number, at: time) }
      var taken: [Int] = []
      while let event = events.popNext() { taken.append(event.payload) }
      expectEqual(taken, times.indices.sorted { (times[$0], $0) < (times[$1], $1) }, "seed \(seed)")
    }
  }

  @Test func `an event keeps its time and priority to the last bit`() throws {
    var events = EventList<Int>()
    let times = [-1e300, -0.1, -Double.leastNonzeroMagnitude, 0, 0.1, 0x1p-1060, 86400.1, 1e300]
    for (index, time) in times.enumerated() {
      events.schedule(index, at: time, priority: UInt8(index * 30))
    }
    for time in times.sorted() {
      let next = events.popNext()
      let event = try #require(next)
      #expect(event.time == time && times[event.payload] == time)
      expectEqual(event.priority, UInt8(event.payload * 30))
    }
  }

  @Test func `zero and minus zero are one instant`() {
    var events = EventList<Int>()
    events.schedule(1, at: 0)
    events.schedule(2, at: -0.0)
    expectEqual([events.popNext()?.payload, events.popNext()?.payload], [1, 2])
  }

  @Test func `a successor may be the next event again and again`() {
    var events = EventList<Int>()
    events.schedule(1, at: 1)
    events.schedule(100, at: 100)
    for step in 1..<50 {
      expectEqual(events.popNext()?.payload, step)
      #expect(events.count == 1 && events.nextTime == 100)
      events.schedule(step + 1, at: Double(step) + 0.5)
      #expect(events.count == 2 && events.nextTime == Double(step) + 0.5)
    }
  }

  @Test func `a horizon leaves what is due at it or later`() {
    var events = EventList<Int>()
    for time in 1...3 { events.schedule(time, at: Double(time)) }
    #expect(events.popNext(before: 1) == nil)
    expectEqual(events.popNext(before: 2)?.payload, 1)
    #expect(events.popNext(before: 2) == nil)
    #expect(events.count == 2 && events.nextTime == 2)
  }

  @Test func `a copy is a list of its own`() {
    var events = EventList<Int>()
    for time in 0..<20 { events.schedule(time, at: Double(time)) }
    var copy = events
    while events.popNext() != nil {}
    #expect((0..<20).allSatisfy { copy.popNext()?.payload == $0 })
  }

  @Test func `an event at no finite time is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var list = EventList<Int>()
      list.schedule(1, at: .nan)
    }
    await #expect(processExitsWith: .failure) {
      var list = EventList<Int>()
      list.schedule(1, at: .infinity)
    }
    await #expect(processExitsWith: .failure) {
      var list = EventList<Int>()
      list.schedule(1, at: -.infinity)
    }
  }

  @Test func `an event before the last one is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var list = EventList<Int>()
      list.schedule(1, at: 5)
      _ = list.popNext()
      list.schedule(2, at: 4.999)
    }
  }
}
