/// Noise that is a hash of the arguments and of a seed: it has no state, and is the same in every
/// process.
public struct KeyedNoise: FeedNoise, Hashable {
  /// Another seed gives other noise.
  public let seed: UInt64

  public init(seed: UInt64 = 0) { self.seed = seed }

  public func uniform(
    viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32
  ) -> Double {
    let identity = UInt64(post.rawValue) << 32 | UInt64(occurrence)
    let hash = Self.mix(key(of: viewer, refresh) ^ identity)
    return (Double(hash >> 12) + 0.5) * 0x1p-52
  }

  /// A position of a permutation by a Feistel network over the next power of 4 numbers, applied again until it
  /// gives one below `count`: no array is made.
  ///
  /// A position that is not in `0..<count` is returned unchanged.
  public func shuffled(
    _ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32
  ) -> Int {
    guard position >= 0 && position < count else { return position }
    let key = key(of: viewer, refresh)
    let bits = UInt64(UInt.bitWidth - (count - 1).leadingZeroBitCount)
    // The halves of a small network would be too small to mix.
    let half = max(3, (bits + 1) / 2)
    var number = UInt64(position)
    repeat { number = Self.permute(number, halfBits: half, key: key) } while number >= count
    return Int(number)
  }

  private func key(of viewer: MemberID?, _ refresh: UInt32) -> UInt64 {
    let viewer = viewer.map { UInt64($0.rawValue) } ?? UInt64(UInt32.max)
    return Self.mix(Self.mix(seed) ^ (viewer << 32 | UInt64(refresh)))
  }

  private static func permute(_ number: UInt64, halfBits: UInt64, key: UInt64) -> UInt64 {
    let mask = UInt64(1) << halfBits - 1
    var (left, right) = (number >> halfBits, number & mask)
    for round in UInt64(1)...6 {
      (left, right) = (right, left ^ mix(key ^ (right << 8 | round)) & mask)
    }
    return left << halfBits | right
  }

  /// A bijection of 64 bits in which every bit depends on every other: the finaliser of SplitMix64 behind its
  /// increment.
  ///
  /// Source: Steele, Lea & Flood, OOPSLA 2014.
  static func mix(_ number: UInt64) -> UInt64 {
    var hash = number &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}
