/// A time for each of many (member, post) pairs.
///
/// Open addressing with linear probing over keys and values in columns; removal shifts the rest of
/// the run back, so that no tombstones remain. O(1) on average at a load of at most 3/4.
package struct PairTable: Sendable {
  private static let empty = UInt64.max

  private var keys: [UInt64] = []
  private var values: [Double] = []
  /// How many pairs there are.
  package private(set) var count = 0

  /// Makes an empty table, which takes no room.
  package init() {}

  private static func key(_ member: MemberID, _ post: PostID) -> UInt64 {
    UInt64(member.rawValue) << 32 | UInt64(post.rawValue)
  }

  /// The pair's time, or `nil` when the pair is not there.
  package func time(of member: MemberID, _ post: PostID) -> Double? {
    guard count > 0 else { return nil }
    let slot = slot(of: Self.key(member, post))
    return keys[slot] == Self.empty ? nil : values[slot]
  }

  /// Whether the pair is there.
  package func contains(_ member: MemberID, _ post: PostID) -> Bool {
    guard count > 0 else { return false }
    return keys[slot(of: Self.key(member, post))] != Self.empty
  }

  /// Adds a pair that is not there.
  package mutating func insert(_ member: MemberID, _ post: PostID, time: Double) {
    if 4 * (count + 1) > 3 * keys.count { rehash(to: max(16, 2 * keys.count)) }
    let key = Self.key(member, post)
    let slot = slot(of: key)
    assert(keys[slot] == Self.empty, "a pair is inserted once")
    keys[slot] = key
    values[slot] = time
    count += 1
  }

  /// Takes a pair that is there out.
  package mutating func remove(_ member: MemberID, _ post: PostID) {
    var hole = slot(of: Self.key(member, post))
    precondition(keys[hole] != Self.empty, "no pair \(member), \(post)")
    let mask = keys.count - 1
    var next = (hole + 1) & mask
    while keys[next] != Self.empty {
      // A key may move back to the hole unless its home lies after the hole.
      if (next &- home(of: keys[next])) & mask >= (next &- hole) & mask {
        keys[hole] = keys[next]
        values[hole] = values[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    keys[hole] = Self.empty
    count -= 1
  }

  /// The place of the key, or the free place where it would go.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = home(of: key)
    while keys[slot] != key && keys[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }

  private func home(of key: UInt64) -> Int {
    // Multiplicative hashing by 2⁶⁴ ÷ the golden ratio; the high bits are the well-mixed ones.
    let mixed = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (keys.count - 1)
  }

  private mutating func rehash(to capacity: Int) {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: Self.empty, count: capacity)
    values = Array(repeating: 0, count: capacity)
    for index in oldKeys.indices where oldKeys[index] != Self.empty {
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      values[slot] = oldValues[index]
    }
  }
}
