/// What distinguishes an order from others: a hash of the name and the parameters of a ranker, the same in
/// every process.
///
/// A cursor carries the fingerprint of the ranker that made it, so that another one starts the feed again.
///
/// ```swift
/// var fingerprint: RankerFingerprint { RankerFingerprint("warm").with(threshold) }
/// ```
public struct RankerFingerprint: Hashable, Sendable {
  let value: UInt64

  init(value: UInt64) { self.value = value }

  package static let none = RankerFingerprint(value: 0)

  /// The fingerprint of a ranker without parameters, by its name (FNV-1a).
  public init(_ name: some StringProtocol) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = hash
  }

  /// The fingerprint with one more parameter: the order of them counts.
  public func with(_ number: Double) -> RankerFingerprint { with(number.bitPattern) }

  /// The fingerprint with one more parameter.
  public func with(_ number: Int) -> RankerFingerprint {
    with(UInt64(truncatingIfNeeded: number))
  }

  /// The fingerprint together with the fingerprint of another ranker that this one takes.
  public func with(_ other: RankerFingerprint) -> RankerFingerprint { with(other.value) }

  private func with(_ bits: UInt64) -> RankerFingerprint {
    let hash = (value ^ bits) &* 0x9E37_79B9_7F4A_7C15
    return RankerFingerprint(value: hash ^ hash >> 32)
  }
}
