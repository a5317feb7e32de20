/// A pending event, with its position in the order as two words.
@frozen @usableFromInline struct EventRecord<Payload> {
  /// The bits of the time, changed so that their order as unsigned integers is the order of the times.
  @usableFromInline let timeKey: UInt64
  /// The priority in the first 8 bits, then the sequence of scheduling, which has room for 7 · 10¹⁶
  /// events.
  @usableFromInline let tieKey: UInt64
  @usableFromInline let payload: Payload

  @inlinable init(_ time: Double, _ priority: UInt8, sequence: UInt64, _ payload: Payload) {
    // Negative numbers sort in reverse, and before the others. Adding 0 makes −0 a 0.
    let bits = (time + 0).bitPattern
    timeKey = bits ^ (Self.signMask(bits) | 0x8000_0000_0000_0000)
    tieKey = UInt64(priority) << 56 | sequence
    self.payload = payload
  }

  @inlinable var time: Double {
    Double(bitPattern: timeKey ^ (Self.signMask(~timeKey) | 0x8000_0000_0000_0000))
  }

  @inlinable var priority: UInt8 { UInt8(truncatingIfNeeded: tieKey >> 56) }

  /// The position in the order (time, priority, sequence).
  @inlinable var order: UInt128 { UInt128(timeKey) << 64 | UInt128(tieKey) }

  /// All ones when the first bit is set, else all zeros.
  @inlinable static func signMask(_ bits: UInt64) -> UInt64 {
    UInt64(bitPattern: Int64(bitPattern: bits) >> 63)
  }
}

extension EventRecord: Sendable where Payload: Sendable {}
