internal import DataFiles
internal import DiscreteEvents
internal import Stochastics

/// K1: the M/M/1 queue, simulated with the kernel's public interface.
///
/// At load ρ = 0.8 and a mean service time of 1, L = ρ ÷ (1 − ρ) = 4 and W = 1 ÷ (1 − ρ) = 5. Over
/// 30 × 10⁵ customers the standard error of either is about 0.4 %, so that 3 % is exceeded by chance less
/// than once in 10¹⁰ runs; tolerances of smaller runs grow as their errors do.
struct QueueCheck: SelfCheck {
  let id = "K1"
  let suites = [SelfTestSuite.kernel]
  let source = "M/M/1 queue in equilibrium"

  private enum Event { case arrival, departure }
  private static let replications = 30
  private static let load = 0.8

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let customers = setting.sample(of: 100_000, atLeast: 2000)
    let means = (0..<Self.replications).map {
      simulate(customers: customers.count, world: UInt32($0), setting)
    }
    let size = "\(Self.replications) × \(customers.count.grouped) customers"
    return [
      Finding(
        "M/M/1 at load 0.8: customers there", size: size,
        expect: .nearly(4, within: 0.03).widened(by: customers.widening),
        replications: means.map(\.length)),
      Finding(
        "M/M/1 at load 0.8: service times to leave", size: size,
        expect: .nearly(5, within: 0.03).widened(by: customers.widening),
        replications: means.map(\.wait)),
    ]
  }

  private func simulate(
    customers: Int, world: UInt32, _ setting: SelfTestSetting
  ) -> (length: Double, wait: Double) {
    let arrivals = KeyedStream(
      seed: setting.seed(1), world: world, name: StreamName("arrivals"))
    let services = KeyedStream(
      seed: setting.seed(1), world: world, name: StreamName("services"))
    var events = EventList<Event>()
    var (arrived, served, inSystem) = (0, 0, 0)
    var (last, area) = (0.0, 0.0)
    events.schedule(.arrival, at: arrivals.exponential(0) / Self.load)
    while served < customers, let event = events.popNext() {
      area += Double(inSystem) * (event.time - last)
      last = event.time
      switch event.payload {
      case .arrival:
        arrived += 1
        inSystem += 1
        events.schedule(
          .arrival, at: event.time + arrivals.exponential(UInt32(arrived)) / Self.load)
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
