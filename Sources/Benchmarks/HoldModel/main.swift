import BenchmarkSupport
import DiscreteEvents
import Stochastics

// The hold model: at a constant number of pending events, take the next and schedule it again an
// exponential time later. `HoldModel [PENDING…]` prints a line of JSON for each number, with the median
// of five runs; without arguments for 10³, 10⁵ and 10⁶.

/// Exponential times of mean 1 from a table, so that drawing them costs next to nothing.
struct Increments {
  private let table: [Double]
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init() { table = (0..<4096).map { Quantile.exponential((Double($0) + 0.5) / 4096) } }

  /// The next time, by Marsaglia's xorshift.
  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return table[Int(state >> 52)]
  }
}

/// Events per second of processor time.
func holdRate(pending: Int) -> Double {
  var increments = Increments()
  var events = EventList<UInt64>()
  events.reserveCapacity(pending)
  for event in 0..<UInt64(pending) { events.schedule(event, at: increments.next()) }
  hold(&events, &increments, times: 2 * pending)
  let times = 10_000_000
  let start = ProcessUsage.now.cpuSeconds
  hold(&events, &increments, times: times)
  return Double(times) / (ProcessUsage.now.cpuSeconds - start)
}

func hold(_ events: inout EventList<UInt64>, _ increments: inout Increments, times: Int) {
  for _ in 0..<times {
    guard let event = events.popNext() else { return }
    events.schedule(event.payload, at: event.time + increments.next())
  }
}

let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.isEmpty ? [1000, 100_000, 1_000_000] : arguments.compactMap { Int($0) }
for pending in sizes {
  let rates = (0..<5).map { _ in holdRate(pending: pending) }.sorted()
  print(
    #"{"benchmark":"hold","pending":\#(pending),"events_per_cpu_second":\#(Int(rates[2]))}"#)
}
