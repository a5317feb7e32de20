package import SocialFeed

/// How often each member has looked at each post, for good.
///
/// A member has a table with open addressing and linear probing: 9 to 12 bytes for a post that the
/// member has looked at.
package struct Looks: Sendable {
  /// The most looks of one member at one post that are counted apart.
  package static let most = 4095

  private var tables: [Table] = []

  package init() {}

  mutating func reserveCapacity(members: Int) { tables.reserveCapacity(members) }

  package mutating func addMember() { tables.append(Table()) }

  /// Counts a look at a post.
  ///
  /// - Returns: The number of looks before it, `most` at most.
  /// - Complexity: O(1) on average.
  @inline(__always)
  package mutating func look(of member: MemberID, at post: PostID) -> Int {
    tables[member.index].count(post.rawValue)
  }
}

/// The looks of one member.
private struct Table: Sendable {
  /// A post, and the number of looks at it, at or after the index of the post's hash; 0 elsewhere.
  private var words: [UInt64] = []
  private var occupied = 0

  /// - Returns: The number before.
  @inline(__always)
  mutating func count(_ post: UInt32) -> Int {
    // One in eight is vacant.
    if (occupied + 1) * 8 > words.count * 7 { grow() }
    let index = index(of: post)
    let before = Int(truncatingIfNeeded: words[index] & 0xFFFF_FFFF)
    if before == 0 { occupied += 1 }
    words[index] = UInt64(post) << 32 | UInt64(min(before + 1, Looks.most))
    return before
  }

  /// The index of a post's word, or the vacancy where it would go.
  @inline(__always)
  private func index(of post: UInt32) -> Int {
    // Fibonacci hashing: neighbouring posts lie far apart.
    let hash = UInt64(post &* 0x9E37_79B9)
    var index = Int(truncatingIfNeeded: (hash &* UInt64(words.count)) >> 32)
    while words[index] != 0 && UInt32(truncatingIfNeeded: words[index] >> 32) != post {
      index = index + 1 == words.count ? 0 : index + 1
    }
    return index
  }

  private mutating func grow() {
    let old = words
    words = Array(repeating: 0, count: max(16, old.count * 5 / 4))
    for word in old where word != 0 {
      words[index(of: UInt32(truncatingIfNeeded: word >> 32))] = word
    }
  }
}
