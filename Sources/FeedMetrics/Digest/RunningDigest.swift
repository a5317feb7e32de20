/// A 128-bit fingerprint of a sequence of words, made as they come.
///
/// Two halves take a word each at a time: a half takes its word by exclusive or, is rotated, multiplied
/// by an odd constant, and the other half is added to it. For given words this can be undone, and for a given
/// state two different pairs of words lead to two different states, so that one changed word is never
/// lost; of unrelated sequences two have the same digest with a chance of about 2⁻¹²⁸. It is no
/// cryptographic hash: who wants a collision can make one.
struct RunningDigest: Sendable {
  private var high: UInt64 = 0x243F_6A88_85A3_08D3
  private var low: UInt64 = 0x1319_8A2E_0370_7344

  @inline(__always)
  mutating func add(_ first: UInt64, _ second: UInt64) {
    high = Self.turn(high ^ first, by: 29) &* 0x9E37_79B9_7F4A_7C15 &+ low
    low = Self.turn(low ^ second, by: 31) &* 0xC2B2_AE3D_27D4_EB4F &+ high
  }

  /// The words of another digest.
  mutating func add(_ other: RunningDigest) { add(other.high, other.low) }

  mutating func add(_ first: Int, _ second: Int) {
    add(UInt64(truncatingIfNeeded: first), UInt64(truncatingIfNeeded: second))
  }

  /// A number by its bit pattern: 0 and −0 differ, as do the kinds of NaN.
  mutating func add(_ first: Double, _ second: Double) {
    add(first.bitPattern, second.bitPattern)
  }

  /// A text by its length and its UTF-8 bytes.
  mutating func add(_ text: String) {
    add(text.utf8.count, 0)
    for byte in text.utf8 { add(UInt64(byte), 0) }
  }

  @inline(__always)
  private static func turn(_ half: UInt64, by bits: UInt64) -> UInt64 {
    half &<< bits | half &>> (64 - bits)
  }

  /// 32 hexadecimal digits.
  var hexDigest: String {
    var end = self
    for _ in 0..<4 { end.add(0 as UInt64, 0) }
    return Self.hex(Self.avalanche(end.high)) + Self.hex(Self.avalanche(end.low))
  }

  /// Lets each bit change every other with a chance of about a half.
  private static func avalanche(_ half: UInt64) -> UInt64 {
    var bits = (half ^ half >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  private static func hex(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
