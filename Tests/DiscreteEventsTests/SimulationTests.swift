import DiscreteEvents
import TestSupport
import Testing

@Suite struct SimulationTests {
  @Test func `the clock follows the events and stops at the horizon`() {
    var simulation = Simulation<Int>()
    for time in [3, 1, 2] { simulation.schedule(time, at: Double(time)) }
    var seen: [Double] = []
    simulation.run(until: 2.5) { simulation, payload in
      seen.append(simulation.now)
      expectEqual(simulation.now, Double(payload))
    }
    expectEqual(seen, [1, 2])
    #expect(simulation.now == 2.5 && simulation.pendingCount == 1 && simulation.nextTime == 3)
    simulation.run(until: 10) { _, payload in seen.append(Double(payload)) }
    #expect(seen == [1, 2, 3] && simulation.now == 10)
  }

  @Test func `an event at the horizon stays pending`() {
    var simulation = Simulation<Int>()
    simulation.schedule(1, at: 5)
    simulation.run(until: 5) { _, _ in Issue.record("an event at the horizon was handled") }
    #expect(simulation.now == 5 && simulation.pendingCount == 1)
  }

  @Test func `handlers schedule further events, at the same instant too`() {
    var simulation = Simulation<Int>(startingAt: 100)
    simulation.schedule(3, after: 1)
    var seen: [Int] = []
    simulation.run(until: 200) { simulation, payload in
      seen.append(payload)
      if payload > 0 { simulation.schedule(payload - 1, after: payload == 2 ? 0 : 7) }
    }
    // 3 at 101, 2 at 108, 1 at 108, 0 at 115.
    expectEqual(seen, [3, 2, 1, 0])
  }

  @Test func `an earlier horizon never turns the clock back`() {
    var simulation = Simulation<Int>(startingAt: 10)
    simulation.run(until: 5) { _, _ in }
    expectEqual(simulation.now, 10)
  }

  @Test func `an endless horizon leaves the clock at the last event`() {
    var simulation = Simulation<Int>()
    simulation.schedule(1, at: 4)
    simulation.run(until: .infinity) { _, _ in }
    expectEqual(simulation.now, 4)
  }

  private struct Interruption: Error, Equatable { let payload: Int }

  @Test func `an error of a handler ends the run and leaves the rest pending`() {
    var simulation = Simulation<Int>()
    for time in 1...3 { simulation.schedule(time, at: Double(time)) }
    #expect(throws: Interruption(payload: 2)) {
      try simulation.run(until: 10) { (_, payload) throws(Interruption) in
        if payload == 2 { throw Interruption(payload: payload) }
      }
    }
    #expect(simulation.now == 2 && simulation.pendingCount == 1)
  }

  /// A world that is a value and owns its simulation takes events in a loop of its own.
  private struct World {
    var simulation = Simulation<Int>()
    var total = 0

    mutating func run(until horizon: Double) {
      while let event = simulation.popNext(before: horizon) { handle(event.payload) }
    }

    private mutating func handle(_ payload: Int) {
      total += payload
      if payload < 4 { simulation.schedule(payload + 1, after: 1) }
    }
  }

  @Test func `a world that owns its simulation may change all of itself in a handler`() {
    var world = World()
    world.simulation.schedule(1, at: 0)
    world.run(until: 10)
    #expect(world.total == 10 && world.simulation.now == 10)
  }

  @Test func `an event before the clock is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var simulation = Simulation<Int>()
      simulation.run(until: 5) { _, _ in }
      simulation.schedule(1, at: 4)
    }
    await #expect(processExitsWith: .failure) {
      var simulation = Simulation<Int>()
      simulation.schedule(1, after: -1)
    }
    await #expect(processExitsWith: .failure) { _ = Simulation<Int>(startingAt: .nan) }
  }
}
