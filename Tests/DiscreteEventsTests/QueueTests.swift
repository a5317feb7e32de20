import DiscreteEvents
import Stochastics
import TestSupport
import Testing

/// K1: a queue with Poisson arrivals and one server, on the kernel's public interface.
@Suite struct QueueTests {
  private enum Event { case arrival, departure }

  /// At load ρ = 0.8 and a mean service time of 1, L = ρ ÷ (1 − ρ) = 4 and W = 1 ÷ (1 − ρ) = 5.
  /// Over 30 × 10⁵ customers the standard error of either is about 0.4 %, so that 3 % is left by
  /// chance less than once in 10¹⁰ runs; a debug build serves 30 × 2·10³ and allows 15 %.
  @Test func `an M/M/1 queue has the length and the waiting time of theory (K1)`() {
    let customers = testSize(debug: 2000, release: 100_000)
    let tolerance = testSize(debug: 0.15, release: 0.03)
    var (length, wait) = (0.0, 0.0)
    for replication in 0..<30 as Range<UInt32> {
      let means = simulate(customers: customers, world: replication)
      length += means.length / 30
      wait += means.wait / 30
    }
    #expect(abs(length / 4 - 1) <= tolerance, "L \(length)")
    #expect(abs(wait / 5 - 1) <= tolerance, "W \(wait)")
  }

  private func simulate(customers: Int, world: UInt32) -> (length: Double, wait: Double) {
    let arrivals = KeyedStream(seed: 1, world: world, name: StreamName("arrivals"))
    let services = KeyedStream(seed: 1, world: world, name: StreamName("services"))
    var events = EventList<Event>()
    var (arrived, served, inSystem) = (0, 0, 0)
    var (last, area) = (0.0, 0.0)
    events.schedule(.arrival, at: arrivals.exponential(0) / 0.8)
    while served < customers, let event = events.popNext() {
      area += Double(inSystem) * (event.time - last)
      last = event.time
      switch event.payload {
      case .arrival:
        arrived += 1
        inSystem += 1
        events.schedule(
          .arrival, at: event.time + arrivals.exponential(UInt32(arrived)) / 0.8)
        if inSystem == 1 {
          events.schedule(.departure, at: event.time + services.exponential(UInt32(served)))
        }
      case .departure:
        served += 1
        inSystem -= 1
        if inSystem > 0 {
          events.schedule(.departure, at: event.time + services.exponential(UInt32(served)))
        }
      }
    }
    // The area is the sum of the times that customers spent in the system.
    return (area / last, area / Double(served))
  }
}
