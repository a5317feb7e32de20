/// A set of 1,024 bits with one for each of some members: who has none is not among them.
struct MemberFilter {
  private var words = InlineArray<16, UInt64>(repeating: 0)

  /// All bits: anybody may be among the members.
  static var all: MemberFilter {
    var filter = MemberFilter()
    filter.words = InlineArray(repeating: ~0)
    return filter
  }

  mutating func insert(_ member: MemberID) {
    let bit = Self.bit(of: member)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Inserts a member's friends.
  mutating func insertFriends(of member: MemberID, in community: borrowing Community) {
    for index in 0..<(community.friendCount(of: member) ?? 0) {
      insert(community.friend(of: member, at: index)!)
    }
  }

  /// Inserts a member's friends and followees.
  mutating func insertNetwork(of member: MemberID, in community: borrowing Community) {
    insertFriends(of: member, in: community)
    for index in 0..<(community.followingCount(of: member) ?? 0) {
      insert(community.followee(of: member, at: index)!)
    }
  }

  @inline(__always)
  func mayContain(_ member: MemberID) -> Bool {
    let bit = Self.bit(of: member)
    return words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  /// By multiplicative hashing with 2³² ÷ the golden ratio; the high bits are well mixed.
  @inline(__always)
  private static func bit(of member: MemberID) -> Int {
    Int((member.rawValue &* 0x9E37_79B1) >> 22)
  }
}
