/// A clock and the events that move it.
///
/// A world that is a value owns its simulation and takes events in a loop of its own, so that its
/// handlers may change all of the world:
///
///     while let event = simulation.popNext(before: horizon) { handle(event) }
///
/// Where handlers need only the simulation and what a closure captures, `run` is that loop.
@frozen public struct Simulation<Payload> {
  @usableFromInline var clock: Double
  @usableFromInline var events = EventList<Payload>()

  /// A simulation without events, its clock at `start`, which must be finite.
  @inlinable public init(startingAt start: Double = 0) {
    precondition(start.isFinite, "a clock that starts at \(start)")
    clock = start
  }

  /// The clock: the time of the last event taken, or a later horizon that was reached.
  @inlinable public var now: Double { clock }

  /// How many events are pending.
  @inlinable public var pendingCount: Int { events.count }

  /// The time of the next event; `nil` when none is pending.
  @inlinable public var nextTime: Double? { events.nextTime }

  @inlinable public mutating func reserveCapacity(_ capacity: Int) {
    events.reserveCapacity(capacity)
  }

  /// Adds an event at `time`, which must be finite and not before `now`.
  ///
  /// Of events at one time the lower priority comes first, then the one scheduled earlier.
  @inlinable
  public mutating func schedule(_ payload: Payload, at time: Double, priority: UInt8 = 0) {
    precondition(time >= clock, "an event at \(time) when the clock is at \(clock)")
    events.schedule(payload, at: time, priority: priority)
  }

  /// Adds an event `delay` after `now`; the delay must be finite and not negative.
  @inlinable
  public mutating func schedule(_ payload: Payload, after delay: Double, priority: UInt8 = 0) {
    schedule(payload, at: clock + delay, priority: priority)
  }

  /// Takes the next event that is due before `horizon` and moves the clock to it.
  ///
  /// - Returns: `nil` when none is; the clock is then at `horizon`, if that is finite.
  @inlinable
  public mutating func popNext(
    before horizon: Double = .infinity
  ) -> ScheduledEvent<Payload>? {
    guard let event = events.popNext(before: horizon) else {
      if horizon < .infinity { clock = max(clock, horizon) }
      return nil
    }
    clock = event.time
    return event
  }

  /// Hands every event that is due before `horizon` to `handle`, in order, and moves the clock to
  /// `horizon`; the events that are due later stay pending.
  @inlinable
  public mutating func run<Failure: Error>(
    until horizon: Double, _ handle: (inout Simulation, Payload) throws(Failure) -> Void
  ) throws(Failure) {
    while let event = popNext(before: horizon) { try handle(&self, event.payload) }
  }
}

extension Simulation: Sendable where Payload: Sendable {}
