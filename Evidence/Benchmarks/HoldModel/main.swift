import BenchmarkSupport
import DiscreteEvents
import Stochastics

// The hold model: at a constant number of pending events, take the next and schedule it again an
// exponential time later. `HoldModel [PENDING…] [--holds N]` prints a line of JSON for each number of pending
// events. Defaults: 10³, 10⁵ and 10⁶ pending events, and 10⁷ holds.

/// Exponential times of mean 1 from a table, so that drawing them is cheap.
struct Increments {
  private let table: [Double]
  private var random = Xorshift()

  init() { table = (0..<4096).map { Quantile.exponential((Double($0) + 0.5) / 4096) } }

  @inline(__always) mutating func next() -> Double { table[Int(random.next() >> 52)] }
}

func hold(_ events: inout EventList<UInt64>, _ increments: inout Increments, times: Int) {
  for _ in 0..<times {
    guard let event = events.popNext() else { return }
    events.schedule(event.payload, at: event.time + increments.next())
  }
}

var arguments = CaseArguments(of: "HoldModel")
var (sizes, times) = ([Int](), 10_000_000)
while let argument = arguments.next() {
  if argument == "--holds" {
    times = arguments.count(of: argument)
  } else if let pending = Int(argument), pending >= 1 {
    sizes.append(pending)
  } else {
    arguments.fail("unknown option \(argument)")
  }
}
for pending in sizes.isEmpty ? [1000, 100_000, 1_000_000] : sizes {
  var timer = CaseTimer()
  var increments = Increments()
  var events = EventList<UInt64>()
  for event in 0..<UInt64(pending) { events.schedule(event, at: increments.next()) }
  hold(&events, &increments, times: 2 * pending)
  timer.begin()
  hold(&events, &increments, times: times)
  timer.end()
  var line = CaseLine("hold")
  line.add("pending", pending)
  line.print("events", times, timer)
}
