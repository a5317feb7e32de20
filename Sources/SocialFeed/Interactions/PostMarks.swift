/// Who has marked which posts, by likes or by saves: a set of members a post, and a filter a member.
///
/// The filter has a bit for each post marked (bits of different posts may coincide): where it is not
/// set, which for 20 marks is 3 times in 4, the member has not marked the post, and its set is not
/// looked at. A page requests one member and many posts, so that the filter stays in the cache. A mark taken
/// back leaves its bit.
struct PostMarks: Sendable {
  private(set) var sets = MemberSets(keepsSeconds: true)
  private var filters: [UInt64] = []

  init() {}

  /// Makes marks of the sets of so many posts.
  init(_ sets: MemberSets, nodes: Int, memberCount: Int) {
    self.sets = sets
    filters = Array(repeating: 0, count: memberCount)
    for node in 0..<nodes {
      let bit = Self.bit(of: PostID(node))
      sets.forEach(in: node) { filters[$0.index] |= bit }
    }
  }

  /// How many marks there are.
  var total: Int { sets.total }

  /// How many members have marked a post.
  func count(of post: PostID) -> Int { sets.count(of: post.index) }

  /// Fills a column with how many have marked each post.
  func fill(_ counts: inout [Int], of posts: [PostID]) { sets.fill(&counts, of: posts) }

  /// Fills a column of features with the same; it has one number for each post.
  func fill(_ counts: inout [Double], of posts: [PostID]) { sets.fill(&counts, of: posts) }

  /// Whether a member has marked a post.
  @inline(__always)
  func contains(_ member: MemberID, _ post: PostID) -> Bool {
    member.index < filters.count && filters[member.index] & Self.bit(of: post) != 0
      && sets.contains(member, in: post.index)
  }

  /// Whether a member can have marked any post: `false` for one who never did, and `true` also
  /// where all marks were taken back.
  func mayHaveMarks(of member: MemberID) -> Bool {
    member.index < filters.count && filters[member.index] != 0
  }

  /// Fills a column with whether a member has marked each post.
  func fill(_ isMarked: inout [Bool], of posts: [PostID], by member: MemberID) {
    let filter = member.index < filters.count ? filters[member.index] : 0
    isMarked.refill(posts.count, from: false) {
      filter & Self.bit(of: posts[$0]) != 0 && sets.contains(member, in: posts[$0].index)
    }
  }

  /// Marks a post at a second.
  ///
  /// - Returns: Whether it was not marked before; otherwise the marks stay unchanged.
  mutating func insert(_ member: MemberID, at second: Double, _ post: PostID) -> Bool {
    filters.resize(to: max(filters.count, member.index + 1), 0)
    filters[member.index] |= Self.bit(of: post)
    return sets.insert(member, at: second, into: post.index)
  }

  /// Takes a mark back.
  ///
  /// - Returns: The second of the mark; `nil` without a mark.
  mutating func remove(_ member: MemberID, _ post: PostID) -> Double? {
    sets.remove(member, from: post.index)
  }

  /// Takes all marks of a post back.
  mutating func removeAll(from post: PostID) { sets.removeAll(from: post.index) }

  /// By multiplicative hashing with 2³² ÷ the golden ratio; the high bits are well mixed.
  @inline(__always)
  private static func bit(of post: PostID) -> UInt64 {
    1 << UInt64((post.rawValue &* 0x9E37_79B1) >> 26)
  }
}
