/// An event that is due: its payload and its time.
@frozen public struct ScheduledEvent<Payload> {
  public let time: Double
  /// The scheduled priority: of events at one time, the lower came first.
  public let priority: UInt8
  public let payload: Payload

  @inlinable init(time: Double, priority: UInt8, payload: Payload) {
    self.time = time
    self.priority = priority
    self.payload = payload
  }
}

extension ScheduledEvent: Sendable where Payload: Sendable {}
